/** When a call is sent again: after which replies, how often, and after which pause. */
import { type ApiError, type ConnectionError, retryAfterSeconds } from './errors.ts'

const RETRIED_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504]
const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
/** 409 with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds. */
const RUNNING_STATUS = 409
const RUNNING_WAITS_MAX = 30

/** A pause before the next try of a call. */
export interface Retry {
  readonly method: string
  readonly path: string
  /** Why: the refusal, or that no answer came. */
  readonly reason: ApiError | ConnectionError
  /** Milliseconds until the next try. */
  readonly waitMs: number
}

/** The retries of one call. Waits for an earlier try of the call are counted apart: they take no retry. */
export class Retries {
  readonly #retriesMax: number
  #retries = 0
  #waits = 0
  #msLeft: number

  /** waitMsMax: all pauses of the call together. */
  constructor(retriesMax: number, waitMsMax: number) {
    this.#retriesMax = retriesMax
    this.#msLeft = waitMsMax
  }

  /** Until the next try, which is counted; undefined: no other try helps, or it would be too late. response: undefined when there was no reply. */
  nextPauseMs(response: Response | undefined): number | undefined {
    const backoffMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** this.#retries) * (0.5 + Math.random() / 2)
    const requestedMs = 1000 * ((response && retryAfterSeconds(response.headers)) ?? 0)
    const isRunning = response?.status === RUNNING_STATUS && requestedMs > 0
    const pauseMs = requestedMs || backoffMs
    if (pauseMs > this.#msLeft) return undefined
    if (isRunning && this.#waits < RUNNING_WAITS_MAX) this.#waits++
    else if (maySucceedLater(response) && this.#retries < this.#retriesMax) this.#retries++
    else return undefined
    this.#msLeft -= pauseMs
    return pauseMs
  }
}

const maySucceedLater = (response: Response | undefined): boolean =>
  response === undefined || RETRIED_STATUSES.includes(response.status)

/** Pauses that nobody would notice are not told. */
const TOLD_MS = 1_000

/** Unless the caller listens himself. */
export function tellRetry({ method, path, reason, waitMs }: Retry): void {
  if (waitMs < TOLD_MS) return
  console.warn(
    `schedule-intelligence: ${method} ${path} is sent again in ${Math.round(waitMs / 1000)} s: ${reason.message}`,
  )
}
