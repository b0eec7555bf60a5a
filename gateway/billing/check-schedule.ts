/**
 * When the subscription of an account is read again from the payment service without an event: every hour, a minute after the paid period
 * ends, and at once in case of doubt. Errors of Redis are thrown as StoreUnavailable.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { type BillingRecord, isLiveHere, storeCall } from './subscription-store.ts'

const HOUR_MS = 3_600_000
/** The payment service renews at the end of the period; its answer a minute later shows that. */
const AFTER_PERIOD_MS = 60_000
/** Interval of checks of a period that has ended without a next one. */
const OVERDUE_MS = 15 * 60_000
/** A hosted page can be paid for a day; its event may be lost like any other. */
const CHECKOUT_MS = 25 * HOUR_MS
/** Somebody is on a hosted page, and comes back. */
const VISIT_MS = 10 * 60_000
/** After a check that got no answer. */
const RETRY_MS = 5 * 60_000

const set = async (client: RedisClient, accountId: string, atMs: number, ...how: ('NX' | 'XX' | 'LT')[]) => {
  await storeCall(() => client.call('ZADD', keys.billingChecks(), ...how, atMs, accountId))
}

/** The account is checked from now on, if it was not. */
export const watch = (client: RedisClient, accountId: string): Promise<void> => set(client, accountId, Date.now(), 'NX')

export const unwatch = async (client: RedisClient, accountId: string): Promise<void> => {
  await storeCall(() => client.zrem(keys.billingChecks(), accountId))
}

/** The recorded state may be wrong: the next check is now. */
export const doubt = (client: RedisClient, accountId: string): Promise<void> =>
  set(client, accountId, Date.now(), 'XX', 'LT')

/** The user is sent to a hosted page and may change things there. */
export const expectVisit = (client: RedisClient, accountId: string): Promise<void> =>
  set(client, accountId, Date.now() + VISIT_MS, 'LT')

export const tryLater = (client: RedisClient, accountId: string): Promise<void> =>
  set(client, accountId, Date.now() + RETRY_MS, 'XX')

/** For accounts of earlier versions. */
export const watchIfAlive = async (client: RedisClient, accountId: string, known: BillingRecord): Promise<void> => {
  if (isLiveHere(known)) await watch(client, accountId)
}

/** What was paid is over, and nobody reported a renewal. */
const isOverdue = (known: BillingRecord, nowMs: number): boolean =>
  isLiveHere(known) && known.periodEndMs !== null && known.periodEndMs < nowMs

/** After a check: the time of the next one, or none when there is nothing that could end or begin. */
export async function watchOn(
  client: RedisClient,
  accountId: string,
  known: BillingRecord,
  nowMs: number,
): Promise<void> {
  const { periodEndMs, checkoutAtMs } = known
  if (!isLiveHere(known) && (checkoutAtMs ?? 0) + CHECKOUT_MS < nowMs) return unwatch(client, accountId)
  const hourly = nowMs + HOUR_MS
  const atMs = isOverdue(known, nowMs)
    ? nowMs + OVERDUE_MS
    : Math.min(hourly, (periodEndMs ?? hourly) + AFTER_PERIOD_MS)
  await set(client, accountId, Math.max(atMs, nowMs + AFTER_PERIOD_MS))
}

/** Accounts whose check is due, the longest due first. */
export const dueChecks = (client: RedisClient, countMax: number): Promise<string[]> =>
  storeCall(() => client.zrangebyscore(keys.billingChecks(), '-inf', Date.now(), 'LIMIT', 0, countMax))
