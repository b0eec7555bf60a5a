import t from 'tap'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government')

t.test('every fault is named with its place and value', async t => {
  const body = {
    tasks: [
      { id: 'A', duration_days: -1 },
      { duration_days: 2 },
      { id: 'C', percent_complete: 140, constraint_type: 'SOON' },
      { id: 'D', planned_start: '2026-02-30', predecessors: [7] },
    ],
    options: { relationship_types: ['XX'] },
  }
  const { status, json } = await service.call(CPM, { key, body })
  t.equal(status, 422)
  t.equal(json.code, 'validation')
  const places = json.detail.map((fault: { loc: unknown[] }) => fault.loc.join('.')).sort()
  t.same(places, [
    'body.options.relationship_types.0',
    'body.tasks.0.duration_days',
    'body.tasks.1.id',
    'body.tasks.2.constraint_type',
    'body.tasks.2.percent_complete',
    'body.tasks.3.planned_start',
    'body.tasks.3.predecessors.0',
  ])
  t.match(json.detail.find((fault: { loc: unknown[] }) => fault.loc[2] === 3).msg, /2026-02-30|7/)
  t.equal(json.error_count, places.length)
})

t.test('the first hundred faults are listed and all are counted', async t => {
  const tasks = Array.from({ length: 250 }, (_, i) => ({ id: `T${i}`, duration_days: 'long' }))
  const { json } = await service.call(CPM, { key, body: { tasks } })
  t.equal(json.detail.length, 100)
  t.equal(json.error_count, 250)
})

t.test('no tasks, tasks of a wrong type and a body that is no object are refused', async t => {
  for (const body of [{}, { tasks: null }, { tasks: [] }, { tasks: {} }, { tasks: [1] }, [], 7]) {
    const { status } = await service.call(CPM, { key, body: JSON.stringify(body) })
    t.equal(status, 422, JSON.stringify(body))
  }
})
