/** Converts the outcome of the admission script to a refusal. The texts are in shared/contract/errors.ts. */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { payloadBytesMax, TIERS, WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import type { AccountLimits, AdmissionCall } from './limiter.ts'
import { monthSpan } from './month.ts'

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
