import t from 'tap'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const ALLOCATE = '/api/v1/resources/allocate'
const service = await startService(t)

t.test('the placeholder checks the body and says what is not there', async t => {
  const key = await service.key('free')
  const { status, json } = await service.call(ALLOCATE, { key, body: { tasks: FOUR_TASKS, resources: ['R1'] } })
  t.equal(status, 200)
  t.equal(json.allocation, null)
  t.match(json.message, /not implemented/)
  t.equal((await service.call(ALLOCATE, { key, body: {} })).status, 422)
  t.equal((await service.call(ALLOCATE, { body: { tasks: [] } })).status, 401)
})
