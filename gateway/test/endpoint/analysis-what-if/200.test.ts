import t from 'tap'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/analysis/what-if'
const service = await startService(t)
const key = await service.key('government')

t.test('a shorter task on the path, beside the schedule as sent', async t => {
  const body = { tasks: FOUR_TASKS, changes: [{ task_id: 'A', duration_days: 1 }] }
  const { status, json } = await service.call(PATH, { key, body })
  t.equal(status, 200)
  t.equal(json.metadata.endpoint, PATH)
  t.equal(json.data.alternatives.length, 1)
  t.match(json.data.alternatives[0], { name: 'changes', change_count: 1 })
})

t.test('a kept schedule takes changes, too', async t => {
  const kept = await service.call('/api/v1/schedules', { key, body: { tasks: FOUR_TASKS } })
  const body = { schedule_id: kept.json.data?.schedule_id ?? kept.json.schedule_id, changes: [{ remove_task: 'B' }] }
  const { status, json } = await service.call(PATH, { key, body })
  t.equal(status, 200)
  t.match(json.data.alternatives[0], { removed_task_count: 1 })
})

t.test('a bad change is a 422 with its place', async t => {
  const body = { tasks: FOUR_TASKS, alternatives: [{ changes: [{ task_id: 'none', duration_days: 1 }] }] }
  const { status, json } = await service.call(PATH, { key, body })
  t.equal(status, 422)
  t.match(JSON.stringify(json), /alternatives.{1,4}0.{1,4}changes.{1,4}0.{1,4}task_id/)
})
