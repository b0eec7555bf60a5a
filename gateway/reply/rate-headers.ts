/**
 * The rate headers of an answer: X-RateLimit-* carry the window; RateLimit-Policy and RateLimit (IETF draft
 * ratelimit-headers) carry window and month side by side.
 */
import { WINDOW_SECONDS } from '../../shared/tiers.ts'
import type { MonthState, WindowState } from '../limits/limiter.ts'
import { monthSpan } from '../limits/month.ts'

export function rateHeaders(window: WindowState, month?: MonthState): Record<string, string> {
  let policies = `"window";q=${window.limit};w=${WINDOW_SECONDS}`
  let states = `"window";r=${window.remaining};t=${window.retryAfterSeconds}`
  if (month?.limit != null && month.resetSeconds !== null) {
    const { startMs, endMs } = monthSpan(month.month)
    policies += `, "month";q=${month.limit};w=${(endMs - startMs) / 1000}`
    states += `, "month";r=${month.remaining};t=${Math.max(1, month.resetSeconds - Math.floor(Date.now() / 1000))}`
  }
  return {
    'x-ratelimit-limit': String(window.limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': String(window.resetSeconds),
    'ratelimit-policy': policies,
    ratelimit: states,
  }
}
