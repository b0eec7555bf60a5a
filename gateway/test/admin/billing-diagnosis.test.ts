/** The doctor compares tiers with what is paid: each difference is planted, found, and gone again. */
import t from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { diagnoseBilling } from '../../admin/billing-diagnosis.ts'
import { startBilling } from '../helpers/billing.ts'

const { service, stripe, user, paid, deliver } = await startBilling(t)
const { redis } = service
const config = (settings: Record<string, string>) => readConfig(settings, { coreCount: 2, memoryBytes: 2 ** 33 })
const found = async (settings = stripe.settings): Promise<string[]> =>
  (await diagnoseBilling(redis, config(settings))).flatMap(({ state, detail }) => (state === 'problem' ? [detail] : []))

const ada = await user()
const { subscriptionId } = await paid(ada)
await deliver(stripe.events.at(-1)!)
const subscription = stripe.subscriptions.get(subscriptionId)!
const [item] = subscription.items.data

t.test('nothing is reported where tiers and payments agree, also of accounts of another installation', async t => {
  stripe.subscriptions.set('sub_else', { ...subscription, id: 'sub_else', metadata: { account_id: 'elsewhere' } })
  t.same(await found(), [])
  t.match(await diagnoseBilling(redis, config(stripe.settings)), [{ state: 'ok', detail: /^the tiers of 1 accounts/ }])
  stripe.subscriptions.delete('sub_else')
})

t.test('a tier that nobody pays for, and a payment without a tier', async t => {
  subscription.status = 'canceled'
  t.match(await found(), [/^1 accounts have a tier but no paid subscription at Stripe: /])
  t.match((await found())[0], ada.accountId)
  subscription.status = 'active'
  const bob = await user()
  await paid(bob)
  t.match(await found(), [/^1 accounts pay at Stripe but do not have the tier: /])
  await deliver(stripe.events.at(-1)!)
  t.same(await found(), [])
})

t.test('prices that are not sold, or that Stripe does not have', async t => {
  item!.price.id = 'price_old'
  t.match(await found(), [/^1 accounts pay for a price that is not in STRIPE_PRICE_STARTER: /])
  item!.price.id = 'price_starter'
  t.match(await found({ ...stripe.settings, STRIPE_PRICE_STARTER: 'price_starter, price_gone' }), [
    /does not have.*: price_gone$/,
  ])
})

t.test('what is paid is over, and checks are late', async t => {
  const name = keys.billing(ada.accountId)
  const end = (await redis.hget(name, 'periodEndMs'))!
  await redis.hset(name, { periodEndMs: Date.now() - 3 * 3_600_000 })
  t.match(await found(), [/beyond their paid period/])
  await redis.hset(name, { periodEndMs: end })
  await redis.zadd(keys.billingChecks(), Date.now() - 3 * 3_600_000, ada.accountId)
  t.match(await found(), [/^1 subscription checks are more than two hours late/])
  await redis.zadd(keys.billingChecks(), Date.now() + 1_000, ada.accountId)
})

t.test('Stripe is away, or not configured though tiers are paid there', async t => {
  stripe.failWith = 401
  t.match(await found(), [/^Stripe does not answer questions about payments: StripeAuthenticationError/])
  stripe.failWith = null
  t.match(await found({}), [/payments are not configured, so it is not checked/])
  t.same(await found(), [])
})
