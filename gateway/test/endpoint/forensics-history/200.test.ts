import t from 'tap'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/forensics/history'
const service = await startService(t)
const key = await service.key('government')
const body = {
  current_schedule: { tasks: FOUR_TASKS, status_date: '2026-03-09' },
  schedule_history: [{ tasks: FOUR_TASKS, snapshot_date: '2026-03-02' }],
}

t.test('two updates are told in order', async t => {
  const { status, json } = await service.call(PATH, { key, body })
  t.equal(status, 200)
  t.equal(json.metadata.endpoint, PATH)
  t.match(json.data.updates, [{ schedule: 'schedule_history.0' }, { schedule: 'current_schedule' }])
})

t.test('a milestone that is not there is a 422', async t => {
  const { status } = await service.call(PATH, { key, body: { ...body, options: { milestones: ['none'] } } })
  t.equal(status, 422)
})
