import t from 'tap'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const ALLOCATE = '/api/v1/resources/allocate'
const service = await startService(t)

t.test('tasks without resources stay where they are, and the message says so', async t => {
  const key = await service.key('free')
  const { status, json } = await service.call(ALLOCATE, { key, body: { tasks: FOUR_TASKS, resources: ['R1'] } })
  t.equal(status, 200)
  t.equal(json.allocation.delayed_count, 0)
  t.equal(json.allocation.tasks.length, 4)
  t.match(json.message, /nothing was levelled/)
  t.equal((await service.call(ALLOCATE, { key, body: {} })).status, 422)
  t.equal((await service.call(ALLOCATE, { body: { tasks: [] } })).status, 401)
})

t.test('the tasks of one crew follow one another; of the resources that are not named none is levelled', async t => {
  const key = await service.key('free')
  const tasks = FOUR_TASKS.map((task, i) => ({ ...task, predecessors: [], resource: i < 2 ? 'R1' : 'R2' }))
  const { json } = await service.call(ALLOCATE, { key, body: { tasks, resources: ['R1'] } })
  t.equal(json.allocation.delayed_count, 1)
  t.same(json.allocation.resources_left_out, [{ resource: 'R2', reason: 'not_asked_for' }])
  t.equal(json.allocation.over_hours_after, 0)
  t.same((await service.call(ALLOCATE, { key, body: { tasks: [] } })).json.allocation.tasks, [])
})
