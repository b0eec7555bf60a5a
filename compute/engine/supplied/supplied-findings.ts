/**
 * The finding that supplied dates or floats differ from those computed from the same schedule: by how much, where most, why, and what to
 * send. There is none for a schedule that supplies neither, or whose values agree within the tolerance.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { scheduledDates } from '../calendar/best-dates.ts'
import { type CalendarChoice, spanCalendar } from '../calendar/choice.ts'
import type { AdvisedFinding } from '../check/advised-finding.ts'
import { type FindingRow, type RowHit, seek } from '../check/finding-rows.ts'
import { allHitsOf, NO_HITS } from '../check/findings.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import type { EarlyDates } from '../cpm/forward.ts'
import type { Preparation } from '../cpm/prepare.ts'
import { zeros } from '../ids/short-arrays.ts'
import { durationFindings, inputFindings } from '../input/input-findings.ts'
import type { Durations } from '../population/durations.ts'
import { dateOrNull } from '../result/options.ts'
import type { Finding, ResultValue } from '../result/result.ts'
import {
  type DayBasis,
  dateText,
  dayBasis,
  type FinishMovement,
  finishMovement,
  inDays,
  laterOrEarlier,
  offsetBasis,
} from '../wording/days.ts'
import { shareText } from '../wording/shares.ts'
import { taskText } from '../wording/tasks.ts'
import {
  type Differences,
  differences,
  FINISH_TOLERANCE_DAYS,
  FLOAT_TOLERANCE_DAYS,
  type Supplied,
  suppliedOf,
} from './compare.ts'
import { DAYS_BOUNDED, DURATION_BEYOND_DATES } from './days-bounded.ts'
import { reasonText } from './reason-text.ts'
import { likelyReason, type ReasonContext } from './reasons.ts'

/** A difference is small if the last finish is at most a working week off and few of the values differ. */
const LITTLE_DAYS_MAX = 5
const LITTLE_SHARE_MAX = 0.1

/** One run of the critical-path method over a schedule. */
export type Run = Pick<SuppliedContext, 'prepared' | 'result'>

interface SuppliedOptions {
  /**
   * false: only finishes are compared. An analysis without must_finish_by measures its floats from the computed finish, so supplied floats
   * that are measured from a contractual date differ without a fault.
   */
  readonly withFloats: boolean
  /** Member of the request with the data date of the schedule; undefined: status_date, null: there is none. */
  readonly dataDateField?: string | null
}

export interface SuppliedContext {
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly choice: CalendarChoice
  /** The dates of the result, where the caller has computed them. */
  readonly days?: CpmDates
  /** Early dates under progress override likewise. */
  readonly overrideEarly?: EarlyDates | undefined
}

export interface SuppliedHits {
  readonly differsFromSupplied?: RowHit
  readonly differsLittleFromSupplied?: RowHit
}

const ROW = {
  code: 'CPM_DIFFERS_FROM_SUPPLIED',
  title: 'Computed dates or floats differ from those supplied',
  description: (count: number) =>
    `The finish or total float that the request supplies for ${count === 1 ? '1 open task' : `${count} open tasks`} is not the computed one.`,
  advice: ({ evidence }: Finding) => ({
    title: 'Make the computed dates agree with the source',
    description: (evidence as { readonly to_agree: string }).to_agree,
  }),
}

/** One finding; its severity depends on the size of the difference. */
export const SUPPLIED_ROWS = {
  differsFromSupplied: {
    ...ROW,
    severity: 'medium',
    find: ({ differsFromSupplied = NO_HITS }: SuppliedHits) => differsFromSupplied,
  },
  differsLittleFromSupplied: {
    ...ROW,
    severity: 'low',
    find: ({ differsLittleFromSupplied = NO_HITS }: SuppliedHits) => differsLittleFromSupplied,
  },
} as const satisfies Record<string, FindingRow<SuppliedHits>>

const ROWS: readonly FindingRow<SuppliedHits>[] = Object.values(SUPPLIED_ROWS)

/** For an analysis whose findings have no rows of their own; `cpm` is undefined where the links form a cycle. */
const suppliedFindings = (
  columns: ScheduleColumns,
  cpm: Run | undefined,
  choice: CalendarChoice,
  options?: SuppliedOptions,
): AdvisedFinding[] =>
  cpm === undefined
    ? []
    : seek(ROWS, suppliedHits({ columns, prepared: cpm.prepared, result: cpm.result, choice }, options), columns)

/** Whether the schedule has any date or float that is compared. */
export const mayBeSupplied = (columns: ScheduleColumns): boolean =>
  hasAnyColumn(columns, ['plannedFinish', 'forecastFinish', 'totalFloatDays'])

export function suppliedHits(
  context: SuppliedContext,
  { withFloats, dataDateField = 'status_date' }: SuppliedOptions = { withFloats: true },
): SuppliedHits {
  const { columns, prepared, result, choice } = context
  if (!mayBeSupplied(columns)) return {}
  const scheduled = scheduledDates(columns)
  const supplied = suppliedOf(columns, prepared, withFloats, result.earlyFinish, scheduled.finish)
  if (supplied === undefined) return {}
  const marks = zeros(Uint8Array, columns.taskCount)
  const finishes = differences(supplied.finish, result.earlyFinish, FINISH_TOLERANCE_DAYS, columns.id, marks)
  const floats = differences(supplied.totalFloat, result.totalFloat, FLOAT_TOLERANCE_DAYS, columns.id, marks)
  const differing = finishes.differing + floats.differing
  if (differing === 0) return {}
  const dates = context.days ?? computeDates(columns, prepared, result)
  const last = lastFinish(context, supplied, scheduled.finish, dates)
  const finishesDiffer = finishes.differing > 0
  const reasonContext: ReasonContext = { ...context, scheduled, supplied, differing, finishesDiffer, dataDateField }
  const reason = likelyReason(reasonContext)
  const { why, send } = reasonText(reason, reasonContext)
  const basis = dayBasis(choice.mode)
  const sentences = [
    countsText(finishes, floats, choice.mode),
    lastText(last),
    worstFinishText(context, finishes, scheduled.finish, dates),
    worstFloatText(context, supplied, floats, basis),
    `Likely reason: ${why} ${send}`,
  ]
  const isLittle =
    (last === undefined || Math.abs(last.days) <= LITTLE_DAYS_MAX) &&
    differing <= LITTLE_SHARE_MAX * (finishes.known + floats.known)
  const hit: RowHit = {
    ...allHitsOf(marks, 1),
    sizeOf: i =>
      Math.max(apart(supplied.finish, result.earlyFinish, i), apart(supplied.totalFloat, result.totalFloat, i)),
    detail: sentences.filter(each => each !== '').join(' '),
    evidence: {
      finishes: shown(finishes, columns),
      total_floats: shown(floats, columns),
      last_finish:
        last === undefined
          ? null
          : {
              supplied: dateOrNull(last.fromDay),
              computed: dateOrNull(last.toDay),
              days: last.days,
              day_basis: last.basis,
            },
      likely_reason: reason.name,
      to_agree: send,
    },
  }
  return isLittle ? { differsLittleFromSupplied: hit } : { differsFromSupplied: hit }
}

/** Days by which a supplied value differs; 0 if none is supplied. */
const apart = (supplied: Float64Array | undefined, computed: Float64Array, i: number): number =>
  Math.abs(computed[i] - (supplied?.[i] ?? Number.NaN)) || 0

/** From the last supplied finish to the last computed finish of the same tasks. */
function lastFinish(
  { choice }: SuppliedContext,
  { finish }: Supplied,
  scheduledFinish: Int32Array,
  dates: CpmDates,
): FinishMovement | undefined {
  if (finish === undefined) return undefined
  let [from, to] = [DAY_ABSENT, DAY_ABSENT]
  for (let i = 0; i < finish.length; i++) {
    if (Number.isNaN(finish[i])) continue
    from = Math.max(from, scheduledFinish[i])
    to = Math.max(to, dates.earlyFinish[i])
  }
  return finishMovement(spanCalendar(choice), offsetBasis(choice.mode), from, to)
}

const lastText = (last: FinishMovement | undefined): string =>
  last === undefined
    ? ''
    : `The last finish is ${dateText(last.fromDay)} as supplied and ${dateText(last.toDay)} as computed, ${laterOrEarlier(last.days, last.basis)}.`

function countsText(finishes: Differences, floats: Differences, mode: CalendarChoice['mode']): string {
  const parts = [
    finishes.known === 0 ? '' : shareText(finishes.differing, finishes.known, ['supplied finish', 'supplied finishes']),
    floats.known === 0 ? '' : shareText(floats.differing, floats.known, 'supplied total float'),
  ].filter(each => each !== '')
  const one = (each: Differences): number => (each.known === 0 ? 0 : each.known === 1 || each.differing === 1 ? 1 : 2)
  const differ = one(finishes) + one(floats) === 1 ? 'differs' : 'differ'
  return `${parts.join(', and ')}, ${differ} (by more than ${inDays(FINISH_TOLERANCE_DAYS, offsetBasis(mode))} of a finish, ${inDays(FLOAT_TOLERANCE_DAYS, dayBasis(mode))} of a float).`
}

function worstFinishText(
  { columns, choice }: SuppliedContext,
  { worst }: Differences,
  scheduledFinish: Int32Array,
  dates: CpmDates,
): string {
  if (worst < 0) return ''
  const [from, to] = [scheduledFinish[worst], dates.earlyFinish[worst]]
  const { days, basis } = finishMovement(spanCalendar(choice), offsetBasis(choice.mode), from, to)
  return `The finish furthest off is that of ${taskText(columns, worst)}: ${dateText(from)} as supplied, ${dateText(to)} as computed, ${laterOrEarlier(days, basis)}.`
}

function worstFloatText(
  { columns, result }: SuppliedContext,
  { totalFloat }: Supplied,
  { worst }: Differences,
  basis: DayBasis,
): string {
  if (worst < 0 || totalFloat === undefined) return ''
  return `The total float furthest off is that of ${taskText(columns, worst)}: ${inDays(totalFloat[worst], basis)} as supplied, ${inDays(result.totalFloat[worst], basis)} as computed.`
}

const shown = ({ known, differing, worst }: Differences, columns: ScheduleColumns): ResultValue => ({
  supplied: known,
  differing,
  worst_task_id: worst < 0 ? null : textAt(columns.id, worst),
})

/** Findings about a schedule of an analysis that computes its dates: what is wrong with its input, and where the dates differ. */
export const networkFindings = (
  columns: ScheduleColumns,
  durations: Pick<Durations, 'missing'>,
  run: Run | undefined,
  choice: CalendarChoice,
  options?: SuppliedOptions,
): AdvisedFinding[] => [
  ...inputFindings(columns),
  ...durationFindings(columns, durations),
  ...seek([DAYS_BOUNDED], { columns, work: run?.prepared.input.clock?.tasks.resourceWork }, columns),
  ...seek([DURATION_BEYOND_DATES], { columns, input: run?.prepared.input }, columns),
  ...suppliedFindings(columns, run, choice, options),
]
