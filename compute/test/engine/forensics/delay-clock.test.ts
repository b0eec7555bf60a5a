/** Delay analysis of schedules with calendars: nights and weekends between two tasks are neither float nor slip. */
import t from 'tap'
import { workRow } from '../../../../shared/catalogue/catalogue.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { materialise } from '../write/materialise.ts'

const LIMITS = {
  tier: 'government',
  taskCountMax: 100,
  taskSumMax: 1_000,
  syncTaskCountMax: 100,
  asyncHint: '',
} as const
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

t.test('a week that the first task lost is its own, whole, and no night or weekend is charged to the next', async t => {
  const body = {
    schedule_history: [{ snapshot_date: '2026-03-02T08:00', calendars, tasks: tasks({}) }],
    current_schedule: { status_date: '2026-03-09T08:00', calendars, tasks: tasks({}) },
  }
  const kind = workRow('forensics.delay-analysis')
  const input = readRequest(kind, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if (!('schedules' in input)) return void t.fail(JSON.stringify(input))
  const result = delayAnalyser(input, { today: 0 })
  if (isRefusal(result)) return void t.fail(JSON.stringify(result))
  const { data } = materialise(result as unknown as ResultValue) as Plain
  const [window] = data.windows
  t.match(window.attribution, [{ id: 'DIG', contribution_days: 7, slip_days: 7 }])
  t.equal(window.attribution.length, 1)
  t.equal(data.consumed_float_days, 0)
  t.equal(data.unexplained_days, 0)
})
