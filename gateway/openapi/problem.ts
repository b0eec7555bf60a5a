/** The body of a refusal as RFC 9457: the members of the plain form, and the standard's own. */
import Type from 'typebox'
import { ErrorBody, ValidationErrorBody } from '../../shared/contract/endpoint/data/service-data.ts'

export const Problem = Type.Object({
  type: Type.String({ description: 'Reference to the code in the error catalogue.' }),
  title: Type.String({ description: 'The meaning of the code in a few words.' }),
  status: Type.Integer({ description: 'Status of the answer.' }),
  instance: Type.String({ description: 'Path that was called.' }),
  ...ErrorBody.properties,
  error_count: Type.Optional(ValidationErrorBody.properties.error_count),
  errors: Type.Optional(ValidationErrorBody.properties.detail),
})
