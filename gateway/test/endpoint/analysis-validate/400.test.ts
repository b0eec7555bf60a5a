import t from 'tap'
import { VALIDATE } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('free')

t.test('malformed JSON is 400; tasks not an array or an item not an object 422', async t => {
  t.equal((await service.call(VALIDATE, { key, body: '{"tasks":[' })).status, 400)
  t.equal((await service.call(VALIDATE, { key, body: '{"tasks":{}}' })).status, 422)
  const item = await service.call(VALIDATE, { key, body: '{"tasks":[{"id":"A"},7]}' })
  t.equal(item.status, 422)
  t.same(item.json.detail[0].loc, ['body', 'tasks', 1])
})
