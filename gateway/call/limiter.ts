/**
 * The metering contract: admission before the work, settlement after it. A refusal is a value, and so is an unavailable store
 * (store_unavailable). redis-limiter.ts implements the contract on Redis; window.ts has the arithmetic.
 *
 * Terms. Window: 60 s from the first call, per account (or per address without valid credentials). Month: units of the
 * UTC month. Reservation: a unit taken before the work and settled after the answer.
 */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { payloadBytesMax, TIERS, type TierName, WINDOW_SECONDS } from '../../shared/contract/tiers.ts'

export interface WindowState {
  /** Calls allowed per window. UNLIMITED_CALLS when there is no limit, because headers need a number. */
  readonly limit: number
  /** Never negative. */
  readonly remaining: number
  /** Unix time in whole seconds, rounded up, at which the next window starts. */
  readonly resetSeconds: number
  /** Whole seconds until the next window, at least 1. Used as Retry-After. */
  readonly retryAfterSeconds: number
  /** This call is beyond the limit. */
  readonly exceeded: boolean
}

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
  /** Counts in this process alone, where the credentials cost no look at Redis either (bad checksum). */
  addressHere(address: string): WindowState
  /** Counts a call against a window in this process that allows `limit` calls (liveness, public pages). */
  process(address: string, limit: number): WindowState
  /** The last known limits of a key, from memory, if not older than `ageMsMax`. For answering while the store is unavailable. */
  recent(identity: Identity, ageMsMax: number): AccountLimits | null
  /** Runs pending settlements for at most `waitMsMax`; returns how many are left. */
  close(waitMsMax: number): Promise<number>
}

/** UTC months by name, as the admission script writes them. */
interface MonthSpan {
  readonly startMs: number
  readonly endMs: number
}

/** One a month: nearly every call asks for the same. */
const known = new Map<string, MonthSpan>()

/** First millisecond of the month "2026-11", and first millisecond of the month after it. */
export function monthSpan(name: string): MonthSpan {
  let span = known.get(name)
  if (span === undefined) {
    const [year, month] = name.split('-').map(Number)
    known.set(name, (span = { startMs: Date.UTC(year!, month! - 1, 1), endMs: Date.UTC(year!, month!, 1) }))
  }
  return span
}

// Converts the outcome of the admission script to a refusal. The texts are in shared/contract/errors.ts.

/** Outcomes of admission-n.lua once the credentials are valid, in the order in which the script checks them. */
export type Outcome = 'suspended' | 'window' | 'tier' | 'local' | 'payload' | 'month' | 'pending' | 'capacity'

/** A value that the call must have passed to the script for this outcome. */
function required<Value>(value: Value | null | undefined, outcome: Outcome): Value {
  if (value == null) throw new Error(`the admission script returned ${outcome}, but the call passed no value for it`)
  return value
}

/** Retry-After when the store is unavailable. */
const STORE_RETRY_SECONDS = 1

export const storeUnavailable = (what = 'accounts, limits and jobs'): Refusal =>
  refuse('store_unavailable', { what, retryAfterSeconds: STORE_RETRY_SECONDS })

export function refusalOf(
  outcome: Outcome,
  call: AdmissionCall,
  limits: AccountLimits,
  reason: string,
  nowMs: number,
): Refusal {
  const { tier, window, month } = limits
  switch (outcome) {
    case 'suspended':
      return refuse('account_suspended', { hint: reason })
    case 'window':
      return windowRefusal(window.limit, window.retryAfterSeconds)
    case 'tier':
      return refuse('tier_forbidden', { what: call.what, needed: call.neededTier, tier })
    case 'local':
      return required(call.localRefusal, outcome)
    case 'payload':
      return refuse('payload_too_large', {
        payloadBytes: required(call.declaredBytes, outcome),
        tier,
        payloadBytesMax: payloadBytesMax(tier),
        payloadMegabytesMax: TIERS[tier].payloadMegabytesMax,
      })
    case 'pending':
    case 'month': {
      const { unitCount = 1 } = call
      if (month.remaining !== null && month.remaining > 0)
        return refuse('quota_too_small', {
          unitCount,
          remaining: month.remaining,
          limit: required(month.limit, outcome),
        })
      // the quota of a playground key covers its whole lifetime: the key is used up
      if (month.resetSeconds === null) return refuse('credentials_invalid')
      const { startMs, endMs } = monthSpan(month.month)
      return refuse('month_exceeded', {
        limit: required(month.limit, outcome),
        windowSeconds: (endMs - startMs) / 1000,
        retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
      })
    }
    case 'capacity':
      return required(call.capacityRefusal, outcome)
  }
}

export const windowRefusal = (limit: number, retryAfterSeconds: number): Refusal =>
  refuse('window_exceeded', { limit, windowSeconds: WINDOW_SECONDS, retryAfterSeconds })
