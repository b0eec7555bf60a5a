/**
 * What the passes by the clock read beside the numbers of a CpmInput (cpm/input.ts): calendars, moments and rules. Moments are minutes
 * since 1970-01-01T00:00 without a zone, NaN = absent; offsets are elapsed calendar days from the origin, the midnight of the anchor day.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { SchedulingRules } from '../../../shared/contract/schedule/scheduling-rules.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { Network } from '../graph/network.ts'
import { NOT_STARTED } from '../kind/states.ts'
import type { ResourceWork } from './resource-work.ts'
import type { WorkCalendar } from './work-calendar.ts'

/** Columns about the tasks of a schedule; length taskCount each. A column that no task fills is undefined. */
export interface ClockTasks {
  /** Index into calendars. */
  readonly calendar: Uint16Array
  /** START_MILESTONE or FINISH_MILESTONE where the task is such a point; 0 = it is not, or is another milestone. */
  readonly point: Uint8Array
  /** A second constraint that bounds the late dates or the early ones: code and moment, NO_CONSTRAINT = none. */
  readonly secondaryConstraint: Uint8Array | undefined
  readonly secondaryConstraintMoment: Float64Array | undefined
  readonly expectedFinish: Float64Array | undefined
  readonly suspend: Float64Array | undefined
  readonly resume: Float64Array | undefined
  readonly deadline: Float64Array | undefined
  readonly externalEarlyStart: Float64Array | undefined
  readonly externalLateFinish: Float64Array | undefined
  /** Minutes round the clock by which leveling puts a start later; NaN = none. */
  readonly levelingDelay: Float64Array | undefined
  /** Work of resources that decides the dates of activities. */
  readonly resourceWork?: ResourceWork | undefined
}

export interface ClockInput {
  readonly rules: SchedulingRules
  /** Those of the setting in their order, then the one round the clock. */
  readonly calendars: readonly WorkCalendar[]
  /** Index of the project's own calendar and of the one round the clock. */
  readonly projectCalendar: number
  readonly roundTheClock: number
  /** Moment of offset 0: midnight of the anchor day. */
  readonly origin: number
  /** What has not started begins no earlier; NaN = the data date alone counts. */
  readonly projectStart: number
  /** Before it nothing lies that is left, where a question is when that will be done (cpm/rescheduled.ts); absent: the rules say. */
  readonly notBefore?: number
  readonly tasks: ClockTasks
  /** The calendars that the dates of the schedule were made in, where a comparison computes it in others; absent: these. */
  readonly made?: { readonly calendars: readonly WorkCalendar[]; readonly calendar: Uint16Array }
  /** What is read of the schedule itself: by rules that need more (manual tasks, summaries). */
  readonly columns: ScheduleColumns
}

/** The part of a CpmInput that the passes by the clock read; a CpmInput with a clock is one. */
export interface ClockedInput {
  readonly clock: ClockInput
  readonly network: Network
  readonly floor: number
  /** Offsets. */
  readonly dataDate: number
  readonly reportedStart: Float64Array
  readonly reportedFinish: Float64Array
  readonly constraintOffset: Float64Array
  readonly mustFinish: number
  readonly state: Uint8Array
  readonly constraint: Uint8Array
  /** Days of the task's own calendar. */
  readonly remainingDays: Float64Array
  /** Days of the calendar of the predecessor, 1440 minutes where the lag is elapsed; -Infinity: the link holds nothing. */
  readonly lagDays: Float64Array
  readonly override: boolean
}

export const isByClock = <Input extends { readonly clock?: ClockInput | undefined }>(
  input: Input,
): input is Input & { readonly clock: ClockInput } => input.clock !== undefined

/** Moments as the links see them; NaN-free for tasks of the order. Length taskCount each. */
export interface Moments {
  readonly start: Float64Array
  readonly finish: Float64Array
}

export const momentsOf = (taskCount: number): Moments => ({
  start: new Float64Array(taskCount),
  finish: new Float64Array(taskCount),
})

/** Offset <-> moment. Both ways exact for whole minutes. */
export const momentAt = (clock: ClockInput, offset: number): number =>
  Math.round(offset * MINUTES_PER_DAY) + clock.origin
export const offsetAt = (clock: ClockInput, moment: number): number => (moment - clock.origin) / MINUTES_PER_DAY

/** The calendar that a task works in. */
export const calendarOf = ({ calendars, tasks }: ClockInput, i: number): WorkCalendar => calendars[tasks.calendar[i]]

/** Minutes of work that are left of task i by its remaining duration. */
export const remainingMinutes = ({ clock, remainingDays }: ClockedInput, i: number): number =>
  Math.round(remainingDays[i] * calendarOf(clock, i).minutesPerDay)

/** Up to so many minutes of float a task is critical: days of the project's calendar. NaN = the longest path decides. */
export const criticalMinutesOf = ({ calendars, rules, projectCalendar }: ClockInput): number =>
  rules.criticalBy === 'longest_path'
    ? Number.NaN
    : rules.criticalFloatDaysMax * calendars[projectCalendar].minutesPerDay

export const isElapsed = ({ elapsed }: Network, k: number): boolean => elapsed.length > 0 && elapsed[k] === 1

/** Minutes of the lag of live link k from p; -Infinity where the link was taken away. */
export const lagMinutes = ({ clock, network, lagDays }: ClockedInput, k: number): number =>
  lagDays[k] === 0
    ? 0
    : Math.round(
        lagDays[k] * (isElapsed(network, k) ? MINUTES_PER_DAY : calendarOf(clock, network.task[k]).minutesPerDay),
      )

/** The calendar that the lag of live link k into s counts in. */
export function lagCalendar({ clock, network }: ClockedInput, k: number, s: number): WorkCalendar {
  const { calendars, rules, projectCalendar, roundTheClock } = clock
  if (isElapsed(network, k) || rules.lagCalendar === '24_hour') return calendars[roundTheClock]
  if (rules.lagCalendar === 'project') return calendars[projectCalendar]
  return calendarOf(clock, rules.lagCalendar === 'successor' ? s : network.task[k])
}

/** Whether links into s count: an override keeps none of those into started work. */
export const linksHold = ({ override, state }: ClockedInput, s: number): boolean =>
  !(override && state[s] !== NOT_STARTED)
