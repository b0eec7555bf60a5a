import t from 'tap'
import { CHECKOUT, PORTAL, RECONCILE, startBilling } from '../../helpers/billing.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { startService } from '../../helpers/service.ts'

const { service, stripe, user, paid, deliver, tier } = await startBilling(t, {
  ALLOWED_ORIGINS: 'https://shop.example.com',
})
const post = { method: 'POST' }

t.test('200: a page to pay on, for the account and its own customer', async t => {
  const ada = await user()
  const { status, json, headers } = await ada.call(CHECKOUT, post)
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  const session = stripe.sessions.get(json.session_id)!
  t.equal(json.checkout_url, session.url)
  t.equal(session.client_reference_id, ada.accountId)
  t.equal(session.subscriptionMetadata.account_id, ada.accountId)
  t.equal(session.success_url, 'https://app.example.com/billing?session_id={CHECKOUT_SESSION_ID}')
  t.equal(session.cancel_url, 'https://app.example.com/billing')
})

t.test('200: one session and one customer for calls at once and again', async t => {
  const bob = await user()
  const before = stripe.customers.size
  const answers = await Promise.all(Array.from({ length: 20 }, () => bob.call(CHECKOUT, post)))
  answers.push(await bob.call(CHECKOUT, post))
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  t.equal(new Set(answers.map(({ json }) => json.session_id)).size, 1)
  t.equal(stripe.customers.size, before + 1)
})

t.test('200: other pages make another session, and the one before cannot be paid any more', async t => {
  const cleo = await user()
  const first = await cleo.call(CHECKOUT, { body: { success_url: 'https://shop.example.com/done?a=1#top' } })
  const second = await cleo.call(CHECKOUT, { body: { success_url: 'https://shop.example.com/other' } })
  t.not(first.json.session_id, second.json.session_id)
  t.equal(stripe.sessions.get(first.json.session_id)!.status, 'expired')
  const { success_url, cancel_url } = stripe.sessions.get(first.json.session_id)!
  t.equal(success_url, 'https://shop.example.com/done?a=1&session_id={CHECKOUT_SESSION_ID}#top')
  t.equal(cancel_url, 'https://shop.example.com/done?a=1#top')
  t.equal(stripe.sessions.get(second.json.session_id)!.status, 'open')
})

t.test('200, 422: an Idempotency-Key gets the first answer again, and none for another body', async t => {
  const dora = await user()
  const headers = { 'idempotency-key': 'one' }
  const first = await dora.call(CHECKOUT, { body: {}, headers })
  stripe.sessions.get(first.json.session_id)!.status = 'expired'
  const again = await dora.call(CHECKOUT, { body: {}, headers })
  t.same(again.json, first.json)
  t.equal(again.headers['idempotent-replayed'], 'true')
  const other = await dora.call(CHECKOUT, { body: { cancel_url: 'https://shop.example.com/' }, headers })
  t.equal(`${other.status} ${other.json.code}`, '422 idempotency_reused')
  t.not((await dora.call(CHECKOUT, { body: {} })).json.session_id, first.json.session_id)
})

t.test('400: a key that is none, and a body that is none', async t => {
  const emil = await user()
  const { status, json } = await emil.call(CHECKOUT, { ...post, headers: { 'idempotency-key': 'a b' } })
  t.equal(`${status} ${json.code}`, '400 header_invalid')
  t.equal((await emil.call(CHECKOUT, { body: '{' })).status, 400)
})

t.test('401: keys are not read, nor is a call without a token', async t => {
  t.equal((await service.call(CHECKOUT, { ...post, key: await service.key('free') })).json.code, 'credentials_missing')
})

t.test('409: who is subscribed, whether its event has come or not', async t => {
  const finn = await user()
  await paid(finn)
  const early = await finn.call(CHECKOUT, post)
  t.equal(`${early.status} ${early.json.code}`, '409 subscribed_already')
  await deliver(stripe.events.at(-1)!)
  const late = await finn.call(CHECKOUT, post)
  t.equal(`${late.status} ${late.json.code}`, '409 subscribed_already')
})

t.test('422: pages of other origins, and what is no address', async t => {
  const gwen = await user()
  for (const url of [
    'https://evil.example.com/',
    'https://shop.example.com.evil.example/',
    'https://shop.example.com@evil.example/',
    'javascript:alert(1)',
    '/done',
    7,
  ]) {
    const { status, json } = await gwen.call(CHECKOUT, { body: { success_url: url } })
    t.equal(status, 422, String(url))
    t.same(json.detail[0].loc, ['body', 'success_url'])
  }
})

t.test(
  '200: without a body, a page of the operator or an address of its own, the front page is where checkout and portal lead',
  async t => {
    const issuer = await startIssuer(t)
    const { BILLING_RETURN_URL: _, ...bare } = { ...issuer.settings, ...stripe.settings }
    const pagesOf = async (settings: Record<string, string>, name: string) => {
      const without = await startService(t, { ...bare, ...settings })
      const jo = await signedUp(without, issuer, name)
      const { status, json } = await jo.call(CHECKOUT, post)
      t.equal(status, 200)
      stripe.pay(json.session_id)
      t.equal((await jo.call(PORTAL, post)).status, 200)
      const { success_url, cancel_url } = stripe.sessions.get(json.session_id)!
      return { success_url, cancel_url, url: without.url }
    }
    const { url, ...own } = await pagesOf({}, 'jo')
    t.same(own, { success_url: `${url}/?session_id={CHECKOUT_SESSION_ID}`, cancel_url: `${url}/` })
    t.match(await pagesOf({ PUBLIC_URL: 'https://schedules.example.com' }, 'jim'), {
      success_url: 'https://schedules.example.com/?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://schedules.example.com/',
    })
  },
)

t.test(
  '200: a customer that Stripe does not know any more is made anew, once for calls at once, also twice in a day',
  async t => {
    const kim = await user()
    for (const how of ['deleted', 'unknown', 'deleted'] as const) {
      const before = (await kim.call(CHECKOUT, post)).json.session_id
      const lost = stripe.sessions.get(before)!.customer
      stripe.sessions.get(before)!.status = 'expired'
      if (how === 'deleted') stripe.deleteCustomer(lost)
      else stripe.customers.delete(lost)
      const count = stripe.customers.size
      const answers = await Promise.all(Array.from({ length: 5 }, () => kim.call(CHECKOUT, post)))
      t.same([...new Set(answers.map(({ status }) => status))], [200], how)
      t.equal(stripe.customers.size, count + 1, how)
      t.not(stripe.sessions.get(answers[0]!.json.session_id)!.customer, lost)
    }
    const { sessionId } = await paid(kim)
    await deliver(stripe.events.at(-1)!)
    t.equal(await tier(kim), 'starter')
    t.equal((await kim.call(RECONCILE, { body: { session_id: sessionId } })).json.status, 'activated')
  },
)

t.test('503: a price that Stripe does not know is reported as what it is, not to be tried again', async t => {
  const lea = await user()
  stripe.prices.clear()
  const { status, json, headers } = await lea.call(CHECKOUT, post)
  stripe.prices.add('price_starter')
  t.equal(`${status} ${json.code}`, '503 payments_misconfigured')
  t.match(json.detail, /STRIPE_PRICE_STARTER/)
  t.equal(headers['retry-after'], undefined)
  t.equal((await lea.call(CHECKOUT, post)).status, 200)
})

t.test('503: Stripe is away, or not as it should be; nothing is remembered of it', async t => {
  const hans = await user()
  for (const status of [500, 401, 429]) {
    stripe.failWith = status
    const answer = await hans.call(CHECKOUT, post)
    t.equal(`${answer.status} ${answer.json.code}`, '503 payments_unavailable')
    t.equal(answer.headers['retry-after'], '5')
  }
  stripe.failWith = null
  t.equal((await hans.call(CHECKOUT, post)).status, 200)
})

t.test('503: payments are not configured', async t => {
  const issuer = await startIssuer(t)
  const bare = await startService(t, issuer.settings)
  const ida = await signedUp(bare, issuer, 'ida')
  const { status, json } = await ida.call(CHECKOUT, post)
  t.equal(`${status} ${json.code}`, '503 billing_unconfigured')
  t.match(json.detail, /STRIPE_SECRET_KEY/)
})
