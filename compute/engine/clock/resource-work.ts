/**
 * Activities whose dates follow from their resources (P6: resource dependent): each driving assignment works its remaining units at its rate in the
 * calendar of its resource, and the activity spans them. Float, lags and durations stay those of the activity's own calendar.
 */
import type { AssignmentColumns } from '../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { DAYS_MAX } from '../calendar/bounds.ts'
import { COMPLETE, NOT_STARTED } from '../kind/states.ts'
import { type ClockedInput, type ClockInput, calendarOf } from './input.ts'
import type { WorkCalendar } from './work-calendar.ts'

export interface ResourceWork {
  /** The work of task i is entries start[i] .. start[i + 1); length taskCount + 1. */
  readonly start: Uint32Array
  /** Index into the calendars of the clock. */
  readonly calendar: Uint16Array
  /** Minutes of that calendar: the work, and how long it waits after the start of the activity. */
  readonly minutes: Float64Array
  readonly lag: Float64Array
  /** Remaining days of task i that this work was read for: where a "what if" changes them, the work changes with them. */
  readonly basis: Float64Array
}

/** Code of "true" in the column resourceDependent, and of "no" in the column drives of assignments. */
const DEPENDENT = 2
const DRIVES_NOT = 1
const MINUTES_PER_HOUR = 60
/** Longest work that is reckoned with: units over next to no rate are longer than any duration. */
export const WORK_MINUTES_MAX = DAYS_MAX * MINUTES_PER_DAY

/** undefined: no open activity depends on its resources. */
export function resourceWorkOf(
  columns: ScheduleColumns,
  clock: ClockInput,
  state: Uint8Array,
  remainingDays: Float64Array,
): ResourceWork | undefined {
  const { assignments, resourceDependent, taskCount } = columns
  if (assignments === undefined || !resourceDependent.some(code => code === DEPENDENT)) return undefined
  const specs = specsByCode(columns)
  const start = new Uint32Array(taskCount + 1)
  const calendar: number[] = []
  const minutes: number[] = []
  const lag: number[] = []
  for (let i = 0; i < taskCount; i++) {
    start[i] = calendar.length
    if (resourceDependent[i] !== DEPENDENT || state[i] === COMPLETE) continue
    const perDay = clock.calendars[clock.tasks.calendar[i]].minutesPerDay
    const rest = Math.round(remainingDays[i] * perDay)
    const driving = drivingOf(assignments, i)
    const work = driving.map(k => minutesOf(assignments, k, specs[assignments.resource[k]], perDay))
    // without units each works as long as the activity
    const hasUnits = work.some(amount => amount > 0)
    for (const [n, k] of driving.entries()) {
      const amount = hasUnits && !Number.isNaN(work[n]) ? work[n] : rest
      if (amount <= 0) continue
      const own = specs[assignments.resource[k]]?.calendar ?? -1
      calendar.push(own < 0 ? clock.tasks.calendar[i] : own)
      minutes.push(Math.min(amount, WORK_MINUTES_MAX))
      const waits = state[i] === NOT_STARTED ? amountAt(assignments.lagHours, k) * MINUTES_PER_HOUR : 0
      lag.push(Number.isNaN(waits) ? 0 : Math.max(0, Math.min(Math.round(waits), WORK_MINUTES_MAX)))
    }
  }
  start[taskCount] = calendar.length
  if (calendar.length === 0) return undefined
  return {
    start,
    calendar: Uint16Array.from(calendar),
    minutes: Float64Array.from(minutes),
    lag: Float64Array.from(lag),
    basis: remainingDays.slice(),
  }
}

function drivingOf({ start, drives }: AssignmentColumns, i: number): number[] {
  const driving: number[] = []
  for (let k = start[i]; k < start[i + 1]; k++) if ((drives[k] ?? 0) !== DRIVES_NOT) driving.push(k)
  return driving
}

const amountAt = (values: Float64Array, k: number): number => (values.length === 0 ? Number.NaN : values[k])

/** How long an assignment works: its remaining units over their rate. NaN = it does not say. */
function minutesOf(
  assignments: AssignmentColumns,
  k: number,
  spec: ResourceSpec | undefined,
  minutesPerDay: number,
): number {
  const remaining = amountAt(assignments.remainingUnits, k)
  const budgeted = amountAt(assignments.budgetedUnits, k)
  const actual = amountAt(assignments.actualUnits, k)
  const units = Number.isNaN(remaining) ? Math.max(0, budgeted - (Number.isNaN(actual) ? 0 : actual)) : remaining
  const left = amountAt(assignments.remainingUnitsPerDay, k)
  const planned = amountAt(assignments.unitsPerDay, k)
  const rate = left > 0 ? left : planned > 0 ? planned : Number.NaN
  const hours = units / (Number.isNaN(rate) && spec?.type !== 'material' ? 1 : rate)
  if (Number.isNaN(hours)) return Math.round(amountAt(assignments.remainingDurationHours, k) * MINUTES_PER_HOUR)
  // a material is used by the day of its activity, work is done by the hour
  return Math.round(hours * (spec?.type === 'material' ? minutesPerDay : MINUTES_PER_HOUR))
}

export const worksByResources = ({ clock: { tasks, rules }, state }: ClockedInput, i: number): boolean => {
  const { resourceWork, expectedFinish } = tasks
  if (resourceWork === undefined || resourceWork.start[i] === resourceWork.start[i + 1]) return false
  if (state[i] === COMPLETE) return false
  // an expected finish says itself how much is left
  return !rules.useExpectedFinish || Number.isNaN(expectedFinish?.[i] ?? Number.NaN)
}

/** Calls back with the calendar of each work of activity i, its minutes and its lag, as the remaining duration has them now. */
function eachWork(
  { clock, remainingDays }: ClockedInput,
  i: number,
  take: (calendar: WorkCalendar, minutes: number, lag: number) => void,
): void {
  const { start, calendar, minutes, lag, basis } = clock.tasks.resourceWork!
  const share = remainingDays[i] === basis[i] ? 1 : basis[i] > 0 ? remainingDays[i] / basis[i] : 0
  for (let k = start[i]; k < start[i + 1]; k++)
    take(clock.calendars[calendar[k]], share === 1 ? minutes[k] : Math.round(minutes[k] * share), lag[k])
}

/** Where the rest of i, `minutes` of its own calendar, ends that begins at the moment or after it. */
export function finishOfWork(input: ClockedInput, i: number, start: number, minutes: number): number {
  if (!worksByResources(input, i)) return calendarOf(input.clock, i).finishAfter(start, minutes)
  let finish = start
  eachWork(input, i, (calendar, work, lag) => {
    if (work > 0) finish = Math.max(finish, calendar.finishAfter(start, lag + work))
  })
  return finish
}

/** Where the rest of i has to begin that ends at the moment or before it. */
function startOfWork(input: ClockedInput, i: number, finish: number, minutes: number): number {
  if (!worksByResources(input, i)) return calendarOf(input.clock, i).startBefore(finish, minutes)
  let start = finish
  eachWork(input, i, (calendar, work, lag) => {
    if (work > 0) start = Math.min(start, calendar.startBefore(finish, lag + work))
  })
  return start
}

/** What the rest of i is counted in: its own calendar, or the work of its resources. */
export const timeOf = (input: ClockedInput, i: number): PassTime =>
  worksByResources(input, i)
    ? {
        startBefore: (finish, minutes) => startOfWork(input, i, finish, minutes),
        finishAfter: (start, minutes) => finishOfWork(input, i, start, minutes),
      }
    : calendarOf(input.clock, i)

/** The moment itself where someone works on i after it, else the next at which work begins. */
export function nextWorkOf(input: ClockedInput, i: number, moment: number): number {
  if (!worksByResources(input, i)) return calendarOf(input.clock, i).nextWork(moment)
  let next = Number.POSITIVE_INFINITY
  eachWork(input, i, calendar => {
    next = Math.min(next, calendar.nextWork(moment))
  })
  return next
}

/** The moment itself where someone was at work on i before it, else the last at which work ended. */
export function previousWorkOf(input: ClockedInput, i: number, moment: number): number {
  if (!worksByResources(input, i)) return calendarOf(input.clock, i).previousWork(moment)
  let previous = Number.NEGATIVE_INFINITY
  eachWork(input, i, calendar => {
    previous = Math.max(previous, calendar.previousWork(moment))
  })
  return previous
}
