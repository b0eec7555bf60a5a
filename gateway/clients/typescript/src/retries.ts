/** When a call is sent again: after which replies, how often, and after which pause. */

const RETRIED_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504]
const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
/** A month that is used up does not come back by waiting. */
const RETRY_AFTER_MS_MAX = 60_000

/** 409 with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds. */
const RUNNING_STATUS = 409
const RUNNING_WAITS_MAX = 30

/** The retries of one call. Waits for an earlier try of the call are counted apart: they take no retry. */
export class Retries {
  readonly #retriesMax: number
  #retries = 0
  #waits = 0

  constructor(retriesMax: number) {
    this.#retriesMax = retriesMax
  }

  /** Until the next try, which is counted; undefined: no other try helps. response: undefined when there was no reply. */
  nextPauseMs(response: Response | undefined): number | undefined {
    const backoffMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** this.#retries) * (0.5 + Math.random() / 2)
    const requestedMs = retryAfterMs(response)
    if (requestedMs > RETRY_AFTER_MS_MAX) return undefined
    const isRunning = response?.status === RUNNING_STATUS && requestedMs > 0
    if (isRunning && this.#waits < RUNNING_WAITS_MAX) this.#waits++
    else if (maySucceedLater(response) && this.#retries < this.#retriesMax) this.#retries++
    else return undefined
    return requestedMs || backoffMs
  }
}

const maySucceedLater = (response: Response | undefined): boolean =>
  response === undefined || RETRIED_STATUSES.includes(response.status)

const SECONDS = /^\d+(\.\d+)?$/

/** 0: the service requests no pause. */
function retryAfterMs(response: Response | undefined): number {
  const header = response?.headers.get('retry-after') ?? ''
  return SECONDS.test(header) ? 1000 * Number(header) : 0
}
