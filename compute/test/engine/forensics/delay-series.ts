/** Series of schedules for tests of the delay analysis: a baseline, earlier versions, the current one. */
import type { Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { date } from './delay-dates.ts'

export const task = (
  id: string,
  duration_days: number,
  predecessors: string[] = [],
  more: object = {},
): TaskObject => ({
  id,
  duration_days,
  predecessors,
  ...more,
})

export interface Series {
  readonly baseline?: TaskObject[]
  /** By data date. */
  readonly snapshots?: readonly (readonly [dataDate: number, tasks: TaskObject[]])[]
  readonly current: readonly [dataDate: number, tasks: TaskObject[]]
}

export const body = ({ baseline, snapshots = [], current }: Series, options: object = {}) => ({
  current_schedule: { status_date: date(current[0]), tasks: current[1] },
  ...(baseline === undefined ? {} : { baseline_schedule: { baseline_date: date(0), tasks: baseline } }),
  schedule_history: snapshots.map(([dataDate, tasks]) => ({ snapshot_date: date(dataDate), tasks })),
  calendar: 'calendar_days',
  options,
})

export const reply = (t: Test, series: Series, options: object = {}): Plain =>
  analyse(t, delayAnalyser, DelayAnalysisData, body(series, options))

/** Days of each task that delayed the finish, by its id. */
export const parts = (window: Plain): Record<string, number> =>
  Object.fromEntries(window.attribution.map((row: Plain) => [row.id, row.contribution_days]))
