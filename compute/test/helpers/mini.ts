/** MINI, the schedule that the worked examples of the health analyses share (/docs/methods/dcma-14-point#worked-example). */
import type { TaskObject } from './columns-from-tasks.ts'

const task = (id: string, duration_days: number, predecessors: string[], more: object): TaskObject => ({
  id,
  duration_days,
  predecessors,
  ...more,
})

export const MINI_STATUS_DATE = '2025-03-10'

export const MINI: TaskObject[] = [
  task('M0', 0, [], {
    task_type: 'milestone',
    baseline_start: '2025-03-03',
    baseline_finish: '2025-03-03',
    actual_start: '2025-03-03',
    actual_finish: '2025-03-03',
    percent_complete: 100,
  }),
  task('T1', 5, ['M0'], {
    baseline_start: '2025-03-03',
    baseline_finish: '2025-03-07',
    actual_start: '2025-03-03',
    actual_finish: '2025-03-08',
    percent_complete: 100,
    resource: 'R1',
  }),
  task('T2', 5, ['T1'], {
    baseline_start: '2025-03-08',
    baseline_finish: '2025-03-12',
    actual_start: '2025-03-09',
    percent_complete: 40,
    forecast_finish: '2025-03-12',
    resource: 'R1',
  }),
  task('T3', 50, ['T2'], {
    baseline_start: '2025-03-13',
    baseline_finish: '2025-05-01',
    forecast_start: '2025-03-13',
    forecast_finish: '2025-05-01',
    constraint_type: 'FNLT',
    constraint_date: '2025-06-30',
  }),
  task('T4', 4, ['T2SS+2d'], {
    baseline_start: '2025-03-06',
    baseline_finish: '2025-03-09',
    forecast_start: '2025-03-08',
    forecast_finish: '2025-03-11',
  }),
  task('T5', 2, ['T3FS-2d'], {
    baseline_start: '2025-04-28',
    baseline_finish: '2025-04-29',
    forecast_start: '2025-04-30',
    forecast_finish: '2025-05-01',
  }),
  task('M9', 0, ['T5'], {
    task_type: 'milestone',
    baseline_start: '2025-04-29',
    baseline_finish: '2025-04-29',
    forecast_finish: '2025-05-01',
  }),
]

/** MINI with members of some tasks replaced, by id. */
export const miniWith = (changes: Readonly<Record<string, object>>): TaskObject[] =>
  MINI.map(each => ({ ...each, ...changes[each.id] }))
