/**
 * Slots for callbacks, counted in Redis over all deliverers, and the treatment of an endpoint that fails. An endpoint is the scheme, host
 * and port of a callback URL, per account. The scripts (shared/platform/redis/prelude.ts) and the documents read these values.
 */

/** POSTs in flight at once. */
export const CALLBACK_SLOTS = {
  /** Per account. */
  ofAccount: 256,
  /** Per host (name and port). */
  ofHost: 4,
  /** Per host and account: one slot is always left for another account. */
  ofAccountAndHost: 3,
  /**
   * Callbacks taken from an endpoint that answers: those in flight, and a few that wait in a deliverer for a slot. A hanging endpoint has
   * only one.
   */
  ofEndpoint: 8,
} as const

export const ENDPOINT_TIMES = {
  /** A POST that takes longer counts as hanging, whatever its outcome. */
  slowMs: 5_000,
  /** Pause after the second consecutive hanging POST; doubled after each further one. */
  restMsLeast: 5_000,
  restMsMax: 300_000,
  /** An endpoint is paused only after this many consecutive failures, however long ago the first one was. */
  pauseFailuresLeast: 5,
  /** Interval at which one callback is tried at a paused endpoint. */
  probeMs: 3_600_000,
  /** The state of an endpoint is forgotten after this time without a call. */
  rememberedMs: 30 * 86_400_000,
  /** Endpoints remembered per account; the least recently called one is forgotten first. */
  rememberedMax: 1_000,
} as const

// The setting WEBHOOK_RETRY_SECONDS: pauses between the POSTs of a callback. Pure.

const SECONDS_LEAST = 0.1
const RETRIES_MAX = 20
/** A dead letter is kept for seven days from the end of its job, and so is a callback that is still being retried. */
const TOTAL_SECONDS_MAX = 6 * 86_400

/** "5,30,120" to milliseconds; entry i is the pause after POST i + 1. Throws when the text is invalid. */
export function retryDelaysMs(text: string): readonly number[] {
  const seconds = text.split(',').map(entry => (entry.trim() === '' ? Number.NaN : Number(entry)))
  if (seconds.some(each => !(each >= SECONDS_LEAST)))
    throw new Error(`must be comma-separated seconds, each at least ${SECONDS_LEAST}`)
  if (seconds.length > RETRIES_MAX) throw new Error(`must have at most ${RETRIES_MAX} entries`)
  const total = seconds.reduce((sum, each) => sum + each, 0)
  if (total > TOTAL_SECONDS_MAX) throw new Error(`must add up to at most ${TOTAL_SECONDS_MAX} seconds (6 days)`)
  return seconds.map(each => Math.round(each * 1000))
}
