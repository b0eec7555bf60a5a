import t from 'tap'
import { EVERY_BLOCK } from '../../../../compute/test/helpers/every-block.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/baseline-compare'
const service = await startService(t)
await startNode(t, service)
const key = await service.key('starter')
const call = (body: object) => service.call(PATH, { key, body })

const A = { id: 'A', duration_days: 10, planned_start: '2025-01-01', planned_finish: '2025-01-10' }
const B = {
  id: 'B',
  duration_days: 10,
  planned_start: '2025-01-11',
  planned_finish: '2025-01-20',
  predecessors: ['A'],
}
const done = { actual_start: '2025-01-01', actual_finish: '2025-01-10', percent_complete: 100 }
const BODY = {
  current_schedule: { status_date: '2025-01-13', tasks: [{ ...A, ...done }, B] },
  baseline_schedule: { baseline_date: '2024-12-01', tasks: [A, B] },
  schedule_history: [{ snapshot_date: '2025-01-05', tasks: [A, B] }],
  options: EVERY_BLOCK,
}

t.test('the worked example has SPI(t) 0.833 over the wire, at once and as a job', async t => {
  const { status, json } = await call(BODY)
  t.equal(status, 200, JSON.stringify(json))
  t.match(json, { score: 96.7, grade: 'A', metadata: { task_count: 6, endpoint: PATH } })
  t.match(json.data, { spi_t: { spi_t: 0.833 }, bei: { bei: 1 }, logic_drift: { drift_pct: 0 } })
  const answer = await ended(service, key, jobPath(await submitted(service, PATH, { key, body: BODY })))
  t.equal(answer.json.status, 'completed')
  t.strictSame(answer.json.result.data, json.data)
})

t.test('a strict row: cycles 400; unknown words, members and numbers out of range 422', async t => {
  const refused = async (more: object) => (await call({ ...BODY, ...more })).status
  const cyclic = [{ ...A, predecessors: ['B'] }, B]
  t.equal(await refused({ baseline_schedule: { ...BODY.baseline_schedule, tasks: cyclic } }), 400)
  t.equal(await refused({ current_schedule: { ...BODY.current_schedule, tasks: [A, A] } }), 400)
  const percent = [{ ...A, percent_complete: 101 }]
  t.equal(await refused({ current_schedule: { ...BODY.current_schedule, tasks: percent } }), 422)
  t.equal(await refused({ current_schedule: { tasks: [A] } }), 422)
  for (const options of [
    { match_strategy: 'odd' },
    { eac_method: 'odd' },
    { fuzzy_match_threshold: 2 },
    { variance_threshold_days: -1 },
    { variance_threshold_days: 1.5 },
    { variance_acceleration_threshold: -1 },
    { trend_analysis_periods: 1 },
    { trend_analysis_periods: 61 },
    { fields: ['nope'] },
  ]) {
    t.equal(await refused({ options }), 422, JSON.stringify(options))
  }
  t.strictSame(Object.keys((await call({ ...BODY, options: { fields: ['bei'] } })).json.data), ['bei'])
})

t.test('a free account is refused', async t => {
  t.equal((await service.call(PATH, { key: await service.key('free'), body: BODY })).status, 403)
})
