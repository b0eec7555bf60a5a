import t from 'tap'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('the key of a suspended account is refused with the reason, and works again afterwards', async t => {
  const { text, accountId } = await service.keyRecord('free')
  const set = (status: string) =>
    service.redis.hset(`{a:${accountId}}:account`, { status, reason: 'The invoice is unpaid.' })
  await set('suspended')
  const { status, json } = await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })
  t.equal(status, 403)
  t.equal(json.code, 'account_suspended')
  t.match(json.detail, 'The invoice is unpaid.')
  await set('active')
  t.equal((await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })).status, 200)
})
