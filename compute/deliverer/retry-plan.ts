/** When a callback is sent again: after each pause of the schedule; after the last it becomes a dead letter. Pure. */
import type { DeliveryNext } from '../../shared/platform/jobs/callback-store.ts'

/** Of a whole POST: name, connection, handshake, request, head of the answer. */
export const POST_MS_MAX = 30_000

/** Callbacks that failed together come back apart. */
const LONGER_SHARE = 0.05

/** What follows a failure. attempt: number of the POST that failed, 1 = the first; chance: 0 to 1. */
export function afterFailure(attempt: number, delaysMs: readonly number[], chance: number): DeliveryNext {
  const delayMs = delaysMs[attempt - 1]
  return delayMs === undefined ? 'dead' : { delayMs: Math.round(delayMs * (1 + LONGER_SHARE * chance)) }
}
