/** What analysers read from the options and dates of a request; null counts as absent everywhere. */
import { type Refusal, VALIDATION_FAULTS_MAX, type ValidationFault } from '../../../shared/errors.ts'
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { formatDay, parseDay } from '../../../shared/schedule/day.ts'
import type { TaskType } from '../../../shared/schedule/fields.ts'
import type { AnalysisInput } from './result.ts'

/** The refusal of a body that its schema takes and the analysis does not: 422 with these faults. */
export const refuseInvalid = (faults: readonly ValidationFault[]): Refusal => ({
  code: 'validation',
  facts: {},
  faults: faults.slice(0, VALIDATION_FAULTS_MAX),
  faultCount: faults.length,
})

/** `options` of the body, {} when absent. */
export const optionsOf = <Options extends object>({ params }: AnalysisInput): Partial<Options> =>
  (params.options ?? {}) as Partial<Options>

/** A date of the body as a day number, DAY_ABSENT when it is absent. */
export const dayOf = (value: unknown): number =>
  typeof value === 'string' ? (parseDay(value) ?? DAY_ABSENT) : DAY_ABSENT

/** options.exclude_task_types, for taskFacts(). */
export const excludeTaskTypesOf = (input: AnalysisInput): readonly TaskType[] =>
  optionsOf<{ exclude_task_types: readonly TaskType[] | null }>(input).exclude_task_types ?? []

export const statusDayOf = ({ params }: AnalysisInput): number => dayOf(params.status_date)

export const mustFinishDayOf = ({ params }: AnalysisInput): number => dayOf(params.must_finish_by)

/** For the rows that take options.status_date as well: the one that is given; two that differ are refused. */
export function statusDayOrRefusal(input: AnalysisInput): number | Refusal {
  const besides = statusDayOf(input)
  const own = dayOf(optionsOf<{ status_date: string | null }>(input).status_date)
  if (own === DAY_ABSENT || besides === DAY_ABSENT) return Math.max(own, besides)
  if (own === besides) return own
  const msg = `must be the same day as status_date, which is ${String(input.params.status_date)}`
  return refuseInvalid([{ loc: ['body', 'options', 'status_date'], msg, type: 'conflict' }])
}

/** A day number as results print it. */
export const dateOrNull = (day: number): string | null => (day === DAY_ABSENT ? null : formatDay(day))
