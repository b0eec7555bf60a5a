import t from 'tap'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/change-tracking'
const service = await startService(t)
await startNode(t, service)
const key = await service.key('starter')
const call = (body: object) => service.call(PATH, { key, body })

const T1 = { id: 'T1', duration_days: 5, actual_finish: '2025-03-08', percent_complete: 100 }
const chain = ['A', 'B', 'C', 'D'].map((id, i, all) => ({
  id,
  duration_days: 5,
  predecessors: i === 0 ? [] : [all[i - 1]],
}))
const snapshot = { snapshot_date: '2025-03-10', tasks: [...chain, { ...T1, actual_start: '2025-03-04' }] }
const now = chain.map(task => (task.id === 'C' ? { ...task, predecessors: [] } : task))
const BODY = {
  current_schedule: { status_date: '2025-03-17', tasks: [...now, { ...T1, actual_start: '2025-03-03' }] },
  schedule_history: [snapshot],
  options: { include_details: true, include_trends: true },
}

t.test('the worked example scores 80 over the wire, at once and as a job', async t => {
  const { status, json } = await call(BODY)
  t.equal(status, 200)
  t.match(json, { status: 'warning', score: 80, grade: 'B', metadata: { task_count: 10, endpoint: PATH } })
  t.strictSame(json.data.comparisons[0].patterns, ['CT01', 'CT04'])
  const answer = await ended(service, key, jobPath(await submitted(service, PATH, { key, body: BODY })))
  t.equal(answer.json.status, 'completed')
  t.strictSame(answer.json.result.data, json.data)
})

t.test('a strict row: cycles 400; late snapshots, unknown words and numbers out of range 422', async t => {
  const { current_schedule } = BODY
  const cyclic = [
    { id: 'A', predecessors: ['B'] },
    { id: 'B', predecessors: ['A'] },
  ]
  const refused = async (more: object) => (await call({ ...BODY, ...more })).status
  t.equal(await refused({ schedule_history: [{ ...snapshot, tasks: cyclic }] }), 400)
  t.equal(await refused({ current_schedule: { ...current_schedule, tasks: [...now, now[0]] } }), 400)
  const late = await call({ ...BODY, schedule_history: [snapshot, { ...snapshot, snapshot_date: '2025-03-18' }] })
  t.match(late, {
    status: 422,
    json: { detail: [{ loc: ['body', 'schedule_history', 1, 'snapshot_date'], type: 'conflict' }] },
  })
  t.equal(await refused({ schedule_history: [] }), 422)
  t.equal(await refused({ schedule_history: [{ tasks: chain }] }), 422)
  t.equal(await refused({ options: { comparison_mode: 'odd' } }), 422)
  t.equal(await refused({ options: { change_categories: ['odd'] } }), 422)
  t.equal(await refused({ options: { materiality_thresholds: { date_change_days: -1 } } }), 422)
  t.equal(await refused({ options: { materiality_thresholds: { progress_change_pct: -1 } } }), 422)
  t.equal(await refused({ options: { fields: ['nope'] } }), 422)
  t.equal(await refused({ schedule_history: [{ ...snapshot, tasks: [{ id: 'A', percent_complete: 101 }] }] }), 422)
})

t.test('a free account is refused', async t => {
  t.equal((await service.call(PATH, { key: await service.key('free'), body: BODY })).status, 403)
})
