/** What analysers read from the options and dates of a request; null counts as absent everywhere. */
import type { Static, TObject, TSchema, TUnsafe } from 'typebox'
import type { excludeTaskTypes } from '../../../shared/contract/endpoint/request-fields.ts'
import { type Refusal, VALIDATION_FAULTS_MAX, type ValidationFault } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay, parseDay } from '../../../shared/contract/schedule/day.ts'
import type { TaskType } from '../../../shared/contract/schedule/fields.ts'
import type { AnalysisInput } from './result.ts'

/** The refusal of a body that its schema takes and the analysis does not: 422 with these faults. */
export const refuseInvalid = (faults: readonly ValidationFault[]): Refusal => ({
  code: 'validation',
  details: {},
  faults: faults.slice(0, VALIDATION_FAULTS_MAX),
  faultCount: faults.length,
})

/** A value of a request as it comes: null counts as absent, in objects at every depth. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? Readonly<Value>
      : { readonly [Name in keyof Value]?: Sent<Value[Name]> | null }
    : Value

/** The body of a request beside its schedules, by the schema that the reader has held it against. */
export type BodyOf<Request extends TSchema> = Sent<Static<Request>>

type OptionsMember<Body> = Body extends { readonly options?: infer Options } ? NonNullable<Options> : never
export type OptionsOf<Request extends TSchema> = OptionsMember<BodyOf<Request>>

/** `options` of the body, {} when absent: optionsOf<typeof CpmRequest>(input). */
export const optionsOf = <Request extends TSchema>({ params }: AnalysisInput): OptionsOf<Request> =>
  (params.options ?? {}) as OptionsOf<Request>

/** What several analyses take in their options. */
type CommonRequest = TObject<{
  options: TObject<{ exclude_task_types: typeof excludeTaskTypes; status_date: TUnsafe<string> }>
}>

/** A date of the body as a day number, DAY_ABSENT when it is absent. */
export const dayOf = (value: unknown): number =>
  typeof value === 'string' ? (parseDay(value) ?? DAY_ABSENT) : DAY_ABSENT

/** options.exclude_task_types, for taskStates(). */
export const excludeTaskTypesOf = (input: AnalysisInput): readonly TaskType[] =>
  optionsOf<CommonRequest>(input).exclude_task_types ?? []

export const statusDayOf = ({ params }: AnalysisInput): number => dayOf(params.status_date)

export const mustFinishDayOf = ({ params }: AnalysisInput): number => dayOf(params.must_finish_by)

/** For the rows that take options.status_date as well: the one that is given; two that differ are refused. */
export function statusDayOrRefusal(input: AnalysisInput): number | Refusal {
  const besides = statusDayOf(input)
  const own = dayOf(optionsOf<CommonRequest>(input).status_date)
  if (own === DAY_ABSENT || besides === DAY_ABSENT) return Math.max(own, besides)
  if (own === besides) return own
  const msg = `must be the same day as status_date, which is ${String(input.params.status_date)}`
  return refuseInvalid([{ loc: ['body', 'options', 'status_date'], msg, type: 'conflict' }])
}

/** A day number as results print it. */
export const dateOrNull = (day: number): string | null => (day === DAY_ABSENT ? null : formatDay(day))

/** undefined: the number is one; else where it is not finite, or below 0. */
export const faultOfNumber = (loc: ValidationFault['loc'], value: number): ValidationFault | undefined =>
  Number.isFinite(value) && value >= 0
    ? undefined
    : { loc, msg: `must be a finite number of 0 or more, is ${value}`, type: 'minimum' }
