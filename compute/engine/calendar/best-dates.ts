/**
 * Start and finish of a task as far as its dates give them (/docs/methods#states-and-durations): start* and finish* take actual before
 * forecast before planned dates, fs and ff forecast before planned ones.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { copied } from '../ids/short-arrays.ts'
import { COMPLETE, IN_PROGRESS } from '../kind/states.ts'

/** start*: day number or DAY_ABSENT. */
export function bestStart(columns: ScheduleColumns, i: number): number {
  if (columns.actualStart[i] !== DAY_ABSENT) return columns.actualStart[i]
  return scheduledStart(columns, i)
}

/** finish*: day number or DAY_ABSENT. */
export function bestFinish(columns: ScheduleColumns, i: number): number {
  if (columns.actualFinish[i] !== DAY_ABSENT) return columns.actualFinish[i]
  return scheduledFinish(columns, i)
}

/** fs: day number or DAY_ABSENT. */
export function scheduledStart(columns: ScheduleColumns, i: number): number {
  return columns.forecastStart[i] !== DAY_ABSENT ? columns.forecastStart[i] : columns.plannedStart[i]
}

/** ff: day number or DAY_ABSENT. */
export function scheduledFinish(columns: ScheduleColumns, i: number): number {
  return columns.forecastFinish[i] !== DAY_ABSENT ? columns.forecastFinish[i] : columns.plannedFinish[i]
}

/** By early or late date: the actual date that stands in its place, and the state from which on it does. */
const ACTUAL_IN_PLACE = {
  earlyStart: ['actualStart', IN_PROGRESS],
  earlyFinish: ['actualFinish', COMPLETE],
  lateStart: ['actualStart', COMPLETE],
  lateFinish: ['actualFinish', COMPLETE],
} as const
export type NetworkDay = keyof typeof ACTUAL_IN_PLACE

/**
 * An early or late date as P6 shows it, as files for authorities have it and as checks judge it; DAY_ABSENT where none was sent. Project files keep where the
 * rest of the work would start and finish; shown is when the work did.
 */
export function shownDay(columns: ScheduleColumns, name: NetworkDay, state: number, i: number): number {
  const [actual, since] = ACTUAL_IN_PLACE[name]
  return state >= since && columns[actual][i] !== DAY_ABSENT ? columns[actual][i] : columns[name][i]
}

/** fs and ff of all tasks, day numbers or DAY_ABSENT, for callers that ask for them often. */
export interface ScheduledDates {
  readonly start: Int32Array
  readonly finish: Int32Array
}

export const scheduledDates = (columns: ScheduleColumns): ScheduledDates => ({
  start: latterWherePresent(columns.plannedStart, columns.forecastStart),
  finish: latterWherePresent(columns.plannedFinish, columns.forecastFinish),
})

/** The planned days themselves where no task has a forecast. */
function latterWherePresent(planned: Int32Array, forecast: Int32Array): Int32Array {
  let days: Int32Array | undefined
  for (let i = 0; i < forecast.length; i++) {
    if (forecast[i] === DAY_ABSENT) continue
    days ??= copied(planned)
    days[i] = forecast[i]
  }
  return days ?? planned
}
