/**
 * The one way in which a payment becomes a tier. It reads all subscriptions of the account's customer from the payment service and sets the
 * account accordingly. Events and reconcile only trigger this, so their order and number make no difference. An account has one
 * subscription; if two were paid, the older one stays.
 */
import type { Stripe } from 'stripe'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { unwatch, watch, watchOn } from './check-schedule.ts'
import { isMissing, type PaymentService } from './payment-service.ts'
import {
  applyFound,
  type BillingRecord,
  type FoundSubscription,
  isLiveHere,
  PAYMENT_SERVICE,
  readBilling,
  type SubscriptionState,
  storeCall,
  takeTicket,
} from './subscription-store.ts'

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
  /** It has subscriptions, for prices that this service does not sell. */
  | { readonly state: 'unsold' }
  /** It was served, and the payment service does not know its customer: it may be asked with the wrong secret, so nothing is changed. */
  | { readonly state: 'customer_unknown' }

interface Side {
  readonly payments: PaymentService
  readonly redis: RedisClient
  readonly log: Log
}

/** null: the payment service does not know the customer. */
export async function subscriptionsOf(
  { stripe }: PaymentService,
  customerId: string,
): Promise<Stripe.Subscription[] | null> {
  try {
    return (await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: LIST_MAX })).data
  } catch (error) {
    if (isMissing(error)) return null
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

/** Sets the account to what is paid for, and schedules the next check. customerId: one that an event or a session names, in addition to the known one. */
export async function activate(side: Side, accountId: string, customerId: string | null): Promise<Activation> {
  const { redis } = side
  const ticket = await takeTicket(redis, accountId)
  // first, so that the next check continues if this run is interrupted
  if (ticket !== null) await watch(redis, accountId)
  const known = await readBilling(redis, accountId)
  const found = await findAll(side, accountId, known, customerId)
  const activation =
    ticket === null
      ? await cancelAfterDeletion(side, accountId, found.own)
      : await apply(side, accountId, ticket, known, found)
  if (activation.state === 'gone') await unwatch(redis, accountId)
  else await watchOn(redis, accountId, await readBilling(redis, accountId), Date.now())
  return activation
}

interface FoundSubscriptions {
  /** Subscriptions of the account, the best one first. */
  readonly own: readonly Stripe.Subscription[]
  /** The payment service knows the customer. */
  readonly isCustomerKnown: boolean
}

/** An account may have had several customers: one that the payment service lost was created again. */
async function findAll(
  { payments }: Side,
  accountId: string,
  known: BillingRecord,
  customerId: string | null,
): Promise<FoundSubscriptions> {
  const customerIds = new Set([customerId, known.customerId].filter(id => id !== null))
  const lists: (Stripe.Subscription[] | null)[] = []
  for (const id of customerIds) lists.push(await subscriptionsOf(payments, id))
  const own = lists.flatMap(list => list ?? []).filter(isOf(accountId))
  if (isLiveHere(known) && !own.some(({ id }) => id === known.subscriptionId)) {
    const one = await subscriptionOf(payments, known.subscriptionId!)
    if (one !== null) own.push(one)
  }
  return { own: own.sort(better), isCustomerKnown: lists.some(list => list !== null) }
}

async function subscriptionOf({ stripe }: PaymentService, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await stripe.subscriptions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function apply(
  side: Side,
  accountId: string,
  ticket: number,
  known: BillingRecord,
  { own, isCustomerKnown }: FoundSubscriptions,
): Promise<Activation> {
  const { payments, redis, log } = side
  // what was accepted once stays accepted when the price changes
  const sold = own.filter(
    one => hasKnownPrice(payments.priceIds, one) || (isLiveHere(known) && one.id === known.subscriptionId),
  )
  for (const { id } of own.filter(one => isServed(one) && !sold.includes(one)))
    log.error({ accountId, subscriptionId: id }, 'a subscription has a price that is not in STRIPE_PRICE_STARTER')
  const first = sold.find(subscription => STATES[subscription.status] != null)
  if (first === undefined && !isLiveHere(known)) return { state: own.length > sold.length ? 'unsold' : 'none' }
  if (first === undefined && !isCustomerKnown) {
    log.error(
      { accountId, customerId: known.customerId },
      'the payment service does not know a customer that is being served',
    )
    return { state: 'customer_unknown' }
  }
  const {
    id: subscriptionId,
    state,
    ...period
  } = first === undefined ? { ...NOTHING_LEFT, id: known.subscriptionId! } : { id: first.id, ...termsOf(first) }
  const what = {
    ticket,
    provider: PAYMENT_SERVICE,
    subscriptionId,
    state,
    tier: CHECKOUT_TIER,
    ...period,
    actor: ACTOR,
  }
  if ((await applyFound(redis, accountId, what)) === 'gone') return cancelAfterDeletion(side, accountId, own)
  if (state !== 'active' && state !== 'past_due') return { state }
  for (const extra of sold.filter(isServed)) {
    if (extra === first) continue
    log.warn({ accountId, subscriptionId: extra.id }, 'a second subscription of the account was cancelled')
    await cancel(payments, extra.id)
  }
  return { state: 'served', subscriptionId }
}

type SubscriptionTerms = Pick<FoundSubscription, 'state' | 'periodEndMs' | 'isCancelling'>

/** The payment service knows the customer, but not the subscription: nobody pays any more. */
const NOTHING_LEFT: SubscriptionTerms = { state: 'ended', periodEndMs: null, isCancelling: false }

function termsOf({ status, items, cancel_at, cancel_at_period_end }: Stripe.Subscription): SubscriptionTerms {
  const ends = items.data.map(({ current_period_end }) => current_period_end).filter(Number.isFinite)
  const endSeconds = cancel_at ?? (ends.length > 0 ? Math.max(...ends) : null)
  return {
    state: STATES[status]!,
    periodEndMs: endSeconds === null ? null : endSeconds * 1000,
    isCancelling: cancel_at_period_end || cancel_at !== null,
  }
}

export const hasKnownPrice = (priceIds: ReadonlySet<string>, { items }: Stripe.Subscription): boolean =>
  items.data.some(({ price }) => priceIds.has(price.id))

const isOf =
  (accountId: string) =>
  (subscription: Stripe.Subscription): boolean =>
    subscription.metadata[ACCOUNT_MEMBER] === accountId

export const isServed = ({ status }: Stripe.Subscription): boolean =>
  ['active', 'trialing', 'past_due'].includes(status)

/**
 * Who is deleted pays no more, also where the payment came after the deletion. Only of accounts that were ours, as their audit trail
 * says: an account of Stripe may serve several installations.
 */
async function cancelAfterDeletion(
  side: Side,
  accountId: string,
  own: readonly Stripe.Subscription[],
): Promise<Activation> {
  const wasOurs = (await storeCall(() => side.redis.exists(keys.audit(accountId)))) === 1
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

/** The customer cannot be charged any more: no payable session, no live subscription. */
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
  for (const { id, status } of (await subscriptionsOf(payments, customerId)) ?? []) {
    if (LIVE.includes(status)) await cancel(payments, id)
  }
}

/** A refusal because the session is not open any more. */
function ignoreState(error: unknown): void {
  if ((error as { statusCode?: number }).statusCode !== 400 && !isMissing(error)) throw error
}
