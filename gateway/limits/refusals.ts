/** The outcome of the admission script as a refusal with its facts. The sentences are in shared/errors.ts. */
import { type Refusal, refuse } from '../../shared/errors.ts'
import { payloadBytesMax, TIERS, WINDOW_SECONDS } from '../../shared/tiers.ts'
import type { AccountLimits, AdmissionCall } from './limiter.ts'
import { monthSpan } from './month.ts'

/** Outcomes of admission-5.lua once the credentials are valid, in the order in which they are tried. */
export type Outcome = 'suspended' | 'window' | 'tier' | 'local' | 'payload' | 'month' | 'pending' | 'capacity'

/** What the call must have said for the script to come to its outcome. */
function saidOf<Said>(said: Said | null | undefined, outcome: Outcome): Said {
  if (said == null) throw new Error(`the admission script says ${outcome} of a call that gave it no cause`)
  return said
}

/** Seconds after which a caller may try again when the store is away. */
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
      return saidOf(call.localRefusal, outcome)
    case 'payload':
      return refuse('payload_too_large', {
        payloadBytes: saidOf(call.declaredBytes, outcome),
        tier,
        payloadBytesMax: payloadBytesMax(tier),
        payloadMegabytesMax: TIERS[tier].payloadMegabytesMax,
      })
    case 'pending':
    case 'month': {
      // the quota of a playground key is its life: it is used up
      if (month.resetSeconds === null) return refuse('credentials_invalid')
      const { startMs, endMs } = monthSpan(month.month)
      return refuse('month_exceeded', {
        limit: saidOf(month.limit, outcome),
        windowSeconds: (endMs - startMs) / 1000,
        retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
      })
    }
    case 'capacity':
      return saidOf(call.capacityRefusal, outcome)
  }
}

export const windowRefusal = (limit: number, retryAfterSeconds: number): Refusal =>
  refuse('window_exceeded', { limit, windowSeconds: WINDOW_SECONDS, retryAfterSeconds })
