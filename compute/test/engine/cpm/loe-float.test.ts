/** Late dates and float of level of effort, in days and by the clock. */
import t from 'tap'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'

const cpm = built.find(({ id }) => id === 'analysis.cpm')!
const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]]),
)
const CLOCK = { calendars: [{ id: 'five', hours_per_day: 8, work_week: WEEK }], status_date: '2026-03-02T08:00' }
const rowOf = (body: Plain, id = 'L'): Plain => reply(cpm, body).data.tasks.find((row: Plain) => row.id === id)

/** A 2 and B 3 days in a chain, beside C of 10; L hangs from the start of A to the finish of B. */
const tasks = (over: Plain = {}): Plain[] => [
  { id: 'A', duration_days: 2 },
  { id: 'B', duration_days: 3, predecessors: ['A'] },
  { id: 'C', duration_days: 10 },
  { id: 'L', task_type: 'loe', predecessors: ['A SS', 'B FF'], ...over },
]

t.test('in days it has the float of the tasks that it hangs on', async t => {
  const row = rowOf({ tasks: tasks() })
  t.match(row, {
    early_start: 0,
    early_finish: 5,
    late_start: 5,
    late_finish: 10,
    total_float_days: 5,
    free_float_days: null,
  })
  t.equal(row.is_critical, false)
})

t.test('by the clock, too, in its own calendar', async t => {
  const row = rowOf({ ...CLOCK, tasks: tasks() })
  t.match(row, {
    early_start_date: '2026-03-02T08:00',
    early_finish_date: '2026-03-06T16:00',
    late_start_date: '2026-03-09T08:00',
    late_finish_date: '2026-03-13T16:00',
    total_float_days: 5,
  })
})

t.test('what is late makes it negative, and what is complete has none', async t => {
  t.equal(rowOf({ ...CLOCK, must_finish_by: '2026-03-11T16:00', tasks: tasks() }).total_float_days, 3)
  const late = {
    ...CLOCK,
    tasks: tasks().map(task =>
      task.id === 'B' ? { ...task, constraint_type: 'FNLT', constraint_date: '2026-03-04' } : task,
    ),
  }
  t.equal(rowOf(late).total_float_days, -2)
  t.notOk(
    reply(cpm, late).findings.some(({ task_ids }: Plain) => task_ids?.includes('L')),
    'no finding counts it',
  )
  const done = { actual_start: '2026-02-02', actual_finish: '2026-02-20' }
  t.same(rowOf({ ...CLOCK, tasks: tasks(done) }).total_float_days, null)
})

t.test('its float is that of the task that sets its finish, over schedules of three tasks', async t => {
  for (let a = 1; a < 6; a++) {
    for (let b = 1; b < 6; b++) {
      const body = { tasks: [...tasks().slice(2), { id: 'A', duration_days: a }, { id: 'B', duration_days: b }] }
      const last = a >= b ? 'A' : 'B'
      const latest = {
        ...body,
        tasks: body.tasks.map(task => (task.id === 'L' ? { ...task, predecessors: ['A SS', 'A FF', 'B FF'] } : task)),
      }
      t.equal(rowOf(latest).total_float_days, rowOf(latest, last).total_float_days, `${a} and ${b} days`)
    }
  }
})
