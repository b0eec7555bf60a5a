/** Start and finish of a task as far as its dates tell (ANALYSIS_REFERENCE 0.1): actual before forecast before planned. */
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'

/** start*: day number or DAY_ABSENT. */
export function bestStart(columns: ScheduleColumns, i: number): number {
  if (columns.actualStart[i] !== DAY_ABSENT) return columns.actualStart[i]
  return columns.forecastStart[i] !== DAY_ABSENT ? columns.forecastStart[i] : columns.plannedStart[i]
}

/** finish*: day number or DAY_ABSENT. */
export function bestFinish(columns: ScheduleColumns, i: number): number {
  if (columns.actualFinish[i] !== DAY_ABSENT) return columns.actualFinish[i]
  return columns.forecastFinish[i] !== DAY_ABSENT ? columns.forecastFinish[i] : columns.plannedFinish[i]
}
