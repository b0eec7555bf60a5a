import t from 'tap'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/analysis/levelling'
const service = await startService(t)
const key = await service.key('government')
const tasks = [
  { id: 'A', duration_days: 3, resource: 'Crew' },
  { id: 'B', duration_days: 5, resource: 'Crew' },
]

t.test('of two tasks of one crew the second waits, and its reason names the first', async t => {
  const { status, json } = await service.call(PATH, { key, body: { tasks, status_date: '2026-03-02' } })
  t.equal(status, 200)
  t.equal(json.metadata.endpoint, PATH)
  t.equal(json.data.delayed_count, 1)
  t.same(json.data.delays[0].waits[0].held_by, ['A'])
})

t.test('a priority of a task that is not there is a 422', async t => {
  const task_priorities = [{ task_id: 'none', priority: 1 }]
  const { status } = await service.call(PATH, { key, body: { tasks, task_priorities } })
  t.equal(status, 422)
})
