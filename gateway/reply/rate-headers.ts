/**
 * The rate headers of an answer, as lines of its head (http/exchange.ts): X-RateLimit-* carry the window; RateLimit-Policy and RateLimit (IETF draft
 * ratelimit-headers) carry window and month side by side.
 */
import { WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import type { MonthState, WindowState } from '../limits/limiter.ts'
import { monthSpan } from '../limits/month.ts'

export function rateHeaderLines(window: WindowState, month?: MonthState): string {
  let policies = `"window";q=${window.limit};w=${WINDOW_SECONDS}`
  let states = `"window";r=${window.remaining};t=${window.retryAfterSeconds}`
  if (month?.limit != null && month.resetSeconds !== null) {
    const { startMs, endMs } = monthSpan(month.month)
    policies += `, "month";q=${month.limit};w=${(endMs - startMs) / 1000}`
    states += `, "month";r=${month.remaining};t=${Math.max(1, month.resetSeconds - Math.floor(Date.now() / 1000))}`
  }
  return (
    `\r\nx-ratelimit-limit: ${window.limit}\r\nx-ratelimit-remaining: ${window.remaining}\r\nx-ratelimit-reset: ${window.resetSeconds}` +
    `\r\nratelimit-policy: ${policies}\r\nratelimit: ${states}`
  )
}
