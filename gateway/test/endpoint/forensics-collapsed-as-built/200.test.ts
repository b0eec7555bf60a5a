import t from 'tap'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/collapsed-as-built'
const service = await startService(t)
const key = await service.key('government')
const current_schedule = {
  status_date: '2026-03-16',
  tasks: [
    { id: 'A', duration_days: 5, actual_start: '2026-03-02', actual_finish: '2026-03-08' },
    { id: 'B', duration_days: 5, predecessors: ['A'], actual_start: '2026-03-09', actual_finish: '2026-03-15' },
  ],
}
const event = { id: 'E1', party: 'owner', started: '2026-03-04', ended: '2026-03-05', task_ids: ['A'] }

t.test('the finish without an event of two days is two days earlier', async t => {
  const body = { current_schedule, delay_events: [event], calendar: 'calendar_days' }
  const { status, json } = await service.call(PATH, { key, body })
  t.equal(status, 200)
  t.equal(json.metadata.endpoint, PATH)
  t.match(json.data.simulations, [{ finish: '2026-03-15', finish_without_events: '2026-03-13' }])
})

t.test('an event on a task that is not there is a 422', async t => {
  const delay_events = [{ ...event, task_ids: ['none'] }]
  const { status } = await service.call(PATH, { key, body: { current_schedule, delay_events } })
  t.equal(status, 422)
})
