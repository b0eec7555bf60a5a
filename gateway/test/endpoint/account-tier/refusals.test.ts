import t from 'tap'
import { forgedTokens } from '../../helpers/forged-tokens.ts'
import { startService } from '../../helpers/service.ts'

const TIER = '/api/v1/account/tier'
const service = await startService(t)

t.test('401 without a key, 403 for a suspended account, 429 past five windows', async t => {
  t.equal((await service.call(TIER)).status, 401)
  const { text, accountId } = await service.keyRecord('free', { callsPerWindow: 2 })
  for (let i = 0; i < 10; i++) t.equal((await service.call(TIER, { key: text })).status, 200)
  t.equal((await service.call(TIER, { key: text })).status, 429)
  const other = await service.keyRecord('free')
  await service.redis.hset(`{a:${other.accountId}}:account`, 'status', 'suspended')
  t.equal((await service.call(TIER, { key: other.text })).status, 403)
  t.not(accountId, other.accountId)
})

t.test('a header of internal dispatch from outside gives nobody anything (T36)', async t => {
  const key = await service.key('free')
  const secret = 'a-secret-of-internal-dispatch-0123456789'
  for (const token of forgedTokens(secret)) {
    const headers = token === null ? {} : { 'x-service-internal-dispatch': token }
    t.equal((await service.call('/api/v1/account/tier', { headers })).status, 401)
    const { status, json } = await service.call('/api/v1/account/tier', { key, headers })
    t.equal(status, 200)
    t.equal(json.tier, 'free')
  }
})
