/**
 * The contract of metering: what a stage asks before it does the work, and what it reports after. A refusal is a value; a
 * store that is away is one too (store_unavailable). Redis is behind it in redis-limiter.ts, the arithmetic in window.ts.
 *
 * Words. Window: 60 s from the first call, for the account (or for an address without valid credentials). Month: units of
 * the UTC month. Reservation: a unit taken before the work, settled after the answer.
 */
import type { Refusal } from '../../shared/errors.ts'
import type { TierName } from '../../shared/tiers.ts'
import type { WindowState } from './window.ts'

export type { WindowState }

/** Key id of a call that was made with a bearer token. */
export const BEARER_KEY_ID = 'bearer'

/** Who calls: read from the credentials, true for ever. Whether it may still call is decided by admit. */
export interface Identity {
  readonly accountId: string
  /** BEARER_KEY_ID without a key. */
  readonly keyId: string
}

export interface AdmissionCall {
  readonly identity: Identity
  /** analysis: window and month. control: the wider window, no month (polling, tier, keys, tool listings). */
  readonly meter: 'analysis' | 'control'
  /** Lowest tier admitted, and the name of what needs it (for the sentence of a refusal). */
  readonly neededTier: TierName
  readonly what: string
  /** Refusal known before, in the place of the order where media type and encoding stand (415). Default none. */
  readonly localRefusal?: Refusal | undefined
  /** Content-Length; null or absent = not declared. */
  readonly declaredBytes?: number | null
  /** Refusal when the service has no capacity left (503); the month is not charged then. Default none. */
  readonly capacityRefusal?: Refusal | undefined
}

export interface MonthState {
  /** "2026-11"; "life" for a demo key. */
  readonly month: string
  /** Units per month; null = unlimited. */
  readonly limit: number | null
  /** Units charged, and reserved by calls at work. */
  readonly used: number
  /** null = unlimited. */
  readonly remaining: number | null
  /** Unix seconds of the next month; null for "life". */
  readonly resetSeconds: number | null
}

/** What is known of an account once its credentials proved valid. */
export interface AccountLimits {
  readonly tier: TierName
  readonly window: WindowState
  readonly month: MonthState
}

export interface Admitted extends AccountLimits {
  readonly ok: true
  readonly identity: Identity
  /** Names the reservation; null when the call reserved nothing (meter control). */
  readonly operationId: string | null
  /** Time of the admission by the clock of Redis. */
  readonly atMs: number
}

export interface NotAdmitted {
  readonly ok: false
  readonly refusal: Refusal
  /** null when the credentials are not valid (count the address then) or the store is away. */
  readonly limits: AccountLimits | null
}

export type Admission = Admitted | NotAdmitted

/** What a call came to. */
export interface Settlement {
  /** The unit of the month stays charged: the answer is 2xx, or a limit broke while the work was done. */
  readonly isCharged: boolean
  /** No analysis was asked for: the unit goes back, and nothing is counted. */
  readonly isFree?: true
  /** Id of the endpoint's row. */
  readonly endpoint: string
  readonly taskCount: number
  readonly durationMs: number
  readonly costUsd: number
}

/** Of a call that turned out to ask for no analysis. */
export const NO_ANALYSIS: Settlement = {
  isCharged: false,
  isFree: true,
  endpoint: '',
  taskCount: 0,
  durationMs: 0,
  costUsd: 0,
}

export interface Limiter {
  /** One round trip. Never throws; store_unavailable when the store is away or does not answer. */
  admit(call: AdmissionCall): Promise<Admission>
  /**
   * Ends an admitted call; does nothing for a call without a reservation or one that was settled before. Resolves within
   * moments when it is recorded; while the store is away it waits in memory until the store is back. Never rejects: nobody
   * need wait for it.
   */
  settle(admitted: Admitted, settlement: Settlement): Promise<void>
  /** Counts a call without valid credentials. touchRedis false: this process alone knows it (bad checksum, no key at all). */
  address(address: string, touchRedis: boolean): Promise<WindowState>
  /** Counts a call against a window of this process that allows `limit` calls (liveness, public pages). */
  process(address: string, limit: number): WindowState
  /** The newest limits of a key not older than `ageMsMax`, from memory, for answering while the store is away. */
  recent(identity: Identity, ageMsMax: number): AccountLimits | null
  /** Runs what still waits to be settled, for `waitMsMax` at most; returns how many are left. */
  close(waitMsMax: number): Promise<number>
}
