/**
 * The subscription of an account in Redis, and the scripts that change it. Errors of Redis are thrown as StoreUnavailable: a call gets 503,
 * and the sender of an event sends it again.
 */
import type { TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { isStoreAway, StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from '../store/attempt.ts'

export const PROVIDERS = ['payment_processor', 'marketplace'] as const
export type Provider = (typeof PROVIDERS)[number]
/** The provider that is called, where the marketplace is known. */
export const PAYMENT_SERVICE: Provider = 'payment_processor'

/** past_due is still served; unpaid suspends the account. */
export const SUBSCRIPTION_STATES = ['active', 'past_due', 'unpaid', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

export interface BillingRecord {
  readonly provider: Provider | null
  readonly subscriptionId: string | null
  readonly state: SubscriptionState | null
  /** Customer of the payment service; null before the first checkout. */
  readonly customerId: string | null
  /** Subscription whose key was made, see reconcile.ts. */
  readonly keyOfSubscription: string | null
  /** End of what is paid, ms, as the payment service last reported it: the renewal, or the end where isCancelling. null = not reported. */
  readonly periodEndMs: number | null
  readonly isCancelling: boolean
  /** When a hosted page to pay on was last made, ms. */
  readonly checkoutAtMs: number | null
}

/** As far as is known here, the payment service serves the account or waits for its money. */
export const isLiveHere = ({ provider, state, subscriptionId }: BillingRecord): boolean =>
  provider === PAYMENT_SERVICE && state !== null && state !== 'ended' && subscriptionId !== null

const TICKET = script('billing-ticket-2')
const NOTE = script('billing-note-2')
const APPLY = script('billing-apply-3')
const REASON = 'Its subscription is unpaid. POST /api/v1/billing/portal returns the page for payment.'

/** Runs an operation that may run twice. */
export async function storeCall<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await attempt(operation)
  } catch (error) {
    if (!isStoreAway(error)) throw error
    throw new StoreUnavailable((error as Error).message, { cause: error })
  }
}

export async function readBilling(client: RedisClient, accountId: string): Promise<BillingRecord> {
  const fields = await storeCall(() => client.hgetall(keys.billing(accountId)))
  return {
    provider: (fields.provider as Provider | undefined) ?? null,
    subscriptionId: fields.subscriptionId ?? null,
    state: (fields.subscriptionState as SubscriptionState | undefined) ?? null,
    customerId: fields.customerId ?? null,
    keyOfSubscription: fields.keyOfSubscription ?? null,
    periodEndMs: fields.periodEndMs ? Number(fields.periodEndMs) : null,
    isCancelling: fields.isCancelling === '1',
    checkoutAtMs: fields.checkoutAtMs === undefined ? null : Number(fields.checkoutAtMs),
  }
}

type BillingField = 'customerId' | 'keyOfSubscription' | 'checkoutAtMs'

/** False when there is no such account, or it is being deleted. */
export async function noteBilling(
  client: RedisClient,
  accountId: string,
  field: BillingField,
  value: string | number,
): Promise<boolean> {
  const names = [keys.account(accountId), keys.billing(accountId)]
  return (await storeCall(() => run(client, NOTE, names, [field, value]))) === 1
}

/** null when there is no such account, or it is being deleted. */
export async function takeTicket(client: RedisClient, accountId: string): Promise<number | null> {
  const names = [keys.account(accountId), keys.billing(accountId)]
  const ticket = (await storeCall(() => run(client, TICKET, names, []))) as number
  return ticket < 0 ? null : ticket
}

export interface FoundSubscription {
  readonly ticket: number
  readonly provider: Provider
  readonly subscriptionId: string
  readonly state: SubscriptionState
  readonly tier: TierName
  readonly periodEndMs: number | null
  readonly isCancelling: boolean
  readonly actor: string
}

export async function applyFound(
  client: RedisClient,
  accountId: string,
  found: FoundSubscription,
): Promise<'applied' | 'stale' | 'gone'> {
  const names = [keys.account(accountId), keys.billing(accountId), keys.audit(accountId)]
  const { ticket, provider, subscriptionId, state, tier, periodEndMs, isCancelling, actor } = found
  const args = [ticket, provider, subscriptionId, state, tier, REASON, actor, periodEndMs ?? '', isCancelling ? 1 : 0]
  const [outcome] = (await storeCall(() => run(client, APPLY, names, args))) as [
    'applied' | 'stale' | 'gone',
    number,
    string,
  ]
  return outcome
}
