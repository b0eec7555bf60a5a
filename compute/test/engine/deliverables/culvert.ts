const HOURS = [['08:00', '16:00']]
const week = { monday: HOURS, tuesday: HOURS, wednesday: HOURS, thursday: HOURS, friday: HOURS }

/** A culvert of four activities, the first of them in progress. */
export const CULVERT = {
  status_date: '2026-03-06',
  calendars: [{ id: 'std', name: 'Five days', work_week: week, exceptions: [{ date: '2026-03-17' }] }],
  must_finish_by: '2026-03-31',
  tasks: [
    {
      id: 'C10',
      name: 'Excavate for the culvert',
      duration_days: 8,
      actual_start: '2026-03-02',
      remaining_duration_days: 4,
      codes: { RESP: 'PRIM', AREA: 'EAST', FOW: 'Excavation', BIDI: '0001' },
      budgeted_cost: 8000,
    },
    { id: 'C20', name: 'Bedding', duration_days: 2.5, predecessors: [{ task_id: 'C10', type: 'SS', lag_days: 3 }] },
    {
      id: 'C30',
      name: 'Lay the pipes, all of them, from the west to the east',
      duration_days: 6,
      predecessors: ['C20', { task_id: 'C10', type: 'FF', lag_days: 1 }],
      constraint_type: 'FNLT',
      constraint_date: '2026-03-25',
    },
    { id: 'C90', name: 'Culvert done', duration_days: 0, task_type: 'finish_milestone', predecessors: ['C30'] },
  ],
}
