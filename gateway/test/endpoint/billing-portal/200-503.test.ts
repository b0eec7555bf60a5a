import t from 'tap'
import { CHECKOUT, PORTAL, RECONCILE, startBilling } from '../../helpers/billing.ts'

const { service, stripe, user, paid, deliver, tier } = await startBilling(t)
const post = { method: 'POST' }

t.test('200: the page of the own customer', async t => {
  const ada = await user()
  const { sessionId } = await paid(ada)
  const { status, json } = await ada.call(PORTAL, post)
  t.equal(status, 200)
  t.match(json.portal_url, stripe.sessions.get(sessionId)!.customer)
})

t.test('200: who is suspended unpaid may pay, and is admitted again when that is done', async t => {
  const bob = await user()
  const { sessionId, subscriptionId } = await paid(bob)
  const { json } = await bob.call(RECONCILE, { body: { session_id: sessionId } })
  stripe.turn(subscriptionId, 'unpaid')
  await deliver(stripe.events.at(-1)!)
  const refused = await service.call('/api/v1/account/tier', { key: json.api_key })
  t.equal(`${refused.status} ${refused.json.code}`, '403 account_suspended')
  t.match(refused.json.detail, /billing\/portal/)
  t.equal((await bob.call(CHECKOUT, post)).status, 403)
  t.equal((await bob.call(PORTAL, post)).status, 200)
  stripe.turn(subscriptionId, 'active')
  await deliver(stripe.events.at(-1)!)
  t.equal((await service.call('/api/v1/account/tier', { key: json.api_key })).json.tier, 'starter')
  t.equal(await tier(bob), 'starter')
})

t.test('401: no token', async t => {
  t.equal((await service.call(PORTAL, { ...post, key: await service.key('starter') })).status, 401)
})

t.test('409: before a checkout, and before it is paid', async t => {
  const cleo = await user()
  t.equal((await cleo.call(PORTAL, post)).json.code, 'checkout_needed')
  await cleo.call(CHECKOUT, post)
  const { status, json } = await cleo.call(PORTAL, post)
  t.equal(`${status} ${json.code}`, '409 checkout_needed')
})

t.test('422: a page of another origin', async t => {
  const dora = await user()
  t.equal((await dora.call(PORTAL, { body: { return_url: 'https://evil.example.com/' } })).status, 422)
})

t.test('503: Stripe is away', async t => {
  const emil = await user()
  await paid(emil)
  stripe.failWith = 503
  const { status, json } = await emil.call(PORTAL, post)
  stripe.failWith = null
  t.equal(`${status} ${json.code}`, '503 payments_unavailable')
})
