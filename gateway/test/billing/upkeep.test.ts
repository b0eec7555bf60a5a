/** A tier follows its payment even when the event of its end or of its start is lost. */
import t from 'tap'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { Upkeep } from '../../service/upkeep.ts'
import { CHECKOUT, startBilling } from '../helpers/billing.ts'

const { service, stripe, user, paid, deliver, tier } = await startBilling(t)
const { redis } = service
const HOUR_MS = 3_600_000

/** One turn of another gateway. */
async function turn(): Promise<void> {
  await redis.del(keys.upkeepLease())
  const upkeep = new Upkeep(service.app.gateway)
  await upkeep.turn()
  upkeep.close()
}
const dueIn = async (accountId: string): Promise<number> =>
  Number(await redis.zscore(keys.billingChecks(), accountId)) - Date.now()
/** As if its time had come. */
const makeDue = (accountId: string) => redis.zadd(keys.billingChecks(), 'XX', 1, accountId)

async function subscriber() {
  const who = await user()
  const { subscriptionId } = await paid(who)
  await deliver(stripe.events.at(-1)!)
  t.equal(await tier(who), 'starter')
  return { who, subscriptionId, subscription: stripe.subscriptions.get(subscriptionId)! }
}

t.test(
  'a subscription that ended, was not paid, or began, and whose events were lost, is known within the hour',
  async t => {
    const [ended, unpaid] = [await subscriber(), await subscriber()]
    for (const { who } of [ended, unpaid]) {
      const due = await dueIn(who.accountId)
      t.ok(due > HOUR_MS - 60_000 && due <= HOUR_MS, `the next check is in ${due} ms`)
    }
    stripe.turn(ended.subscriptionId, 'canceled')
    stripe.turn(unpaid.subscriptionId, 'unpaid')
    const fresh = await user()
    await paid(fresh)
    t.ok((await dueIn(fresh.accountId)) < HOUR_MS / 4, 'who was sent to a page to pay on is looked at soon')
    await turn()
    t.equal(await tier(ended.who), 'starter', 'its time has not come')
    for (const { accountId } of [ended.who, unpaid.who, fresh]) await makeDue(accountId)
    await turn()
    t.equal(await tier(ended.who), 'free')
    t.match((await unpaid.who.call('/api/v1/auth/profile')).json, { status: 'suspended' })
    t.equal(await tier(fresh), 'starter')
    await redis.hset(keys.billing(ended.who.accountId), { checkoutAtMs: 1 })
    await redis.zadd(keys.billingChecks(), 1, ended.who.accountId)
    await turn()
    t.equal(await redis.zscore(keys.billingChecks(), ended.who.accountId), null, 'nothing is left to end or begin')
  },
)

t.test('a period that ends sooner is looked at when it ends, one that is over again and again', async t => {
  const { who, subscription, subscriptionId } = await subscriber()
  const [item] = subscription.items.data
  const upkeepAt = async (inSeconds: number) => {
    item!.current_period_end = Math.floor(Date.now() / 1000) + inSeconds
    stripe.turn(subscriptionId, 'active')
    await deliver(stripe.events.at(-1)!)
    return dueIn(who.accountId)
  }
  const soon = await upkeepAt(600)
  t.ok(soon > 600_000 && soon < 700_000, `${soon} ms`)
  const overdue = await upkeepAt(-600)
  t.ok(overdue > 800_000 && overdue < 1_000_000, `${overdue} ms`)
})

t.test('while Stripe is away all accounts keep their tier, and one account is read, not all', async t => {
  const [one, two] = [await subscriber(), await subscriber()]
  for (const { who } of [one, two]) await makeDue(who.accountId)
  stripe.failWith = 401
  const before = stripe.calls.length
  await turn()
  stripe.failWith = null
  t.equal(stripe.calls.length, before + 1)
  for (const { who } of [one, two]) t.equal(await tier(who), 'starter')
  t.equal(await redis.zcount(keys.billingChecks(), 2, '+inf'), (await redis.zcard(keys.billingChecks())) - 1)
})

t.test(
  'a customer whom Stripe does not know keeps the tier, since the secret may be wrong; one that was deleted does not',
  async t => {
    const [unknown, deleted] = [await subscriber(), await subscriber()]
    const lost = stripe.customers.get(unknown.subscription.customer)!
    stripe.customers.delete(lost.id)
    stripe.subscriptions.delete(unknown.subscriptionId)
    stripe.deleteCustomer(deleted.subscription.customer)
    for (const { who } of [unknown, deleted]) await makeDue(who.accountId)
    await turn()
    t.equal(await tier(unknown.who), 'starter')
    t.equal(await tier(deleted.who), 'free')
    stripe.customers.set(lost.id, lost)
    await makeDue(unknown.who.accountId)
    await turn()
    t.equal(await tier(unknown.who), 'free', 'the customer is known, and its subscription is not: nobody pays')
  },
)

t.test('one gateway at a time reads Stripe; of two at once each account is read once', async t => {
  const { who } = await subscriber()
  await turn()
  await makeDue(who.accountId)
  const before = stripe.calls.length
  await redis.del(keys.upkeepLease())
  const both = [new Upkeep(service.app.gateway), new Upkeep(service.app.gateway)]
  await Promise.all(both.map(one => one.turn()))
  for (const one of both) one.close()
  t.equal(stripe.calls.length, before + 1)
})

t.test('a check and an event at once leave the state that was read last', async t => {
  const { who, subscriptionId } = await subscriber()
  for (const status of ['canceled', 'active', 'unpaid', 'active']) {
    stripe.turn(subscriptionId, status)
    const event = stripe.events.at(-1)!
    await redis.zadd(keys.billingChecks(), 1, who.accountId)
    await Promise.all([turn(), deliver(event), deliver(event), turn()])
    const expected =
      status === 'canceled' ? 'free active' : status === 'unpaid' ? 'starter suspended' : 'starter active'
    const [now, state] = await redis.hmget(keys.account(who.accountId), 'tier', 'status')
    t.equal(`${now} ${state}`, expected, status)
  }
})

t.test(
  'subscriptions of an earlier version are checked, too, once a gateway has walked over their accounts',
  async t => {
    const { who, subscriptionId } = await subscriber()
    for (const name of [keys.billingChecks(), keys.catchUp()]) await redis.del(name)
    stripe.turn(subscriptionId, 'canceled')
    await turn()
    t.equal(await tier(who), 'free')
  },
)

t.test('an account whose record cannot be read holds nobody up', async t => {
  const { who, subscriptionId } = await subscriber()
  await redis.del(keys.catchUp())
  await redis.set(keys.user('broken'), 'not a hash')
  await redis.zadd(keys.accountIndex(), 1, 'broken')
  stripe.turn(subscriptionId, 'canceled')
  await makeDue(who.accountId)
  await turn()
  t.equal(await tier(who), 'free')
  t.equal(await redis.get(keys.catchUp()), 'done')
  await redis.zrem(keys.accountIndex(), 'broken')
})

t.test('a deleted account is not read from Stripe any more', async t => {
  const { who } = await subscriber()
  t.equal((await who.call('/api/v1/auth/account', { method: 'DELETE' })).status, 204)
  t.equal(await redis.zscore(keys.billingChecks(), who.accountId), null)
  const other = await user()
  await other.call(CHECKOUT, { method: 'POST' })
  t.ok(await redis.zscore(keys.billingChecks(), other.accountId))
  t.equal((await other.call('/api/v1/auth/account', { method: 'DELETE' })).status, 204)
  t.equal(await redis.zscore(keys.billingChecks(), other.accountId), null)
})
