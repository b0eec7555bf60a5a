/**
 * options.fields: the top-level members of `data` to keep (ANALYSIS_REFERENCE 17). Which names exist is the row's data
 * schema; an unknown one is refused. The rest of the envelope is always whole.
 */
import type { TSchema } from 'typebox'
import type { Refusal, ValidationFault } from '../shared/errors.ts'
import { optionsOf, refuseInvalid } from './options.ts'
import type { AnalysisInput, ResultValue } from './result.ts'

type Data = { readonly [name: string]: ResultValue | undefined }

/** Names to keep; undefined = all of them. */
export type Fieldset = ReadonlySet<string> | undefined

export const fieldsetOf = (input: AnalysisInput, dataSchema: TSchema): Fieldset | Refusal =>
  fieldsetOfNames(optionsOf<{ fields: readonly string[] | null }>(input).fields, 'options', dataSchema)

/** The names under `fields` of a member of the body. */
export function fieldsetOfNames(
  fields: readonly string[] | null | undefined,
  member: string,
  dataSchema: TSchema,
): Fieldset | Refusal {
  if (fields === undefined || fields === null) return undefined
  const known = Object.keys((dataSchema as unknown as { properties: object }).properties)
  const faults = fields.flatMap((field, i): ValidationFault[] =>
    known.includes(field)
      ? []
      : [
          {
            loc: ['body', member, 'fields', i],
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
