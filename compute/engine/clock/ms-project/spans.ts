/** How much working time a task takes up: its duration with the gaps of its split before it starts, what is left of it after. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../../shared/contract/schedule/resources.ts'
import { boundedDays } from '../../calendar/bounds.ts'
import { ALAP, MS_PROJECT_EFFECTS } from '../../kind/constraint-types.ts'
import { IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { pins } from '../../passes/constraint.ts'
import { momentIn } from '../calendars.ts'
import { type ClockedInput, calendarOf, momentAt, remainingMinutes } from '../input.ts'
import type { WorkCalendar } from '../work-calendar.ts'
import type { Plan } from './plan.ts'

/** Code of "true" in the column. */
export const MANUAL = 2
/** Durations are written in days of some decimals: so much of a day is rounding. */
const ROUNDING_DAYS = 0.01

/** Minutes of a duration of the schedule. */
export const minutesOf = (days: number, { minutesPerDay }: WorkCalendar): number =>
  days > 0 ? Math.round(boundedDays(days) * minutesPerDay) : 0

/** The forecast dates of task i where they tell its span: both have times. Else both NaN. */
function statedDates(columns: ScheduleColumns, i: number): readonly [start: number, finish: number] {
  const start = momentIn(columns, 'forecastStart', i, 'start')
  const finish = momentIn(columns, 'forecastFinish', i, 'finish')
  const isStated = start < finish && columns.forecastStartTime[i] > 0 && columns.forecastFinishTime[i] > 0
  return isStated ? [start, finish] : [Number.NaN, Number.NaN]
}

/** Minutes of working time between the dates of task i beyond its duration, below 0 where they leave less; 0 where they do not tell. */
export function storedGap(columns: ScheduleColumns, i: number, calendar: WorkCalendar): number {
  const minutes = minutesOf(columns.durationDays[i], calendar)
  const span = minutes === 0 ? 0 : calendar.workBetween(...statedDates(columns, i))
  return span > 0 ? span - minutes : 0
}

const specsOfColumns = new WeakMap<ScheduleColumns, readonly (ResourceSpec | undefined)[]>()

function specsOf(columns: ScheduleColumns): readonly (ResourceSpec | undefined)[] {
  const specs = specsOfColumns.get(columns) ?? specsByCode(columns)
  specsOfColumns.set(columns, specs)
  return specs
}

/**
 * Minutes by which dates may leave task i less than its duration: what rounding makes of days, and any of dates by hand or where its resources, in calendars of their own, work as long
 * between them as the duration. Any other such dates are those of another duration: no split makes a task shorter.
 */
export function shortestGap(
  columns: ScheduleColumns,
  i: number,
  calendar: WorkCalendar,
  calendars: readonly WorkCalendar[],
): number {
  const rounding = -ROUNDING_DAYS * calendar.minutesPerDay
  if (columns.manuallyScheduled[i] === MANUAL) return Number.NEGATIVE_INFINITY
  const { start, codes } = columns.resources
  if (!(start[i] < start[i + 1])) return rounding
  const own = new Set<WorkCalendar>()
  for (let k = start[i]; k < start[i + 1]; k++)
    own.add(calendars[specsOf(columns)[codes[k]]?.calendar ?? -1] ?? calendar)
  const minutes = minutesOf(columns.durationDays[i], calendar)
  return areWorked([...own], statedDates(columns, i), minutes + rounding) ? Number.NEGATIVE_INFINITY : rounding
}

/** Whether one of the calendars or another works for so many minutes from start to finish. */
function areWorked(
  calendars: readonly WorkCalendar[],
  [start, finish]: readonly [number, number],
  minutes: number,
): boolean {
  let left = minutes
  let [at, steps] = [start, 0]
  while (at < finish && left > 0) {
    const from = Math.min(...calendars.map(each => each.nextWork(at)))
    // of a longer time at most what each works by itself
    if (steps++ === STEPS_MAX) left -= calendars.reduce((sum, each) => sum + each.workBetween(at, finish), 0)
    if (steps > STEPS_MAX || !(from < finish)) break
    at = Math.max(...calendars.map(each => (each.nextWork(from) === from ? each.shiftEnd(from) : from)))
    left -= Math.min(at, finish) - from
  }
  return left <= 0
}

/** Shifts that are looked at one by one. */
const STEPS_MAX = 200

/** Minutes of the calendar of s from its (remaining) start to its finish. */
export function spanMinutes(input: ClockedInput, plan: Plan, s: number): number {
  const minutes = remainingMinutes(input, s)
  return minutes > 0 && input.state[s] === NOT_STARTED ? Math.max(1, minutes + plan.gapMinutes[s]) : minutes
}

/** Whether the dates of s stand: it is scheduled by hand and has not started. */
export const isHeldByHand = (input: ClockedInput, plan: Plan, s: number): boolean =>
  input.state[s] === NOT_STARTED && !Number.isNaN(plan.manualStart[s])

/** Minutes round the clock by which leveling puts the start of s later than its links and constraints do: not of work that has started or whose dates stand. */
export function levelingDelay(input: ClockedInput, plan: Plan, s: number): number {
  const { clock, constraint, state } = input
  const minutes = clock.tasks.levelingDelay?.[s] ?? Number.NaN
  if (!(minutes > 0) || state[s] !== NOT_STARTED || isHeldByHand(input, plan, s)) return 0
  const isPinned = clock.rules.honorConstraints && pins(MS_PROJECT_EFFECTS[constraint[s]])
  return isPinned || constraint[s] === ALAP ? 0 : minutes
}

/** Where s, which links and constraints let start at `moment`, starts after its leveling delay: that runs from where work could begin. */
export function afterLeveling(input: ClockedInput, plan: Plan, s: number, moment: number): number {
  const delay = levelingDelay(input, plan, s)
  return delay === 0 || !Number.isFinite(moment) ? moment : calendarOf(input.clock, s).nextWork(moment) + delay
}

/** Where the work that was done of s, in progress, ends. */
export const stopOf = ({ clock, reportedStart }: ClockedInput, { stop }: Plan, s: number): number =>
  Number.isNaN(stop[s]) ? momentAt(clock, reportedStart[s]) : stop[s]

/** The start that links from the start of p count from. */
export const linkedStart = ({ clock, reportedStart, state }: ClockedInput, start: Float64Array, p: number): number =>
  state[p] === NOT_STARTED ? start[p] : momentAt(clock, reportedStart[p])

/** Whether a link from the start of p leaves its late finish alone: that start has been, or stands. */
export const hasFixedStart = (input: ClockedInput, plan: Plan, p: number): boolean =>
  input.state[p] === IN_PROGRESS || !Number.isNaN(plan.manualStart[p])
