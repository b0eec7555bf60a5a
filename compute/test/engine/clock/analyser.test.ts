/** The critical path of a request with calendars, from JSON to the result and its bytes. */
import t from 'tap'
import { Check, Errors } from 'typebox/value'
import { CpmData } from '../../../../shared/analysis/cpm/data.ts'
import { workRow } from '../../../../shared/catalogue/catalogue.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { ByteSink } from '../../../engine/write/byte-sink.ts'
import { JsonWriter } from '../../../engine/write/json-writer.ts'
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
const BODY = {
  status_date: '2026-03-02T08:00',
  calendars: [
    { id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } },
    {
      id: 'night',
      hours_per_day: 10,
      work_week: {
        monday: [['20:00', '24:00']],
        tuesday: [
          ['00:00', '06:00'],
          ['20:00', '24:00'],
        ],
        wednesday: [['00:00', '06:00']],
      },
    },
  ],
  must_finish_by: '2026-03-06',
  tasks: [
    { id: 'FORM', duration_days: 2 },
    { id: 'POUR', duration_days: 1, calendar_id: 'night', predecessors: ['FORM'] },
    { id: 'STRIP', duration_days: 1, predecessors: ['POUR'] },
    { id: 'WATCH', task_type: 'loe', predecessors: ['FORM SS'], duration_days: 1 },
    { id: 'OPEN', task_type: 'finish_milestone', predecessors: ['STRIP'] },
  ],
}

t.test('moments, floats and the calendar of a request with calendars', async t => {
  const input = readRequest(workRow('analysis.cpm'), Buffer.from(JSON.stringify(BODY)), 'application/json', LIMITS)
  if (!('schedules' in input)) return void t.fail(JSON.stringify(input))
  const result = cpmAnalyser(input, { today: 0 })
  if (isRefusal(result)) return void t.fail(JSON.stringify(result))
  // biome-ignore lint/suspicious/noExplicitAny: replies are read member by member
  const data = materialise(result.data as ResultValue) as any
  t.ok(Check(CpmData, data), JSON.stringify([...Errors(CpmData, data)].slice(0, 3)))
  t.match(data, {
    project_start_date: '2026-03-02T08:00',
    project_finish_date: '2026-03-04T17:00',
    must_finish_by: '2026-03-06',
    data_date: { date: '2026-03-02T08:00', source: 'status_date' },
    calendar: { mode: 'task_calendars', source: 'given', work_days: [1, 2, 3, 4, 5] },
    tasks: [
      { id: 'FORM', early_start_date: '2026-03-02T08:00', early_finish_date: '2026-03-03T17:00', total_float_days: 0 },
      { id: 'POUR', early_start_date: '2026-03-03T20:00', early_finish_date: '2026-03-04T06:00' },
      { id: 'STRIP', early_start_date: '2026-03-04T08:00', late_finish_date: '2026-03-06T17:00', total_float_days: 2 },
      { id: 'WATCH', early_start_date: '2026-03-02T08:00', total_float_days: null },
      { id: 'OPEN', early_finish_date: '2026-03-04T17:00' },
    ],
  })
  const sink = new ByteSink()
  new JsonWriter(sink).value(result.data as ResultValue)
  t.same(JSON.parse(Buffer.concat(sink.finish()).toString()), data, 'the bytes say the same')
})

t.test('a supplied finish at the start of the next working day is the computed one at the end of the last', async t => {
  const findingsOf = (finish: string): unknown => {
    const tasks = [{ id: 'FORM', duration_days: 5, forecast_finish: finish }]
    const body = JSON.stringify({ ...BODY, must_finish_by: null, tasks })
    const input = readRequest(workRow('analysis.cpm'), Buffer.from(body), 'application/json', LIMITS)
    if (!('schedules' in input)) return input
    const result = cpmAnalyser(input, { today: 0 })
    return isRefusal(result) ? result : result.findings?.map(({ code }) => code)
  }
  t.strictSame(findingsOf('2026-03-09T08:00'), [], 'Friday 17:00 and Monday 08:00')
  t.strictSame(findingsOf('2026-03-11T08:00'), ['CPM_DIFFERS_FROM_SUPPLIED'])
})
