import t from 'tap'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/time-impact'
const service = await startService(t)
const key = await service.key('government')
const current_schedule = { tasks: FOUR_TASKS, status_date: '2026-03-02' }

t.test('an event before the last task moves the finish by its days', async t => {
  const delay_events = [{ id: 'E1', party: 'owner', started: '2026-03-02', days: 100, task_ids: ['D'] }]
  const { status, json } = await service.call(PATH, { key, body: { current_schedule, delay_events } })
  t.equal(status, 200)
  t.equal(json.metadata.endpoint, PATH)
  t.equal(json.data.events.length, 1)
  t.ok(json.data.events[0].moves_working_days > 0)
})

t.test('an event on a task that is not there is a 422', async t => {
  const delay_events = [{ id: 'E1', party: 'owner', started: '2026-03-02', days: 1, task_ids: ['none'] }]
  const { status } = await service.call(PATH, { key, body: { current_schedule, delay_events } })
  t.equal(status, 422)
})
