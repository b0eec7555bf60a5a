/**
 * Why supplied dates and floats differ from the computed ones. Each reason that can be tried is tried: the passes run once more
 * as that reason has it, and what still differs shows how much it explains. The others are read off the dates.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { ScheduledDates } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { WeekEvidence } from '../calendar/work-weeks.ts'
import { calendarOf, isByClock, momentAt } from '../clock/input.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import { type EarlyDates, earlyDates } from '../cpm/forward.ts'
import { type CpmInput, withRemaining } from '../cpm/input.ts'
import type { PassChanges } from '../cpm/kernel-trial.ts'
import type { Preparation } from '../cpm/prepare.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../population/progress.ts'
import {
  commonDifference,
  countApart,
  FINISH_TOLERANCE_DAYS,
  FLOAT_TOLERANCE_DAYS,
  isApart,
  isFurther,
  type Supplied,
} from './compare.ts'
import { lackingDays } from './days-bounded.ts'
import { type Spans, spansOf } from './spans.ts'
import { finishesLeft, floatsLeft, leftByKernel } from './trial-passes.ts'

/** In the order in which they are taken where two explain as much. */
export type Reason =
  | { readonly name: 'must_finish_by' | 'data_date'; readonly day: number; readonly left: number }
  | { readonly name: 'progress_override'; readonly left: number }
  | { readonly name: 'remaining_duration'; readonly left: number; readonly count: number; readonly task: number }
  | { readonly name: 'earlier_plan' | 'changed_duration'; readonly count: number; readonly task: number }
  | { readonly name: 'work_week'; readonly workDays: readonly number[] }
  | { readonly name: 'holidays' | 'more_work_days' | 'several_calendars'; readonly spans: Spans }
  | { readonly name: 'held_start' | 'early_start'; readonly count: number; readonly task: number }
  | { readonly name: 'day_length'; readonly spans: Spans }
  | { readonly name: 'late_dates' }
  | { readonly name: 'calendar_guessed' }
  | { readonly name: 'unknown' }

export interface ReasonContext {
  /** Member of the request that takes the data date; null = none does. */
  readonly dataDateField: string | null
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly choice: CalendarChoice
  readonly scheduled: ScheduledDates
  readonly supplied: Supplied
  /** Whether finishes are among the values that differ. */
  readonly finishesDiffer: boolean
  /** Values that differ. */
  readonly differing: number
  /** See SuppliedContext. */
  readonly overrideEarly?: EarlyDates | undefined
}

/** What a reason leaves unexplained so that it is taken without looking further, and so that it is taken at all. */
const EXPLAINS_SHARE_LEFT = 0.1
const HELPS_SHARE_LEFT = 0.5
/** A reason explains so many values more than were fitted for it. */
const SPARE_VALUES_MIN = 2
/** Least share of the supplied finishes before the data date, and of the spans that do not fit, that counts as a reason. */
const PAST_SHARE_MIN = 0.05
const MISFIT_SHARE_MIN = 0.05
/** Share of starts and finishes on the days off of a week that it can have. */
const OFF_SHARE_MAX = 0.05

export function likelyReason(context: ReasonContext): Reason {
  const { differing, choice } = context
  const changed = context.finishesDiffer ? changedDurations(context) : undefined
  if (changed !== undefined) return changed
  const tried = trials(context).filter(each => each.left <= leftMax(differing, fittedCount(each)))
  const best = tried.reduce<(Reason & { left: number }) | undefined>(
    (least, each) => (least === undefined || each.left < least.left ? each : least),
    undefined,
  )
  if (best !== undefined && best.left <= EXPLAINS_SHARE_LEFT * differing) return best
  if (!context.finishesDiffer) return { name: 'late_dates' }
  return (
    earlierPlan(context) ??
    // calendars that came with the schedule are not guessed at
    (isByClock(context.prepared.input) ? undefined : calendarReason(context)) ??
    best ??
    (choice.source === 'auto' ? { name: 'calendar_guessed' } : undefined) ??
    rootReason(context) ?? { name: 'unknown' }
  )
}

/** What a reason that was fitted to so many values may leave unexplained; negative: whatever it explains, it is not taken. */
const leftMax = (differing: number, fitted: number): number =>
  Math.min(HELPS_SHARE_LEFT * differing, differing - fitted - SPARE_VALUES_MIN)

/** Values that were fitted to the supplied ones, each of which explains one of them whatever they are. */
function fittedCount(tried: Tried): number {
  if (tried.name === 'progress_override') return 0
  return tried.name === 'remaining_duration' ? tried.count : 1
}

type Tried = Extract<Reason, { readonly left: number }>

function trials(context: ReasonContext): Tried[] {
  const { columns, prepared, result, supplied, differing } = context
  const { input, timeline, dataDate } = prepared
  let written: EarlyDates | undefined
  // values that still differ where the passes run on the input with some changes, by which early dates may be known
  const leftBy = (changes: PassChanges, fitted: number, known?: EarlyDates): number =>
    leftByKernel(input, result, changes, supplied, leftMax(differing, fitted)) ??
    leftOf({ ...input, ...changes }, fitted, known)
  const leftOf = (other: CpmInput, fitted: number, known?: EarlyDates): number => {
    const max = leftMax(differing, fitted)
    const early = known ?? (written ??= earlyDates(columns.taskCount))
    const finishes =
      known === undefined
        ? finishesLeft(other, early, supplied, max)
        : countApart(supplied.finish, early.finish, FINISH_TOLERANCE_DAYS)
    return finishes > max ? finishes : finishes + floatsLeft(other, early, supplied, max - finishes)
  }
  const tried: Tried[] = []
  // too few values differ for a reason that is fitted to one
  const mayBeFitted = leftMax(differing, 1) >= 0
  const common = commonDifference(supplied.totalFloat, result.totalFloat, FLOAT_TOLERANCE_DAYS)
  for (const days of new Set([common, lastFloatDifference(supplied, result)])) {
    if (!mayBeFitted || timeline === undefined || days === undefined || Math.abs(days) <= FLOAT_TOLERANCE_DAYS) continue
    const base = Number.isNaN(input.mustFinish) ? result.projectFinish : input.mustFinish
    const mustFinish = snap(base - days)
    // the early dates do not depend on it
    const left = leftBy({ mustFinish }, 1, isByClock(input) ? undefined : result.early)
    tried.push({ name: 'must_finish_by', day: timeline.finishDay(mustFinish), left })
  }
  const isStarted = dataDate.source !== 'none' && input.network.order.some(i => input.state[i] !== NOT_STARTED)
  if (isStarted) {
    const left = leftBy({ override: true }, 0, context.overrideEarly)
    tried.push({ name: 'progress_override', left })
    const { changes, task } = remainingBySupplied(columns, input, result, supplied)
    if (changes.length > 0 && leftMax(differing, changes.length) >= 0) {
      const left = leftOf(withRemaining(input, changes), changes.length)
      tried.push({ name: 'remaining_duration', left, count: changes.length, task })
    }
  }
  if (!mayBeFitted) return tried
  const shiftBeyond = (days: number) => commonDifference(supplied.finish, result.earlyFinish, days)
  // a day that all finishes have in common is none of a finish, but it is one of each float that counts to a fixed date
  const shift = shiftBeyond(FINISH_TOLERANCE_DAYS) ?? shiftBeyond(FLOAT_TOLERANCE_DAYS)
  // an earlier data date than the one given is that of a plan that was not rescheduled since
  const isFree = dataDate.source !== 'status_date' || (shift !== undefined && shift < 0)
  if (timeline !== undefined && shift !== undefined && isFree) {
    const offset = snap(input.dataDate - shift)
    tried.push({ name: 'data_date', day: timeline.startDay(offset), left: leftBy({ dataDate: offset }, 1) })
  }
  return tried
}

/** Computed less supplied float of the last task that has one, the smallest of several: what a must-finish day gives it. */
function lastFloatDifference(
  { totalFloat }: Supplied,
  { earlyFinish, totalFloat: computed }: CpmResult,
): number | undefined {
  if (totalFloat === undefined) return undefined
  let last = Number.NEGATIVE_INFINITY
  let difference: number | undefined
  for (let i = 0; i < totalFloat.length; i++) {
    const days = computed[i] - totalFloat[i]
    if (Number.isNaN(days) || earlyFinish[i] < last) continue
    if (earlyFinish[i] > last || Math.abs(days) < Math.abs(difference!)) difference = days
    last = earlyFinish[i]
  }
  return difference
}

/** What is left of work in progress as its supplied finish has it, where remaining_duration_days is absent. */
function remainingBySupplied(
  { id, taskCount, remainingDurationDays }: ScheduleColumns,
  input: CpmInput,
  { early }: CpmResult,
  { finish }: Supplied,
): { changes: [task: number, days: number][]; task: number } {
  const { state, network, remainingDays } = input
  const changes: [number, number][] = []
  let task = -1
  let most = 0
  if (finish === undefined) return { changes, task }
  for (let i = 0; i < taskCount; i++) {
    if (network.takesPart[i] === 0 || state[i] !== IN_PROGRESS || !Number.isNaN(remainingDurationDays[i])) continue
    const days = Math.max(0, workDaysBetween(input, i, early.start[i], finish[i]))
    const apart = Math.abs(days - remainingDays[i])
    if (!isApart(days, remainingDays[i], FINISH_TOLERANCE_DAYS)) continue
    changes.push([i, days])
    if (!isFurther(id, i, task, apart, most)) continue
    most = apart
    task = i
  }
  return { changes, task }
}

/** Days of work of task i between two offsets: by the clock those of its own calendar. */
function workDaysBetween(input: CpmInput, i: number, from: number, to: number): number {
  if (!isByClock(input)) return to - from
  const calendar = calendarOf(input.clock, i)
  return calendar.workBetween(momentAt(input.clock, from), momentAt(input.clock, to)) / calendar.minutesPerDay
}

/** Open work that was to finish before the data date: the dates are those of a plan that was not brought up to date. */
function earlierPlan({
  columns,
  supplied: { finish },
  prepared: { input, dataDate },
}: ReasonContext): Reason | undefined {
  if (finish === undefined || dataDate.source === 'none') return undefined
  let known = 0
  let count = 0
  let task = -1
  for (let i = 0; i < finish.length; i++) {
    if (Number.isNaN(finish[i])) continue
    known++
    if (!(finish[i] < input.dataDate - FINISH_TOLERANCE_DAYS - EPSILON_DAYS)) continue
    count++
    if (isFurther(columns.id, i, task, -finish[i], -finish[task])) task = i
  }
  return count > 0 && count >= PAST_SHARE_MIN * known ? { name: 'earlier_plan', count, task } : undefined
}

/** Tasks whose dates leave less than their duration: that is no guess. */
function changedDurations({ columns, prepared: { input } }: ReasonContext): Reason | undefined {
  let [count, task, most] = [0, -1, 0]
  for (const i of input.network.order) {
    const days = lackingDays(input, i)
    if (days === 0) continue
    count++
    if (!isFurther(columns.id, i, task, days, most)) continue
    most = days
    task = i
  }
  return count > 0 ? { name: 'changed_duration', count, task } : undefined
}

function calendarReason({ columns, prepared, result, choice, scheduled }: ReasonContext): Reason | undefined {
  const { workDays, dateCount, datesOff } = weekOfDates(columns, choice, scheduled)
  if (workDays !== choice.workDays) {
    // work that starts and ends on the days off of a shorter week is done in longer or shorter days, not in that week
    if (workDays.length < choice.workDays.length && datesOff > OFF_SHARE_MAX * dateCount) {
      return { name: 'day_length', spans: spansOf(columns, prepared, result, choice.calendar, scheduled) }
    }
    return { name: 'work_week', workDays }
  }
  const spans = spansOf(columns, prepared, result, choice.calendar, scheduled)
  const { known, longer, shorter, byHolidays } = spans
  if (longer + shorter === 0 || longer + shorter < MISFIT_SHARE_MIN * known) return undefined
  if (byHolidays >= (longer + shorter) / 2) return { name: 'holidays', spans }
  if (shorter > known / 2) return { name: 'more_work_days', spans }
  return { name: 'several_calendars', spans }
}

/** The work week that the scheduled dates speak for. */
function weekOfDates(columns: ScheduleColumns, { workDays, guess }: CalendarChoice, { start, finish }: ScheduledDates) {
  const { taskCount, taskType, durationDays, baselineStart, baselineFinish } = columns
  const isPlanned = start === columns.plannedStart && finish === columns.plannedFinish
  // the guess was made from these dates
  if (guess !== undefined && isPlanned) return { workDays, ...guess }
  const dates = { baselineStart, baselineFinish, plannedStart: start, plannedFinish: finish }
  return new WeekEvidence({ taskCount, taskType, durationDays, ...dates }, workDays).best(workDays)
}

/** Where the differences begin: at unstarted tasks that differ although nothing before them does. */
function rootReason({ columns, prepared: { input }, result, supplied: { finish } }: ReasonContext): Reason | undefined {
  if (finish === undefined) return undefined
  const { order, start, task } = input.network
  const apart = (i: number): number => result.earlyFinish[i] - finish[i]
  const differs = (i: number): boolean => isApart(result.earlyFinish[i], finish[i], FINISH_TOLERANCE_DAYS)
  let [held, heldTask, early, earlyTask] = [0, -1, 0, -1]
  for (const i of order) {
    if (input.state[i] !== NOT_STARTED || !differs(i)) continue
    let isRoot = true
    for (let k = start[i]; k < start[i + 1] && isRoot; k++) {
      isRoot = input.state[task[k]] === COMPLETE || !differs(task[k])
    }
    if (!isRoot) continue
    if (apart(i) < 0) {
      held++
      if (isFurther(columns.id, i, heldTask, -apart(i), -apart(heldTask))) heldTask = i
    } else {
      early++
      if (isFurther(columns.id, i, earlyTask, apart(i), apart(earlyTask))) earlyTask = i
    }
  }
  if (held + early === 0) return undefined
  return held >= early
    ? { name: 'held_start', count: held, task: heldTask }
    : { name: 'early_start', count: early, task: earlyTask }
}
