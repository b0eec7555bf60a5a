import t from 'tap'
import { suspendAccount } from '../../../store/accounts.ts'
import { CHECKOUT, RECONCILE, startBilling } from '../../helpers/billing.ts'

const { service, stripe, user, paid, deliver, tier } = await startBilling(t)
const post = { method: 'POST' }

t.test('200: a paid session makes the account Starter and shows its key, once', async t => {
  const ada = await user()
  const { sessionId } = await paid(ada)
  t.equal(await tier(ada), 'free')
  const { status, json, headers } = await ada.call(RECONCILE, { body: { session_id: sessionId } })
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  t.match(json, { status: 'activated', tier: 'starter', api_key: /^sis_live_/, key_id: /-/ })
  t.equal((await service.call('/api/v1/account/tier', { key: json.api_key })).json.tier, 'starter')
  const again = await ada.call(RECONCILE, { body: { session_id: sessionId } })
  t.same(again.json, { status: 'already_active', tier: 'starter' })
})

t.test('200: the key is shown though the event came first', async t => {
  const bob = await user()
  const { sessionId } = await paid(bob)
  await deliver(stripe.events.at(-1)!)
  t.equal(await tier(bob), 'starter')
  t.equal((await bob.call('/api/v1/auth/keys')).json.length, 0)
  const { json } = await bob.call(RECONCILE, { body: { session_id: sessionId } })
  t.match(json, { status: 'activated', tier: 'starter', api_key: /^sis_live_/ })
  t.equal((await bob.call('/api/v1/auth/keys')).json.length, 1)
})

t.test('200: a session that is not paid is pending', async t => {
  const cleo = await user()
  const { json } = await cleo.call(CHECKOUT, post)
  t.same((await cleo.call(RECONCILE, { body: { session_id: json.session_id } })).json, {
    status: 'pending',
    tier: 'free',
  })
})

t.test("404: no such session, another account's, and what is no id, with one answer", async t => {
  const [dora, emil] = [await user(), await user()]
  const { sessionId } = await paid(dora)
  const answers = new Set<string>()
  for (const id of [sessionId, 'cs_test_none', '../customers', 'cs_test_a/../../events', 'x'.repeat(200)]) {
    const { status, json } = await emil.call(RECONCILE, {
      body: { session_id: id },
      headers: { 'x-request-id': 'same' },
    })
    answers.add(`${status} ${JSON.stringify(json)}`)
  }
  t.equal(answers.size, 1)
  t.match([...answers][0], /^404 .*checkout_not_found/)
  t.equal(await tier(emil), 'free')
})

t.test('409: a session that has expired, and one whose subscription has ended', async t => {
  const finn = await user()
  const open = (await finn.call(CHECKOUT, post)).json.session_id
  stripe.sessions.get(open)!.status = 'expired'
  t.equal((await finn.call(RECONCILE, { body: { session_id: open } })).json.code, 'checkout_over')
  const { sessionId, subscriptionId } = await paid(finn)
  stripe.turn(subscriptionId, 'canceled')
  const { status, json } = await finn.call(RECONCILE, { body: { session_id: sessionId } })
  t.equal(`${status} ${json.code}`, '409 checkout_over')
  t.equal(await tier(finn), 'free')
})

t.test(
  '409: a session for a price that the service does not sell gives no tier, by reconcile, event or checkout',
  async t => {
    const jan = await user()
    const { sessionId, subscriptionId } = await paid(jan)
    stripe.subscriptions.get(subscriptionId)!.items.data[0]!.price.id = 'price_of_something_else'
    for (const event of stripe.events.slice(-2)) await deliver(event)
    const { status, json } = await jan.call(RECONCILE, { body: { session_id: sessionId } })
    t.equal(`${status} ${json.code}`, '409 checkout_over')
    t.match(json.detail, /price/)
    t.equal(await tier(jan), 'free')
    t.equal((await jan.call(CHECKOUT, post)).status, 200, 'Starter can still be bought')
    t.equal(stripe.subscriptions.get(subscriptionId)!.status, 'active', 'it is not ours to cancel')
  },
)

t.test('200: who was accepted at a price stays when another one is sold', async t => {
  const kai = await user()
  const { sessionId, subscriptionId } = await paid(kai)
  await deliver(stripe.events.at(-1)!)
  stripe.subscriptions.get(subscriptionId)!.items.data[0]!.price.id = 'price_before_the_rise'
  stripe.turn(subscriptionId, 'past_due')
  await deliver(stripe.events.at(-1)!)
  t.equal(await tier(kai), 'starter')
  t.equal((await kai.call(RECONCILE, { body: { session_id: sessionId } })).status, 200)
})

t.test('200, 403: who is suspended unpaid reads the profile and reconciles; who was shut out does neither', async t => {
  const lou = await user()
  const { sessionId, subscriptionId } = await paid(lou)
  await deliver(stripe.events.at(-1)!)
  stripe.turn(subscriptionId, 'unpaid')
  await deliver(stripe.events.at(-1)!)
  const read = () => lou.call('/api/v1/auth/profile')
  t.match((await read()).json, { status: 'suspended', tier: 'starter', subscription: { status: 'unpaid' } })
  t.equal((await lou.call('/api/v1/auth/keys')).json.code, 'account_suspended')
  stripe.turn(subscriptionId, 'active')
  t.match((await lou.call(RECONCILE, { body: { session_id: sessionId } })).json, { tier: 'starter' })
  t.match((await read()).json, { status: 'active', subscription: { status: 'active' } })
  await suspendAccount(service.redis, lou.accountId, 'Abuse.', 'test')
  t.equal((await read()).json.code, 'account_suspended')
  const refused = await lou.call(RECONCILE, { body: { session_id: sessionId } })
  t.equal(refused.json.code, 'account_suspended')
  t.match(refused.json.detail, /Abuse/)
})

t.test('401, 422: no token, no session id', async t => {
  t.equal((await service.call(RECONCILE, { body: { session_id: 'cs_x' } })).status, 401)
  const gwen = await user()
  t.equal((await gwen.call(RECONCILE, { body: {} })).status, 422)
  t.equal((await gwen.call(RECONCILE, { body: { session_id: 7 } })).status, 422)
})

t.test('503: Stripe is away; the key is not lost by that', async t => {
  const hans = await user()
  const { sessionId } = await paid(hans)
  stripe.failWith = 500
  const { status, json } = await hans.call(RECONCILE, { body: { session_id: sessionId } })
  t.equal(`${status} ${json.code}`, '503 payments_unavailable')
  stripe.failWith = null
  t.equal((await hans.call(RECONCILE, { body: { session_id: sessionId } })).json.status, 'activated')
})
