/** Small schedules that endpoint tests send. */

export const CPM = '/api/v1/analysis/cpm'
export const VALIDATE = '/api/v1/analysis/validate'

/** Golden CPM-1 of the reference: duration 12, critical A, B, D. */
export const FOUR_TASKS = [
  { id: 'A', duration_days: 3 },
  { id: 'B', duration_days: 5, predecessors: ['A'] },
  { id: 'C', duration_days: 2, predecessors: ['A'] },
  { id: 'D', duration_days: 4, predecessors: ['B', 'C'] },
]

export const chain = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1 + (i % 3),
    predecessors: i === 0 ? [] : [`T${i - 1}`],
  }))

/** Something in nearly every field, so that a column left out of a frame shows. */
export const richTasks = Array.from({ length: 60 }, (_, i) => ({
  id: `R${i}`,
  name: `Task ${i}`,
  duration_days: 1 + (i % 7),
  predecessors: i === 0 ? [] : [{ task_id: `R${i - 1}`, type: ['FS', 'SS', 'FF'][i % 3], lag_days: (i % 5) - 2 }],
  resources: [`Crew ${i % 4}`],
  percent_complete: i < 10 ? 100 : i < 15 ? 40 : 0,
  planned_start: `2026-03-${String(2 + (i % 25)).padStart(2, '0')}`,
  planned_finish: `2026-04-${String(2 + (i % 25)).padStart(2, '0')}`,
  actual_start: i < 15 ? `2026-03-${String(2 + i).padStart(2, '0')}` : null,
  actual_finish: i < 10 ? `2026-03-${String(5 + i).padStart(2, '0')}` : null,
  baseline_start: '2026-03-01',
  baseline_finish: '2026-05-01',
  forecast_start: i > 40 ? '2026-06-01' : null,
  constraint_type: i % 9 === 0 ? 'FNLT' : null,
  constraint_date: i % 9 === 0 ? '2026-04-20' : null,
  task_type: i % 20 === 0 ? 'loe' : 'task',
  wbs_code: `1.${i % 6}`,
  total_float_days: i % 3,
}))
