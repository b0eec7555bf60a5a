/**
 * The metering contract: admission before the work, settlement after it. A refusal is a value, and so is an unavailable store
 * (store_unavailable). redis-limiter.ts implements the contract on Redis; window.ts has the arithmetic.
 *
 * Terms. Window: 60 s from the first call, per account (or per address without valid credentials). Month: units of the
 * UTC month. Reservation: a unit taken before the work and settled after the answer.
 */
import type { Refusal } from '../../shared/contract/errors.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { WindowState } from './window.ts'

export type { WindowState }

/** Key id of a call that was made with a bearer token. */
export const BEARER_KEY_ID = 'bearer'

/** The caller, as read from the credentials. It never changes. Whether the caller may still call is decided by admit. */
export interface Identity {
  readonly accountId: string
  /** BEARER_KEY_ID without a key. */
  readonly keyId: string
}

export interface AdmissionCall {
  readonly identity: Identity
  /** analysis: counts against the window and the month. control: counts against a wider window only (polling, tier, keys, tool listings). */
  readonly meter: 'analysis' | 'control'
  /** Lowest tier admitted, and the name of the path that needs it (for the text of a refusal). */
  readonly neededTier: TierName
  readonly what: string
  /** A refusal that the gateway already knows of. In the order of refusals it takes the place of media type and encoding (415). Default none. */
  readonly localRefusal?: Refusal | undefined
  /** Units of the month that the call takes, and calls that it counts as in the window. Default 1. */
  readonly unitCount?: number
  /** Content-Length. null or absent: not declared. */
  readonly declaredBytes?: number | null
  /** The refusal to give when the service has no capacity left (503). The month is not charged in that case. Default none. */
  readonly capacityRefusal?: Refusal | undefined
}

export interface MonthState {
  /** "2026-11"; "life" for a demo key. */
  readonly month: string
  /** Units per month; null = unlimited. */
  readonly limit: number | null
  /** Units charged, plus units reserved by calls in progress. */
  readonly used: number
  /** null = unlimited. */
  readonly remaining: number | null
  /** Unix seconds of the next month; null for "life". */
  readonly resetSeconds: number | null
}

/** The limits of an account whose credentials are valid. */
export interface AccountLimits {
  readonly tier: TierName
  readonly window: WindowState
  readonly month: MonthState
}

export interface Admitted extends AccountLimits {
  readonly ok: true
  readonly identity: Identity
  /** Id of the reservation. null: the call reserved nothing (meter control). */
  readonly operationId: string | null
  /** Units that are reserved under it. Default 1. */
  readonly unitCount?: number
  /** Time of the admission by the Redis clock. */
  readonly atMs: number
  /** Set by settle(). */
  isSettled?: boolean
}

export interface NotAdmitted {
  readonly ok: false
  readonly refusal: Refusal
  /** null: the credentials are not valid (the address is counted instead), or the store is unavailable. */
  readonly limits: AccountLimits | null
}

export type Admission = Admitted | NotAdmitted

/** The outcome of a call, for metering. */
export interface Settlement {
  /** The unit of the month stays charged: the answer is 2xx, or the call exceeded a limit while it ran. */
  readonly isCharged: boolean
  /** Units that stay charged then, at most those that were reserved. Default 1. */
  readonly unitCount?: number
  /** The call requested no analysis: the unit is returned, and nothing is counted but the time of threads. */
  readonly isFree?: true
  /** Id of the endpoint's row. */
  readonly endpoint: string
  readonly taskCount: number
  readonly durationMs: number
  readonly costUsd: number
  /** Milliseconds of processor time that threads worked for it, whatever came of it. */
  readonly computeMs: number
}

/** Settlement of a call that turned out to request no analysis. */
export const NO_ANALYSIS: Settlement = {
  isCharged: false,
  isFree: true,
  endpoint: '',
  taskCount: 0,
  durationMs: 0,
  costUsd: 0,
  computeMs: 0,
}

export interface Limiter {
  /** One round trip. Never throws. Gives store_unavailable when the store is unreachable or does not answer. */
  admit(call: AdmissionCall): Promise<Admission>
  /**
   * Ends an admitted call. Does nothing for one that is already settled; of one without a reservation only the time of threads counts. Resolves when the
   * settlement is recorded. While the store is unavailable, the settlement waits in memory. Never rejects, so callers need not
   * wait for it.
   */
  settle(admitted: Admitted, settlement: Settlement): Promise<void>
  /** Counts a call without valid credentials. */
  address(address: string): Promise<WindowState>
  /** The same in this process alone, where the credentials cost no look at Redis either (bad checksum). */
  addressHere(address: string): WindowState
  /** Counts a call against a window in this process that allows `limit` calls (liveness, public pages). */
  process(address: string, limit: number): WindowState
  /** The last known limits of a key, from memory, if not older than `ageMsMax`. For answering while the store is unavailable. */
  recent(identity: Identity, ageMsMax: number): AccountLimits | null
  /** Runs pending settlements for at most `waitMsMax`; returns how many are left. */
  close(waitMsMax: number): Promise<number>
}
