/** A finish given as a day is the end of that day, and one at 00:00 that of the day before, in every part of a reply. */
import t from 'tap'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'

const row = (id: string) => built.find(each => each.id === id)!
const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]]),
)
const CLOCK = { calendars: [{ id: 'five', hours_per_day: 8, work_week: WEEK }] }
const body = (actual_finish: string, over: Plain = {}): Plain => ({
  status_date: '2026-03-09',
  tasks: [
    { id: 'A', duration_days: 5, actual_start: '2026-03-02', actual_finish, percent_complete: 100 },
    {
      id: 'B',
      duration_days: 3,
      predecessors: ['A'],
      early_finish: '2026-03-11',
      constraint_type: 'FNLT',
      constraint_date: '2026-03-11',
    },
  ],
  ...over,
})

t.test('the three ways to say a finish give the same reply', async t => {
  for (const over of [{}, CLOCK]) {
    const [day, midnight] = ['2026-03-06', '2026-03-07T00:00'].map(finish =>
      reply(row('analysis.cpm'), body(finish, over)),
    )
    t.same(midnight!.data.tasks, day!.data.tasks)
    t.same(midnight!.findings, day!.findings)
  }
})

t.test('by the clock it is printed on its day, beside what else ends then', async t => {
  const { data } = reply(row('analysis.cpm'), body('2026-03-06', CLOCK))
  t.same(
    data.tasks.map((each: Plain) => each.early_finish_date),
    ['2026-03-06T16:00', '2026-03-11T16:00'],
  )
  t.same([data.tasks[1].total_float_days, data.agreement.stored_finish], [0, '2026-03-11T16:00'])
})

t.test('where work goes on to midnight it is printed there, and a point stays', async t => {
  const always = {
    id: 'always',
    hours_per_day: 24,
    work_week: Object.fromEntries([...Object.keys(WEEK), 'saturday', 'sunday'].map(day => [day, [['00:00', '24:00']]])),
  }
  const tasks = [
    { id: 'A', duration_days: 2 },
    { id: 'P', task_type: 'milestone', actual_start: '2026-03-07T00:00', actual_finish: '2026-03-07T00:00' },
  ]
  const { data } = reply(row('analysis.cpm'), { status_date: '2026-03-09T00:00', calendars: [always], tasks })
  t.same(
    data.tasks.map((each: Plain) => each.early_finish_date),
    ['2026-03-11T00:00', '2026-03-07T00:00'],
  )
})
