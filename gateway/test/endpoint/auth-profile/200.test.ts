import t from 'tap'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { startBilling } from '../../helpers/billing.ts'
import { signedUp, startIssuer } from '../../helpers/issuer.ts'
import { startService } from '../../helpers/service.ts'

const PROFILE = '/api/v1/auth/profile'
const issuer = await startIssuer(t)
const service = await startService(t, issuer.settings)

t.test('the profile has user, account and active keys', async t => {
  const user = await signedUp(service, issuer, 'ada')
  const [, second] = [await user.key(), await user.key()]
  await user.call(`/api/v1/auth/keys/${second.keyId}`, { method: 'DELETE' })
  const { status, json, headers } = await user.call(PROFILE)
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'no-store')
  t.match(json, {
    user_id: user.accountId,
    email: 'ada@example.com',
    display_name: 'ada',
    company: 'Example Works',
    tier: 'free',
    status: 'active',
    subscription: null,
    key_count: 1,
    created_at: /^\d{4}-.*Z$/,
  })
})

t.test('a subscription is reported with its seller and state', async t => {
  const user = await signedUp(service, issuer, 'sub')
  await service.redis.hset(keys.billing(user.accountId), {
    provider: 'payment_processor',
    subscriptionId: 'sub_1',
    subscriptionState: 'past_due',
  })
  t.same((await user.call(PROFILE)).json.subscription, {
    provider: 'payment_processor',
    status: 'past_due',
    current_period_end: null,
    cancel_at_period_end: false,
  })
})

t.test('the renewal is reported, and that there will be none once the subscription is cancelled', async t => {
  const { stripe, user, paid, deliver } = await startBilling(t)
  const ada = await user()
  const { subscriptionId } = await paid(ada)
  const shownSubscription = async () => {
    await deliver(stripe.events.at(-1)!)
    return (await ada.call(PROFILE)).json.subscription
  }
  const subscription = stripe.subscriptions.get(subscriptionId)!
  const [item] = subscription.items.data
  const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString()
  const first = momentOf(item!.current_period_end)
  t.match(await shownSubscription(), { status: 'active', current_period_end: first, cancel_at_period_end: false })
  item!.current_period_end += 30 * 86_400
  stripe.turn(subscriptionId, 'active')
  const renewed = await shownSubscription()
  t.match(renewed, { current_period_end: momentOf(item!.current_period_end), cancel_at_period_end: false })
  t.not(renewed.current_period_end, first)
  stripe.cancelAtPeriodEnd(subscriptionId)
  t.match(await shownSubscription(), { status: 'active', cancel_at_period_end: true })
  Object.assign(subscription, { cancel_at_period_end: false, cancel_at: item!.current_period_end - 86_400 })
  stripe.turn(subscriptionId, 'active')
  t.match(
    await shownSubscription(),
    { current_period_end: momentOf(subscription.cancel_at!), cancel_at_period_end: true },
    'as the portal of later versions of Stripe writes it',
  )
})
