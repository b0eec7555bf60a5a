/** A schedule of four tasks, of our own making, as planned and as it stood two weeks later: the examples are made of it. */

/** Monday of the second week of the works. */
export const STATUS_DATE = '2026-03-09'
const BASELINE_DATE = '2026-02-16'
const SNAPSHOT_DATE = '2026-03-02'

const plan = [
  { id: 'A', name: 'Excavate', duration_days: 3, resource: 'Crew 1', wbs_code: '1.1' },
  { id: 'B', name: 'Pour foundations', duration_days: 5, predecessors: ['A'], resource: 'Crew 1', wbs_code: '1.2' },
  {
    id: 'C',
    name: 'Deliver steel',
    duration_days: 4,
    predecessors: ['A SS+1 d'],
    resource: 'Supplier',
    wbs_code: '2.1',
  },
  {
    id: 'D',
    name: 'Erect frame',
    duration_days: 4,
    predecessors: ['B', { task_id: 'C', type: 'FS', lag_days: 2 }],
    resource: 'Crew 2',
    wbs_code: '2.2',
  },
]

/** Planned dates of tasks A to D, first and last day. */
const dates = [
  ['2026-03-02', '2026-03-04'],
  ['2026-03-05', '2026-03-09'],
  ['2026-03-03', '2026-03-06'],
  ['2026-03-10', '2026-03-13'],
] as const

/** What is known of them on STATUS_DATE. */
const progress = [
  { actual_start: '2026-03-02', actual_finish: '2026-03-05', percent_complete: 100 },
  { actual_start: '2026-03-06', forecast_finish: '2026-03-11', percent_complete: 40, delay_category: 'contractor' },
  { actual_start: '2026-03-03', actual_finish: '2026-03-06', percent_complete: 100 },
  { forecast_start: '2026-03-12', forecast_finish: '2026-03-15', percent_complete: 0 },
]

const plannedTasks = plan.map((task, i) => ({
  ...task,
  planned_start: dates[i]![0],
  planned_finish: dates[i]![1],
}))

export const statusedTasks = plannedTasks.map((task, i) => ({
  ...task,
  baseline_start: dates[i]![0],
  baseline_finish: dates[i]![1],
  ...progress[i]!,
}))

export const planned = { tasks: plannedTasks }
export const statused = { tasks: statusedTasks, status_date: STATUS_DATE }
export const history = [{ snapshot_date: SNAPSHOT_DATE, tasks: plannedTasks }]
export const compared = {
  current_schedule: statused,
  baseline_schedule: { tasks: plannedTasks, baseline_date: BASELINE_DATE },
}
