import t from 'tap'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/delay-analysis'
const service = await startService(t)
const key = await service.key('starter')
const call = (body: object) => service.call(PATH, { key, body })

const chain = (a: object, b: object = {}) => [
  { id: 'A', duration_days: 10, planned_start: '2025-01-01', ...a },
  { id: 'B', duration_days: 10, predecessors: ['A'], ...b },
  { id: 'C', duration_days: 5, predecessors: ['B'] },
]
const done = { actual_start: '2025-01-01', actual_finish: '2025-01-12', delay_category: 'owner' }
const body = {
  baseline_schedule: { baseline_date: '2025-01-01', tasks: chain({}) },
  schedule_history: [{ snapshot_date: '2025-01-13', tasks: chain(done) }],
  current_schedule: {
    status_date: '2025-01-21',
    tasks: chain(done, { actual_start: '2025-01-13', percent_complete: 50, delay_category: 'contractor' }),
  },
  calendar: 'calendar_days',
}

t.test('two windows over the wire: owner 2, contractor 3', async t => {
  const { status, json } = await call(body)
  t.equal(status, 200)
  t.match(json.metadata, { task_count: 9, endpoint: PATH })
  t.match(json.data, { total_delay_days: 5, by_category: { owner: 2, contractor: 3 }, method: 'half_step' })
  t.strictSame(json.data.windows[1].controlling_path, ['B', 'C'], 'A was complete when the window began')
})

t.test('a strict row: one schedule, unknown words and cycles are refused', async t => {
  const { current_schedule } = body
  t.equal((await call({ current_schedule })).status, 422)
  t.equal((await call({ ...body, options: { method: 'odd' } })).status, 422)
  t.equal((await call({ ...body, options: { near_critical_threshold: -1 } })).status, 422)
  t.equal((await call({ ...body, options: { project_finish_id: 'Z' } })).status, 422)
  const cyclic = { ...body.baseline_schedule, tasks: chain({ predecessors: ['C'] }) }
  t.match(await call({ ...body, baseline_schedule: cyclic }), { status: 400, json: { code: 'dependency_cycle' } })
  const low = await service.call(PATH, { key: await service.key('free'), body })
  t.equal(low.status, 403)
})

t.test('the same job asynchronously', async t => {
  const submitted = await service.call(`${PATH}/async`, { key, body })
  t.equal(submitted.status, 202)
})
