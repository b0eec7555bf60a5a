import t from 'tap'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/as-planned-vs-as-built'
const service = await startService(t)
const key = await service.key('starter')
const call = (body: object) => service.call(PATH, { key, body })

const dates = (name: string, start: string, finish: string) => ({
  [`${name}_start`]: start,
  [`${name}_finish`]: finish,
})
const body = {
  baseline_schedule: {
    baseline_date: '2025-01-01',
    tasks: [
      { id: 'A', ...dates('planned', '2025-01-01', '2025-01-05') },
      { id: 'B', predecessors: ['A'], ...dates('planned', '2025-01-06', '2025-01-10') },
    ],
  },
  current_schedule: {
    status_date: '2025-01-20',
    tasks: [
      { id: 'A', ...dates('actual', '2025-01-01', '2025-01-07'), delay_category: 'owner' },
      { id: 'B', predecessors: ['A'], ...dates('actual', '2025-01-09', '2025-01-14') },
    ],
  },
}

t.test('a delay of 4 days over the wire: A +2, B +2', async t => {
  const { status, json } = await call(body)
  t.equal(status, 200)
  t.match(json.metadata, { task_count: 4, endpoint: PATH })
  t.match(json.data, { gross_delay_days: 4, by_category: { owner: 2, unattributed: 2 } })
  t.match(json.data.controlling_path.steps, [
    { id: 'A', increment_days: 2 },
    { id: 'B', predecessor_id: 'A', increment_days: 2 },
  ])
})

t.test('a strict row: unknown words, cycles and lower tiers are refused', async t => {
  t.equal((await call({ ...body, options: { match_strategy: 'odd' } })).status, 422)
  t.equal((await call({ ...body, options: { design_responsibility: 'odd' } })).status, 422)
  t.equal((await call({ baseline_schedule: body.baseline_schedule })).status, 422)
  const cyclic = { status_date: '2025-01-20', tasks: [{ id: 'A', predecessors: ['A'] }] }
  t.match(await call({ current_schedule: cyclic }), { status: 400, json: { code: 'dependency_cycle' } })
  t.equal((await service.call(PATH, { key: await service.key('free'), body })).status, 403)
})

t.test('the same as a job', async t => {
  t.equal((await service.call(`${PATH}/async`, { key, body })).status, 202)
})
