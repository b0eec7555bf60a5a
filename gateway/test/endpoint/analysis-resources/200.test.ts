import t from 'tap'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/analysis/resources'
const service = await startService(t)
const key = await service.key('starter')
const call = (body: object) => service.call(PATH, { key, body })

const TASKS = [
  { id: 'X', duration_days: 5, planned_start: '2025-03-10', resource: 'R1' },
  { id: 'Y', duration_days: 5, constraint_type: 'SNET', constraint_date: '2025-03-12', resource: 'R1' },
  { id: 'M', duration_days: 0, predecessors: ['Y'], constraint_type: 'SNET', constraint_date: '2025-03-18' },
  { id: 'E', duration_days: 0, predecessors: ['X FS+6d', 'M'] },
]
const body = (more: object = {}) => ({ tasks: TASKS, status_date: '2025-03-10', ...more })

t.test('the worked example scores 10 over the wire, with its histogram and its candidate', async t => {
  const { status, json } = await call(body())
  t.equal(status, 200)
  t.match(json, { score: 10, grade: 'F', data: { risk_score: 90 }, metadata: { task_count: 4, endpoint: PATH } })
  t.match(json.data.histogram, [{ demand_days: 10, capacity_days: 7, utilisation_pct: 142.9 }])
  t.match(json.data.leveling_candidates, [{ id: 'Y', effect: 'consumes_float' }])
  t.match(json.breakdown.over_allocation, { score: 0, weight: 45 })
})

t.test('a strict row: cycles 400, values that make no sense 422, tiers below starter 403', async t => {
  const cyclic = TASKS.map(task => (task.id === 'Y' ? { ...task, predecessors: ['E'] } : task))
  t.match(await call(body({ tasks: cyclic })), { status: 400, json: { code: 'dependency_cycle' } })
  const refused: [string, object][] = [
    ['a bucket of no day', { options: { period_size_days: 0 } }],
    ['half a day', { options: { period_size_days: 1.5 } }],
    ['a threshold of 0', { options: { over_allocation_threshold: 0 } }],
    ['an unknown type', { options: { exclude_task_types: ['odd'] } }],
    ['an unknown field', { options: { fields: ['nope'] } }],
    ['a capacity of 0', { resource_availability: [{ resource: 'R1', capacity_per_day: 0 }] }],
    ['no capacity by another name', { resource_availability: [{ resource: 'R1', units: -1 }] }],
    ['no name', { resource_availability: [{ capacity_per_day: 2 }] }],
    ['a date that is none', { resource_availability: [{ resource: 'R1', from: 'soon' }] }],
    ['a percent out of range', { tasks: [{ id: 'A', percent_complete: 150 }] }],
  ]
  for (const [name, more] of refused) t.equal((await call(body(more))).status, 422, name)
  t.equal((await service.call(PATH, { key: await service.key('free'), body: body() })).status, 403)
})
