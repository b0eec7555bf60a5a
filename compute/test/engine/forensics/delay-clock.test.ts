/** Delay analysis of schedules with calendars: nights and weekends between two tasks are neither float nor slip. */
import t from 'tap'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]
const tasks = (first: object) => [
  { id: 'DIG', duration_days: 3, planned_start: '2026-03-02T08:00', ...first },
  { id: 'FORM', duration_days: 2, predecessors: ['DIG'] },
  { id: 'POUR', duration_days: 5, predecessors: ['FORM'] },
  { id: 'STRIP', duration_days: 5, predecessors: ['POUR'] },
]

const delaysOf = (body: object): Plain => analyseSent('forensics.delay-analysis', delayAnalyser, body).data

t.test('a plan of which nothing has begun begins at its first planned start, whenever it was made', async t => {
  for (const baseline_date of ['2026-02-10', '2026-03-01', '2026-03-02']) {
    const data = delaysOf({
      baseline_schedule: { baseline_date, calendars, tasks: tasks({}) },
      current_schedule: { status_date: '2026-03-02T08:00', calendars, tasks: tasks({}) },
    })
    t.equal(data.total_delay_days, 0, baseline_date)
  }
})

t.test('a week that the first task lost is its own, whole, and no night or weekend is charged to the next', async t => {
  const body = {
    schedule_history: [{ snapshot_date: '2026-03-02T08:00', calendars, tasks: tasks({}) }],
    current_schedule: { status_date: '2026-03-09T08:00', calendars, tasks: tasks({}) },
  }
  const data = delaysOf(body)
  const [window] = data.windows
  t.match(window.attribution, [{ id: 'DIG', contribution_days: 7, slip_days: 7 }])
  t.equal(window.attribution.length, 1)
  t.equal(data.consumed_float_days, 0)
  t.equal(data.unexplained_days, 0)
})
