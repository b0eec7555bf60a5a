/**
 * What events of payments must come to in whatever order and number they arrive (RELIABILITY T39), in the size the caller wants. What
 * is random comes from the seed that is printed.
 */
import type { Test } from 'tap'
import { between, type Random, random } from '../../../compute/test/helpers/random.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { type BillingService, RECONCILE } from './billing.ts'

export interface Size {
  readonly roundCount: number
  readonly seed: number
}

/** How often each event, and reconcile, comes. */
const COPIES = 5

function shuffled<T>(items: readonly T[], rnd: Random): T[] {
  const left = [...items]
  return items.map(() => left.splice(between(rnd, 0, left.length - 1), 1)[0]!)
}

/** What the audit says of subscriptions. */
async function changes({ service }: BillingService, accountId: string): Promise<string[]> {
  const entries = await service.redis.xrange(keys.audit(accountId), '-', '+')
  return entries.map(([, fields]) => fields[1]!).filter(action => action.startsWith('billing.'))
}

/** Each event of a payment several times, shuffled, racing as many calls to reconcile. */
export async function racingPayments(t: Test, billing: BillingService, { roundCount, seed }: Size): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const { stripe, user, paid, deliver, tier } = billing
  const fromMs = performance.now()
  let callCount = 0
  for (let round = 0; round < roundCount; round++) {
    const ada = await user()
    const from = stripe.events.length
    const { sessionId, subscriptionId } = await paid(ada)
    const events = stripe.events.slice(from)
    const copies = Array.from({ length: COPIES })
    const sends = shuffled(
      [
        ...copies.flatMap(() => events.map(event => () => deliver(event))),
        ...copies.map(() => () => ada.call(RECONCILE, { body: { session_id: sessionId } })),
      ],
      rnd,
    )
    const answers = await Promise.all(sends.map(send => send()))
    callCount += answers.length
    const live = (await ada.call('/api/v1/auth/keys')).json
    const alive = stripe.alive.filter(({ metadata }) => metadata.account_id === ada.accountId)
    t.same(
      {
        statuses: [...new Set(answers.map(({ status }) => status))],
        shown: answers.filter(({ json }) => json.api_key !== undefined).length,
        live: live.length,
        changes: await changes(billing, ada.accountId),
        alive: alive.map(({ id }) => id),
        tier: await tier(ada),
      },
      { statuses: [200], shown: 1, live: 1, changes: ['billing.active'], alive: [subscriptionId], tier: 'starter' },
      `round ${round}`,
    )
  }
  const seconds = ((performance.now() - fromMs) / 1000).toFixed(1)
  t.comment(
    `${roundCount} rounds, ${callCount} events and calls in ${seconds} s, each with one activation, one key, one subscription`,
  )
}

/** The events of a subscription that fails and recovers or ends, each twice, shuffled. */
export async function racingLives(t: Test, billing: BillingService, { roundCount, seed }: Size): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const { service, stripe, user, paid, deliver } = billing
  for (let round = 0; round < roundCount; round++) {
    const ada = await user()
    const from = stripe.events.length
    const { subscriptionId } = await paid(ada)
    await deliver(stripe.events.at(-1)!)
    for (const status of ['past_due', 'unpaid', 'active', 'canceled'].slice(0, 1 + (round % 4)))
      stripe.turn(subscriptionId, status)
    const events = stripe.events.slice(from)
    await Promise.all(shuffled([...events, ...events], rnd).map(deliver))
    const [tier, status] = await service.redis.hmget(keys.account(ada.accountId), 'tier', 'status')
    t.same(
      { tier, status },
      { tier: round % 4 === 3 ? 'free' : 'starter', status: round % 4 === 1 ? 'suspended' : 'active' },
    )
  }
}
