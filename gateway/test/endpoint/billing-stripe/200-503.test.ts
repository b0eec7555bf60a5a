/** Events of Stripe (T39): duplicated, shuffled, racing reconcile, forged. */
import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { readAccount, resumeAccount, suspendAccount } from '../../../store/accounts.ts'
import { CHECKOUT, RECONCILE, STRIPE_WEBHOOK, startBilling } from '../../helpers/billing.ts'
import { racingLives, racingPayments } from '../../helpers/payment-scenarios.ts'
import { startService } from '../../helpers/service.ts'

const billing = await startBilling(t, { PUBLIC_WINDOW_CALLS: '1000000' })
const { service, stripe, user, paid, deliver, tier } = billing
const post = { method: 'POST' }
const ROUNDS = 8
const SEED = Date.now() % 1_000_000

t.test('each event five times, shuffled, racing reconcile: one activation, one key, one subscription', t =>
  racingPayments(t, billing, { roundCount: ROUNDS, seed: SEED }),
)

t.test('however the events of a life come, the account ends where its subscription does', t =>
  racingLives(t, billing, { roundCount: ROUNDS, seed: SEED }),
)

t.test('a subscription that is over leaves the account Free, with its keys', async t => {
  const ada = await user()
  const { sessionId, subscriptionId } = await paid(ada)
  const { json } = await ada.call(RECONCILE, { body: { session_id: sessionId } })
  stripe.turn(subscriptionId, 'canceled')
  t.same((await deliver(stripe.events.at(-1)!)).json, { status: 'applied' })
  t.equal((await service.call('/api/v1/account/tier', { key: json.api_key })).json.tier, 'free')
  const second = await paid(ada)
  t.equal(
    (await ada.call(RECONCILE, { body: { session_id: second.sessionId } })).json.status,
    'activated',
    'and may begin anew',
  )
})

t.test('what an operator set is not taken away', async t => {
  const ada = await user()
  const { subscriptionId } = await paid(ada)
  await deliver(stripe.events.at(-1)!)
  await service.redis.hset(keys.account(ada.accountId), 'tier', 'enterprise')
  for (const status of ['unpaid', 'canceled']) {
    stripe.turn(subscriptionId, status)
    await deliver(stripe.events.at(-1)!)
    t.equal(await tier(ada), 'enterprise')
  }
})

t.test(
  'a suspension by an operator is not ended by a payment, also where the account was suspended unpaid before',
  async t => {
    const isSuspended = async (accountId: string) =>
      (await readAccount(service.redis, accountId))!.status === 'suspended'
    for (const isResumed of [false, true]) {
      const ada = await user()
      const { subscriptionId } = await paid(ada)
      await deliver(stripe.events.at(-1)!)
      stripe.turn(subscriptionId, 'unpaid')
      await deliver(stripe.events.at(-1)!)
      t.ok(await isSuspended(ada.accountId))
      if (isResumed) await resumeAccount(service.redis, ada.accountId, 'operator')
      await suspendAccount(service.redis, ada.accountId, 'Abuse.', 'operator')
      stripe.turn(subscriptionId, 'active')
      await deliver(stripe.events.at(-1)!)
      t.ok(await isSuspended(ada.accountId))
      await resumeAccount(service.redis, ada.accountId, 'operator')
      t.equal(await tier(ada), 'starter')
    }
  },
)

t.test('who pays twice has one subscription', async t => {
  const ada = await user()
  const first = await paid(ada)
  // a session that Stripe had open elsewhere, paid at the same time
  const session = stripe.sessions.get(first.sessionId)!
  stripe.sessions.set('cs_test_second', { ...session, id: 'cs_test_second', status: 'open', subscription: null })
  const second = stripe.pay('cs_test_second')
  await Promise.all(stripe.events.slice(-4).map(deliver))
  t.equal(stripe.subscriptions.get(first.subscriptionId)!.status, 'active')
  t.equal(stripe.subscriptions.get(second.id)!.status, 'canceled')
  await Promise.all(stripe.events.slice(-5).map(deliver))
  t.equal(await tier(ada), 'starter')
})

t.test('who was deleted pays no more, also where the payment came after', async t => {
  const ada = await user()
  const { json } = await ada.call(CHECKOUT, post)
  t.equal((await ada.call('/api/v1/auth/account', { method: 'DELETE' })).status, 204)
  t.equal(stripe.sessions.get(json.session_id)!.status, 'expired', 'what was open cannot be paid')
  stripe.sessions.get(json.session_id)!.status = 'open'
  const { id } = stripe.pay(json.session_id)
  t.equal((await deliver(stripe.events.at(-1)!)).status, 200)
  t.equal(stripe.subscriptions.get(id)!.status, 'canceled')
  t.equal(await service.redis.exists(keys.account(ada.accountId), keys.billing(ada.accountId)), 0)
})

t.test("another installation's subscription is let alone", async t => {
  const ada = await user()
  const { subscriptionId } = await paid(ada)
  const event = stripe.events.at(-2)!
  stripe.subscriptions.get(subscriptionId)!.metadata.account_id = '00000000-0000-4000-8000-000000000000'
  await deliver({ ...event, data: { object: stripe.subscriptions.get(subscriptionId)! } })
  t.equal(stripe.subscriptions.get(subscriptionId)!.status, 'active')
  t.equal(await tier(ada), 'free')
})

t.test('200: events about something else are ignored', async t => {
  for (const type of ['invoice.paid', 'customer.created', 'checkout.session.completed']) {
    const event = { id: 'evt_1', object: 'event', type, created: 1, data: { object: { id: 'x' } } } as const
    t.same((await deliver(event)).json, { status: 'ignored' })
  }
})

t.test('400: a signature that is off by one, too old, of another secret, or none; nothing happens', async t => {
  const ada = await user()
  await paid(ada)
  const event = stripe.events.at(-1)!
  const { body, headers } = stripe.delivery(event)
  const signature = headers['stripe-signature']!
  const last = signature.at(-1) === '0' ? '1' : '0'
  const forged: [string, Record<string, string>][] = [
    [body, { 'stripe-signature': signature.slice(0, -1) + last }],
    [body.replace('completed', 'complfted'), headers],
    [`${body} `, headers],
    [body, stripe.delivery(event, { ageSeconds: 360 }).headers],
    [body, stripe.delivery(event, { secret: 'whsec_other' }).headers],
    [body, { 'stripe-signature': '' }],
    [body, { 'stripe-signature': signature.replace('v1=', 'v0=') }],
    [body, {}],
    ['{', headers],
  ]
  for (const [text, sent] of forged) {
    const { status, json } = await service.call(STRIPE_WEBHOOK, { ...post, body: text, headers: sent })
    t.equal(`${status} ${json.code}`, '400 signature_invalid')
  }
  t.equal(await tier(ada), 'free')
  t.equal((await deliver(event)).status, 200)
  t.equal(await tier(ada), 'starter')
})

t.test('400: an event that is signed and holds no event, or null where an object should be', async t => {
  const bodies = ['null', '5', '[]', '{}', '{', '"checkout.session.completed"']
  for (const data of [null, 5, [], {}, { object: null }, { object: 'x' }, { object: [] }]) {
    bodies.push(JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', created: 1, data }))
  }
  bodies.push(JSON.stringify({ id: 'evt_1', type: null, data: { object: {} } }))
  for (const body of bodies) {
    const { status, json } = await service.call(STRIPE_WEBHOOK, { ...post, body, headers: stripe.signed(body) })
    t.equal(`${status} ${json.code}`, '400 event_invalid', body)
  }
  for (const members of [
    { metadata: null },
    { customer: null },
    { metadata: 'x', customer: 5 },
    { customer: { id: 7 } },
  ]) {
    const object = { id: 'x', client_reference_id: '00000000-0000-4000-8000-000000000000', ...members }
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      created: 1,
      data: { object },
    } as const
    t.same((await deliver(event)).json, { status: 'ignored' }, JSON.stringify(members))
  }
})

t.test('400: an event, or a signature, dated further ahead than clocks differ', async t => {
  const ada = await user()
  await paid(ada)
  const event = stripe.events.at(-1)!
  const ahead = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  t.equal((await deliver({ ...event, created: ahead(330) })).json.code, 'event_invalid')
  for (const seconds of [330, 86_400 * 365]) {
    const { body, headers } = stripe.delivery(event, { ageSeconds: -seconds })
    const signature = headers['stripe-signature']!
    for (const written of [signature, signature.replace('t=', 't=+'), signature.replace('t=', 't= ')]) {
      const signed = { ...headers, 'stripe-signature': written }
      const { status, json } = await service.call(STRIPE_WEBHOOK, { ...post, body, headers: signed })
      t.equal(`${status} ${json.code}`, '400 signature_invalid', written)
    }
  }
  t.equal(await tier(ada), 'free')
  const { body, headers } = stripe.delivery({ ...event, created: ahead(200) }, { ageSeconds: -200 })
  t.equal(
    (await service.call(STRIPE_WEBHOOK, { ...post, body, headers })).status,
    200,
    'a clock that is a little ahead',
  )
})

t.test('413, 415: a body that is too large, or none of JSON', async t => {
  const large = 'x'.repeat(300_000)
  t.equal((await service.call(STRIPE_WEBHOOK, { ...post, body: large })).status, 413)
  const headers = { 'content-type': 'text/plain' }
  t.equal((await service.call(STRIPE_WEBHOOK, { ...post, body: 'x', headers })).status, 415)
})

t.test('503: Stripe is away, so the event comes again', async t => {
  const ada = await user()
  await paid(ada)
  stripe.failWith = 500
  t.equal((await deliver(stripe.events.at(-1)!)).json.code, 'payments_unavailable')
  stripe.failWith = null
  t.equal((await deliver(stripe.events.at(-1)!)).status, 200)
  t.equal(await tier(ada), 'starter')
})

t.test('503: no secret is configured', async t => {
  const bare = await startService(t)
  const { status, json } = await bare.call(STRIPE_WEBHOOK, { ...post, body: '{}' })
  t.equal(`${status} ${json.code}`, '503 billing_unconfigured')
})
