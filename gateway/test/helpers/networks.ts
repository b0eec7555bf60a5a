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
