/** Bearer tokens of several kinds, of accounts that are suspended, beside keys, and while provider or store are away (T33). */
import t from 'tap'
import { resumeAccount, suspendAccount } from '../../store/accounts.ts'
import { startIdentityService } from '../helpers/identity.ts'
import { AUDIENCE } from '../helpers/issuer.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'

const TIER = '/api/v1/account/tier'

t.test('ID tokens and tokens of other services are not for this one', async t => {
  const service = await startIdentityService(t)
  const headers = { authorization: `Bearer ${await service.token('ada', { aud: ['schedule-service', 'other'] })}` }
  t.equal((await service.call(TIER, { headers })).status, 401)
  const among = await service.member('bob', { aud: ['other', AUDIENCE] })
  t.equal((await service.call(TIER, { headers: among })).status, 200, 'but one of several audiences is enough')
})

t.test('a bearer needs the provider only for keys, and the store for everything but the tier (T33)', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const stranger = await service.bearer('bob')
  t.equal((await service.call(TIER, { headers })).status, 200)
  await service.provider.pause()
  t.equal((await service.call(TIER, { headers })).status, 200)
  t.equal((await service.call(CPM, { headers, body: { tasks: FOUR_TASKS } })).status, 200)
  await service.stopRedis()
  const { status, json } = await service.call(TIER, { headers })
  t.equal(status, 200)
  t.equal(json.limits.monthly_calls_remaining, null)
  for (const [path, options] of [
    [CPM, { headers, body: { tasks: FOUR_TASKS } }],
    ['/api/v1/auth/profile', { headers }],
    [TIER, { headers: stranger }],
  ] as const) {
    const refused = await service.call(path, options)
    t.equal(`${refused.status} ${refused.json.code}`, '503 store_unavailable', path)
  }
})

t.test('a suspended account is 403 for its bearer as for its keys, at once', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const { user_id: accountId } = (await service.call('/api/v1/auth/profile', { headers })).json
  const key = await service.key('free', { accountId })
  await suspendAccount(service.redis, accountId, 'It is unpaid.', 'test')
  for (const options of [{ headers }, { key }]) {
    const { status, json } = await service.call(TIER, options)
    t.equal(`${status} ${json.code}`, '403 account_suspended')
  }
  await resumeAccount(service.redis, accountId, 'test')
  t.equal((await service.call(TIER, { headers })).status, 200)
})

t.test('x-api-key decides alone, and the paths of the account read the bearer only', async t => {
  const service = await startIdentityService(t)
  const headers = await service.member('ada')
  const starter = await service.key('starter')
  t.equal((await service.call(TIER, { headers, key: starter })).json.tier, 'starter')
  t.equal((await service.call(TIER, { headers, key: 'sis_live_x' })).status, 401)
  const { status, json } = await service.call('/api/v1/auth/profile', { headers, key: 'sis_live_x' })
  t.equal(status, 200)
  t.equal(json.email, 'ada@example.com')
})
