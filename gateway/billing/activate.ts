/**
 * The one way in which a payment becomes a tier: ask the payment service for all subscriptions of the account's customer and bring the account
 * to what they say. Events and reconcile only say that it is time to ask, so neither their order, nor how often they come, nor which
 * of them is first makes a difference. An account has one subscription: one that was paid twice keeps the older.
 */
import type { Stripe } from 'stripe'
import type { Log } from '../../shared/process/log.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import type { TierName } from '../../shared/tiers.ts'
import { isMissing, type PaymentService } from './payment-service.ts'
import { applyFound, ask, type SubscriptionState, takeTicket } from './subscription-store.ts'

/** Tier that the hosted checkout sells. */
export const CHECKOUT_TIER: TierName = 'starter'
/** Member of a subscription's metadata that names its account. */
export const ACCOUNT_MEMBER = 'account_id'
const ACTOR = 'payments'
/** Subscriptions read of a customer; more than one is rare. */
const LIST_MAX = 100

/** By the status of a subscription, from the best one to the worst; null = nothing has been paid yet. */
const STATES: Readonly<Record<string, SubscriptionState | null>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'ended',
  incomplete: null,
  incomplete_expired: null,
}
const RANKS = Object.keys(STATES)
/** Alive: it may still charge somebody. */
const LIVE: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

type Activation =
  /** Served by this subscription. */
  | { readonly state: 'served'; readonly subscriptionId: string }
  | { readonly state: 'unpaid' | 'ended' | 'none' | 'gone' }

interface Side {
  readonly payments: PaymentService
  readonly redis: RedisClient
  readonly log: Log
}

export async function subscriptionsOf({ stripe }: PaymentService, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    return (await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: LIST_MAX })).data
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const rankOf = ({ status }: Stripe.Subscription): number => {
  const rank = RANKS.indexOf(status)
  return rank === -1 ? RANKS.length : rank
}

/** The best one, the older of equals. */
const better = (a: Stripe.Subscription, b: Stripe.Subscription): number =>
  rankOf(a) - rankOf(b) || a.created - b.created || (a.id < b.id ? -1 : 1)

export async function activate(side: Side, accountId: string, customerId: string): Promise<Activation> {
  const { payments, redis, log } = side
  const ticket = await takeTicket(redis, accountId)
  const own = (await subscriptionsOf(payments, customerId)).filter(isOf(accountId)).sort(better)
  if (ticket === null) return forsake(side, accountId, own)
  const first = own.find(subscription => STATES[subscription.status] != null)
  if (first === undefined) return { state: 'none' }
  const state = STATES[first.status]!
  const found = { ticket, provider: 'payment_processor', subscriptionId: first.id, state, tier: CHECKOUT_TIER } as const
  if ((await applyFound(redis, accountId, { ...found, actor: ACTOR })) === 'gone') return forsake(side, accountId, own)
  if (state !== 'active' && state !== 'past_due') return { state }
  for (const extra of own.filter(isServed)) {
    if (extra === first) continue
    log.warn({ accountId, subscriptionId: extra.id }, 'a second subscription of the account is cancelled')
    await cancel(payments, extra.id)
  }
  return { state: 'served', subscriptionId: first.id }
}

const isOf =
  (accountId: string) =>
  (subscription: Stripe.Subscription): boolean =>
    subscription.metadata[ACCOUNT_MEMBER] === accountId

const isServed = ({ status }: Stripe.Subscription): boolean => ['active', 'trialing', 'past_due'].includes(status)

/**
 * Who is deleted pays no more, also where the payment came after the deletion. Only of accounts that were ours, as their audit trail
 * says: an account of Stripe may serve several installations.
 */
async function forsake(side: Side, accountId: string, own: readonly Stripe.Subscription[]): Promise<Activation> {
  const wasOurs = (await ask(() => side.redis.exists(keys.audit(accountId)))) === 1
  if (wasOurs) for (const { id, status } of own) if (LIVE.includes(status)) await cancel(side.payments, id)
  return { state: 'gone' }
}

/** Cancelled at once; also when it was before. */
async function cancel({ stripe }: PaymentService, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId, { prorate: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Nothing of the customer can charge anybody any more: no session to be paid, no subscription alive. */
export async function endAll(payments: PaymentService, customerId: string): Promise<void> {
  const { stripe } = payments
  const sessions = await stripe.checkout.sessions
    .list({ customer: customerId, status: 'open', limit: LIST_MAX })
    .catch(error => {
      if (isMissing(error)) return { data: [] }
      throw error
    })
  // a session that was paid in this moment cannot be expired; its subscription is found below, or by its event
  for (const { id } of sessions.data) await stripe.checkout.sessions.expire(id).catch(ignoreState)
  for (const { id, status } of await subscriptionsOf(payments, customerId)) {
    if (LIVE.includes(status)) await cancel(payments, id)
  }
}

/** A refusal because the session is not open any more. */
function ignoreState(error: unknown): void {
  if ((error as { statusCode?: number }).statusCode !== 400 && !isMissing(error)) throw error
}
