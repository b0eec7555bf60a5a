/** The part of the job store for callbacks, used by deliverers, by the owners of jobs and by gauges. Terms: job-store.ts. */
import type { Job } from './job.ts'

/** A callback that is due. */
export interface Delivery {
  readonly deliveryId: string
  readonly job: Job
  /** 1 = the first POST. */
  readonly attempt: number
  readonly fence: number
  /** The time by the clock of Redis, ms: that of the take, and what has passed here since then. */
  readonly now: () => number
}

/** What follows an attempt. */
export type DeliveryNext = { readonly delayMs: number } | 'delivered' | 'dead'

/**
 * What became of the endpoint by an attempt. waits: it was paused and stays so; the attempt counts as none, whatever should have followed it.
 * stale: the attempt was another deliverer's to settle; nothing is recorded of it.
 */
export type Settled = 'settled' | 'paused' | 'resumed' | 'waits' | 'stale'

/** An account's receiver of callbacks: scheme, host and port of their URLs. */
export interface Endpoint {
  readonly origin: string
  /** Failures in a row. */
  readonly failures: number
  readonly failingSinceMs: number | null
  readonly lastFailure: string | null
  readonly lastSuccessMs: number | null
  readonly pausedAtMs: number | null
  /** Nothing is sent there before. */
  readonly restsUntilMs: number | null
  /** Callbacks that are due and wait for it. */
  readonly waiting: number
}

/** Callbacks of all accounts, for gauges. */
export interface CallbackCounts {
  readonly pending: number
  readonly deadLetters: number
  readonly pausedEndpoints: number
  /** For how long, by the clock of the store, the callback that is longest overdue has waited for a deliverer to look at it; 0 = none does. */
  readonly overdueMs: number
}

export interface DeliveryAttempt {
  readonly atMs: number
  readonly durationMs: number
  /** HTTP status; null = none came. */
  readonly status: number | null
  /** Why it failed, in a word: timeout, refused, address_forbidden, tls, redirect, status ... ; null = delivered. */
  readonly failure: string | null
}

export interface DeliveryRecord {
  readonly deliveryId: string
  readonly jobId: string
  /** Without its query. */
  readonly url: string
  readonly state: 'pending' | 'delivered' | 'dead'
  readonly attempts: readonly DeliveryAttempt[]
  readonly nextAttemptAtMs: number | null
}

export interface CallbackStore {
  /** Accounts in turn, and the endpoints of an account in turn; none of the accounts held back. */
  takeDelivery(shard: number, delivererId: string, heldBack?: readonly string[]): Promise<Delivery | null>
  /** Records an attempt and what follows it. */
  settleDelivery(delivery: Delivery, attempt: DeliveryAttempt, next: DeliveryNext): Promise<Settled>
  /** Gives a delivery back without an attempt: its host is busy, or the deliverer drains. */
  deferDelivery(delivery: Delivery, delayMs: number): Promise<void>
  /** Takes a place at the host of its callback, counted over all deliverers and accounts; false: try again later. */
  enterHost(delivery: Delivery): Promise<boolean>
  leaveHost(delivery: Delivery): Promise<void>
  listDeliveries(
    accountId: string,
    query: { readonly cursor: string | null; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly DeliveryRecord[]; readonly cursor: string | null }>
  /** Makes a delivery due now, with the same id. */
  replayDelivery(accountId: string, deliveryId: string): Promise<DeliveryRecord | null>
  /** Makes the dead letters of jobs due now that ended from fromMs on and before toMs; a page of the account's callbacks. */
  replayDeliveries(
    accountId: string,
    query: { readonly fromMs: number; readonly toMs: number; readonly cursor: string | null },
  ): Promise<{ readonly replayed: number; readonly cursor: string | null }>
  /** The latest called first. */
  listEndpoints(accountId: string): Promise<readonly Endpoint[]>
  /** Ends a pause; null: nothing is known of such an endpoint. */
  resumeEndpoint(accountId: string, origin: string): Promise<Endpoint | null>
  /** Forgets the endpoints of an account that is deleted. */
  removeEndpoints(accountId: string): Promise<void>
  callbacks(): Promise<CallbackCounts>
}
