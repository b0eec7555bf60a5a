/**
 * options.fields: the top-level members of `data` to keep (/docs/methods#options). Which names exist is the row's data
 * schema; an unknown one is refused. The rest of the envelope is always whole.
 */
import type { TObject, TSchema } from 'typebox'
import type { fields } from '../../../shared/contract/endpoint/request-fields.ts'
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { optionsOf, refuseInvalid } from './options.ts'
import type { AnalysisInput, ResultValue } from './result.ts'

type Data = { readonly [name: string]: ResultValue | undefined }

type FieldsRequest = TObject<{ options: TObject<{ fields: typeof fields }> }>

/** Names to keep; undefined = all of them. */
type Fieldset = ReadonlySet<string> | undefined

export function fieldsetOf(input: AnalysisInput, dataSchema: TSchema): Fieldset | Refusal {
  const { fields } = optionsOf<FieldsRequest>(input)
  if (fields === undefined || fields === null) return undefined
  const known = Object.keys((dataSchema as unknown as { properties: object }).properties)
  const faults = fields.flatMap((field, i): ValidationFault[] =>
    known.includes(field)
      ? []
      : [
          {
            loc: ['body', 'options', 'fields', i],
            msg: `must be one of ${known.join(', ')}, is ${field}`,
            type: 'enum',
          },
        ],
  )
  return faults.length > 0 ? refuseInvalid(faults) : new Set(fields)
}

export const isFieldset = (value: Fieldset | Refusal): value is Fieldset => value === undefined || value instanceof Set

/** `data` with the members of the fieldset, in their own order. */
export const keepFields = (data: Data, fieldset: Fieldset): Data =>
  fieldset === undefined ? data : Object.fromEntries(Object.entries(data).filter(([name]) => fieldset.has(name)))
