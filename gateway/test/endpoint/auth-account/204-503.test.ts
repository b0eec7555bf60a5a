/** DELETE /api/v1/auth/account (T40): never is an account gone while its subscription lives, and what breaks off is ended. */
import { once } from 'node:events'
import { request } from 'node:http'
import t from 'tap'
import { redisJobStore } from '../../../../shared/platform/jobs/redis-job-store.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { SUSPENDED_BY_BILLING } from '../../../../shared/platform/redis/prelude.ts'
import { namesOf } from '../../../../shared/test/every-server.ts'
import { until } from '../../../../shared/test/until.ts'
import type { AccountEnd } from '../../../billing/end-of-account.ts'
import { DeletionSweeper } from '../../../service/delete-account.ts'
import { readAccount, suspendAccount } from '../../../store/accounts.ts'
import { beginDeletion, finishDeletion, openDeletions } from '../../../store/delete-account.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService, type TestService } from '../../helpers/service.ts'

const ACCOUNT = '/api/v1/auth/account'
const issuer = await startIssuer(t)
const service = await startService(t, issuer.settings)

/** Billing whose subscriptions live until they are cancelled, and that fails as often as it is told. */
class Billing implements AccountEnd {
  readonly alive = new Set<string>()
  failures = 0

  async cancelSubscription(accountId: string): Promise<void> {
    if (this.failures-- > 0) throw new Error('the payment service is away')
    this.alive.delete(accountId)
  }

  async forget(): Promise<void> {}
}

function withBilling(of: TestService): Billing {
  const billing = new Billing()
  ;(of.app.gateway as { accountEnd: AccountEnd }).accountEnd = billing
  return billing
}

t.test('a submission whose body is on its way while its account goes is refused, and leaves nothing', async t => {
  const { text, accountId } = await service.keyRecord('starter')
  const body = JSON.stringify({ tasks: FOUR_TASKS })
  const call = request(`${service.url}${CPM}/async`, {
    method: 'POST',
    headers: { 'x-api-key': text, 'content-type': 'application/json', 'content-length': body.length },
  })
  call.write(body.slice(0, 10))
  await until('it is admitted', async () => (await service.redis.zcard(keys.reservations(accountId))) === 1)
  await beginDeletion(service.redis, accountId, 'owner')
  await finishDeletion(service.redis, service.app.gateway.jobs, accountId, 'owner')
  call.end(body.slice(10))
  const [answer] = await once(call, 'response')
  t.equal(answer.statusCode, 401)
  answer.resume()
  await until('nothing is left', async () =>
    (await namesOf(service.redis, `*${accountId}*`)).every(name => name === keys.audit(accountId)),
  )
})

t.test(
  'the subscription is cancelled, the account gone, its keys refused, the user a stranger who may sign up anew',
  async t => {
    const billing = withBilling(service)
    const user = await signedUp(service, issuer, 'ada')
    billing.alive.add(user.accountId)
    const { text } = await user.key()
    t.equal((await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })).status, 200)
    const { status, bytes } = await user.call(ACCOUNT, { method: 'DELETE' })
    t.equal(status, 204)
    t.equal(bytes.length, 0)
    t.notOk(billing.alive.has(user.accountId))
    t.equal((await service.call(CPM, { key: text, body: { tasks: FOUR_TASKS } })).status, 401)
    t.equal((await user.call('/api/v1/auth/profile')).json.code, 'signup_required')
    t.equal((await user.call(ACCOUNT, { method: 'DELETE' })).json.code, 'signup_required')
    await service.app.gateway.limiter.close(5_000)
    t.same(await namesOf(service.redis, `*${user.accountId}*`), [keys.audit(user.accountId)])
    const again = await signedUp(service, issuer, 'ada')
    t.not(again.accountId, user.accountId)
    t.same((await again.call('/api/v1/auth/keys')).json, [])
  },
)

t.test('while the payment service is away nothing is removed, and the third call succeeds', async t => {
  const billing = withBilling(service)
  const user = await signedUp(service, issuer, 'bea')
  billing.alive.add(user.accountId)
  const { text } = await user.key()
  billing.failures = 2
  for (let i = 0; i < 2; i++) {
    const { status, json, headers } = await user.call(ACCOUNT, { method: 'DELETE' })
    t.equal(status, 503)
    t.equal(json.code, 'deletion_unfinished')
    t.ok(Number(headers['retry-after']) >= 1)
    t.match(await readAccount(service.redis, user.accountId), { status: 'active' })
    t.ok(billing.alive.has(user.accountId))
    t.equal((await service.call('/api/v1/account/tier', { key: text })).status, 200, 'the account is as it was')
  }
  t.equal((await user.call(ACCOUNT, { method: 'DELETE' })).status, 204)
  t.equal(await readAccount(service.redis, user.accountId), null)
})

t.test('a subscription that is bought while the account is shut is cancelled before anything goes', async t => {
  const billing = withBilling(service)
  const user = await signedUp(service, issuer, 'cas')
  const { redis, jobs } = service.app.gateway
  await beginDeletion(redis, user.accountId, 'owner')
  billing.alive.add(user.accountId)
  billing.failures = 1
  const refused = await user.call(ACCOUNT, { method: 'DELETE' })
  t.equal(refused.json.code, 'deletion_unfinished')
  t.match(await readAccount(redis, user.accountId), { status: 'deleting' })
  t.equal((await user.call('/api/v1/auth/profile')).status, 403)
  const sweeper = new DeletionSweeper({ redis, jobs, accountEnd: billing, log: service.app.gateway.log })
  await until('the deletion is ended without the user', async () => (await openDeletions(redis)).length === 0)
  sweeper.close()
  t.notOk(billing.alive.has(user.accountId))
  t.equal(await readAccount(redis, user.accountId), null)
})

t.test('a gateway that starts ends what another left', async t => {
  const user = await signedUp(service, issuer, 'dan')
  await beginDeletion(service.redis, user.accountId, 'owner')
  await startService(t, { REDIS_URL: service.redisUrl })
  await until('the account is gone', async () => (await readAccount(service.redis, user.accountId)) === null)
  await until('its deletion is ended', async () => (await openDeletions(service.redis)).length === 0)
  t.same(await namesOf(service.redis, `*${user.accountId}*`), [keys.audit(user.accountId)])
})

t.test('several calls at once, and a waiting job', async t => {
  withBilling(service)
  const user = await signedUp(service, issuer, 'eve')
  await service.redis.hset(keys.account(user.accountId), 'tier', 'starter')
  const { text } = await user.key()
  const submitted = await service.call(`${CPM}/async`, { key: text, body: { tasks: FOUR_TASKS } })
  t.equal(submitted.status, 202)
  const answers = await Promise.all(Array.from({ length: 5 }, () => user.call(ACCOUNT, { method: 'DELETE' })))
  for (const { status } of answers) t.ok([204, 403].includes(status), `${status}`)
  t.equal(
    (await redisJobStore(service.redis).list(user.accountId, { state: null, cursor: null, limit: 1 })).jobs.length,
    0,
  )
  await until('what was counted is settled', async () => {
    const left = await namesOf(service.redis, `*${user.accountId}*`)
    return left.every(name => name === keys.audit(user.accountId))
  })
  t.same(await namesOf(service.redis, `*${submitted.json.job_id}:0`), [], 'no frame is left')
})

t.test('204 for who is suspended unpaid, 403 for who is suspended by an operator', async t => {
  withBilling(service)
  const [unpaid, abuser] = [await signedUp(service, issuer, 'unpaid'), await signedUp(service, issuer, 'abuser')]
  const ofBilling = { status: 'suspended', reason: 'It is unpaid.', suspendedBy: SUSPENDED_BY_BILLING }
  for (const { accountId } of [unpaid, abuser]) await service.redis.hset(keys.account(accountId), ofBilling)
  await suspendAccount(service.redis, abuser.accountId, 'Abuse.', 'operator')
  t.equal((await unpaid.call(ACCOUNT, { method: 'DELETE' })).status, 204)
  const { status, json } = await abuser.call(ACCOUNT, { method: 'DELETE' })
  t.equal(`${status} ${json.code}`, '403 account_suspended')
  t.ok(await readAccount(service.redis, abuser.accountId))
})

t.test('409 while a marketplace has the subscription, which only it can end', async t => {
  const own = await startService(t, { REDIS_URL: service.redisUrl, ...issuer.settings })
  const user = await signedUp(own, issuer, 'max')
  const billing = keys.billing(user.accountId)
  await own.redis.hset(billing, { provider: 'marketplace', subscriptionId: 'm1', subscriptionState: 'active' })
  const { status, json } = await user.call(ACCOUNT, { method: 'DELETE' })
  t.equal(status, 409)
  t.equal(json.code, 'subscription_elsewhere')
  t.match(await readAccount(own.redis, user.accountId), { status: 'active' })
  await own.redis.hset(billing, 'subscriptionState', 'ended')
  t.equal((await user.call(ACCOUNT, { method: 'DELETE' })).status, 204)
})
