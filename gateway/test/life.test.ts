/** The life of an account from its first call to its last, through every part of the service that it meets. */
import t from 'tap'
import { TIERS } from '../../shared/contract/tiers.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { namesOf } from '../../shared/test/every-server.ts'
import { CHECKOUT, RECONCILE, startBilling } from './helpers/billing.ts'
import { ended, startNode } from './helpers/jobs.ts'
import { CPM, FOUR_TASKS } from './helpers/networks.ts'

const { service, stripe, user, deliver } = await startBilling(t)
await startNode(t, service)
const body = { tasks: FOUR_TASKS }

t.test('sign up, analyse, hit the quota, pay, submit a job, relabel, revoke, leave', async t => {
  const ada = await user('ada')
  const first = await ada.key()
  const submit = (key: string) => service.call(`${CPM}/async`, { key, body })
  t.equal((await submit(first.text)).json.code, 'tier_forbidden')
  // the window of Free would hold the hundred calls up
  await service.redis.hset(keys.account(ada.accountId), 'callsPerWindow', 'unlimited')
  const calls = Array.from({ length: TIERS.free.callsPerMonth! }, () => service.call(CPM, { key: first.text, body }))
  t.same([...new Set((await Promise.all(calls)).map(({ status }) => status))], [200])
  t.equal((await service.call(CPM, { key: first.text, body })).json.code, 'month_exceeded')

  const { session_id } = (await ada.call(CHECKOUT, { method: 'POST' })).json
  stripe.pay(session_id)
  await deliver(stripe.events.at(-1)!)
  const { status, tier, api_key, key_id } = (await ada.call(RECONCILE, { body: { session_id } })).json
  t.same([status, tier], ['activated', 'starter'])
  const accepted = await submit(api_key)
  t.equal(accepted.status, 202)
  t.equal((await ended(service, api_key, String(accepted.headers.location))).json.status, 'completed')
  const record = (await service.call('/api/v1/account/tier', { key: api_key })).json
  t.equal(record.limits.monthly_calls_remaining, TIERS.starter.callsPerMonth! - TIERS.free.callsPerMonth! - 1)
  const profile = (await ada.call('/api/v1/auth/profile')).json
  t.match(profile, { tier: 'starter', subscription: { provider: 'payment_processor', status: 'active' }, key_count: 2 })

  const path = `/api/v1/auth/keys/${key_id}`
  t.equal(
    (await ada.call(`${path}/label`, { method: 'PATCH', body: { label: 'Nightly' } })).json.description,
    'Nightly',
  )
  t.equal((await ada.call(path, { method: 'DELETE' })).status, 204)
  t.equal((await service.call(CPM, { key: api_key, body })).status, 401)
  t.equal((await service.call(CPM, { key: first.text, body })).status, 200)

  t.equal((await ada.call('/api/v1/auth/account', { method: 'DELETE' })).status, 204)
  t.same(stripe.alive, [])
  t.equal((await service.call(CPM, { key: first.text, body })).status, 401)
  t.equal((await ada.call('/api/v1/auth/profile')).status, 403)
  t.same(
    (await namesOf(service.redis)).filter(name => name.includes(ada.accountId)),
    [keys.audit(ada.accountId)],
  )
  const left = [...(await namesOf(service.redis, 'key:*')), ...(await namesOf(service.redis, 'subject:*'))]
  t.same(left, [], 'neither a key nor a subject leads to it')
  t.equal((await namesOf(service.redis, 'deleted-subject:*')).length, 1, 'for agents of the user that go on calling')
})
