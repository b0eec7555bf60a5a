/** When a callback is made and made again (DECISIONS 15): at once, then after each delay, then it is a dead letter. */

/** From the end of a failed POST to the next one; entry i follows POST i + 1. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

/** Of a whole POST: name, connection, handshake, request, head of the answer. */
export const POST_MS_MAX = 30_000

type NextMove = { readonly nextAttemptAtMs: number } | 'dead'

/** What follows a failure. attempt: number of the POST that failed, 1 = the first; endedAtMs: when it did. */
export function afterFailure(attempt: number, endedAtMs: number): NextMove {
  const delayMs = RETRY_DELAYS_MS[attempt - 1]
  return delayMs === undefined ? 'dead' : { nextAttemptAtMs: endedAtMs + delayMs }
}
