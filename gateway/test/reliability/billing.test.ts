/**
 * Payments against the stand-in of Stripe: events that are duplicated, shuffled and race reconcile a hundred times (T39), and the deletion of
 * an account that pays (T40): whichever of its calls fails, before or after it had its
 * effect, the account is never gone while a subscription lives, and asking again ends it.
 */
import t from 'tap'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { RECONCILE, startBilling } from '../helpers/billing.ts'
import { racingLives, racingPayments } from '../helpers/payment-scenarios.ts'

const billing = await startBilling(t, { PUBLIC_WINDOW_CALLS: '1000000', TRUSTED_PROXY_HOPS: '1' })
const { service, stripe, user, paid } = billing
const FULL = { roundCount: 100, seed: Date.now() % 1_000_000 }
const ACCOUNT = '/api/v1/auth/account'
const ATTEMPTS_MAX = 3
/** A deletion asks for sessions and subscriptions, cancels, and asks again once the account is shut. */
const CALLS = 5

t.test('T39: each event five times, shuffled, racing reconcile, 100 times', t => racingPayments(t, billing, FULL))

t.test('T39: the events of a life in any order, 100 times', t => racingLives(t, billing, FULL))

t.test('whichever call to Stripe fails, a deletion that is requested again converges', async t => {
  for (const failure of ['before', 'after'] as const) {
    for (let call = 1; call <= CALLS; call++) {
      const ada = await user()
      const { sessionId, subscriptionId } = await paid(ada)
      await ada.call(RECONCILE, { body: { session_id: sessionId } })
      stripe.failAt(call, failure)
      const statuses: number[] = []
      while (statuses.at(-1) !== 204 && statuses.length < ATTEMPTS_MAX) {
        statuses.push((await ada.call(ACCOUNT, { method: 'DELETE' })).status)
        const isGone = (await service.redis.exists(keys.account(ada.accountId))) === 0
        const isAlive = stripe.subscriptions.get(subscriptionId)!.status !== 'canceled'
        t.notOk(isGone && isAlive, `call ${call} failed ${failure} its effect`)
      }
      t.equal(statuses.at(-1), 204, `${statuses}`)
      t.equal(stripe.failuresLeft, 0, 'the call was made')
      t.equal(stripe.subscriptions.get(subscriptionId)!.status, 'canceled')
      t.same(
        await namesOf(service.redis, `{a:${ada.accountId}}:*`),
        [keys.audit(ada.accountId)],
        'the audit trail is left',
      )
    }
  }
})

t.test('while Stripe is down the account stays as it is', async t => {
  const ada = await user()
  const { sessionId, subscriptionId } = await paid(ada)
  const { json } = await ada.call(RECONCILE, { body: { session_id: sessionId } })
  stripe.failWith = 400
  t.equal((await ada.call(ACCOUNT, { method: 'DELETE' })).status, 503)
  t.equal((await service.call('/api/v1/account/tier', { key: json.api_key })).json.tier, 'starter')
  t.equal(stripe.subscriptions.get(subscriptionId)!.status, 'active')
  stripe.failWith = null
  t.equal((await ada.call(ACCOUNT, { method: 'DELETE' })).status, 204)
  t.equal(stripe.subscriptions.get(subscriptionId)!.status, 'canceled')
  t.equal((await service.call('/api/v1/account/tier', { key: json.api_key })).status, 401)
})
