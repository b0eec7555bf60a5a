/** What became of the calls of a run. */
import type { CallEnd } from './client.ts'
import { type Latency, LatencyRecorder } from './latency.ts'

export interface LoadResult {
  /** Calls that were due. */
  readonly planned: number
  /** Calls due while the allowed number was outstanding: never sent. */
  readonly dropped: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Calls without a response, by error. */
  readonly errors: Readonly<Record<string, number>>
  /** Responses 429 or 503 without a Retry-After. */
  readonly withoutRetryAfter: number
  readonly elapsedSeconds: number
  /** Responses 2xx per second. */
  readonly acceptedPerSecond: number
  readonly responseBytes: number
  /** Of the accepted calls, from the time each was due: what a caller who does not wait for others would see. */
  readonly latency: Latency
  /** Of the accepted calls, from the time each was sent. */
  readonly serviceTime: Latency
  /** From due to sent: how far the driver itself was behind. */
  readonly lateness: Latency
}

export class Tally {
  private readonly statuses: Record<string, number> = {}
  private readonly errors: Record<string, number> = {}
  private readonly latency = new LatencyRecorder()
  private readonly serviceTime = new LatencyRecorder()
  private readonly lateness = new LatencyRecorder()
  private withoutRetryAfter = 0
  private accepted = 0
  private responseBytes = 0
  dropped = 0

  /** Times in milliseconds of one clock. */
  count(end: CallEnd, dueMs: number, sentMs: number, endedMs: number): void {
    this.responseBytes += end.responseBytes
    if (end.status === 0) {
      this.errors[end.error] = (this.errors[end.error] ?? 0) + 1
      return
    }
    this.statuses[end.status] = (this.statuses[end.status] ?? 0) + 1
    if ((end.status === 429 || end.status === 503) && !end.hasRetryAfter) this.withoutRetryAfter++
    if (end.status < 200 || end.status > 299) return
    this.accepted++
    this.latency.record(endedMs - dueMs)
    this.serviceTime.record(endedMs - sentMs)
    this.lateness.record(sentMs - dueMs)
  }

  result(planned: number, elapsedMs: number): LoadResult {
    return {
      planned,
      dropped: this.dropped,
      statuses: this.statuses,
      errors: this.errors,
      withoutRetryAfter: this.withoutRetryAfter,
      elapsedSeconds: elapsedMs / 1000,
      acceptedPerSecond: (1000 * this.accepted) / elapsedMs,
      responseBytes: this.responseBytes,
      latency: this.latency.read(),
      serviceTime: this.serviceTime.read(),
      lateness: this.lateness.read(),
    }
  }
}

/** Every call that was due was sent and answered 2xx. */
export const isClean = (result: LoadResult): boolean =>
  result.dropped === 0 &&
  Object.keys(result.errors).length === 0 &&
  Object.keys(result.statuses).every(status => status.startsWith('2'))

/** "200: 990, 503: 10, ECONNRESET: 1, dropped: 2" */
export const describeOutcome = (result: LoadResult): string =>
  [
    ...Object.entries(result.statuses),
    ...Object.entries(result.errors),
    ...(result.dropped > 0 ? [['dropped', result.dropped]] : []),
  ]
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
