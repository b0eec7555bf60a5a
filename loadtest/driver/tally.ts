/** What became of the calls of a run, and the times of many calls: an HDR histogram in microseconds, read out as milliseconds. */
import { build, type Histogram } from 'hdr-histogram-js'
import type { CallEnd } from './clients.ts'

/** Milliseconds. */
export interface Latency {
  readonly count: number
  readonly mean: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

const TEN_MINUTES_US = 600_000_000

class LatencyRecorder {
  private readonly histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: TEN_MINUTES_US,
    numberOfSignificantValueDigits: 3,
  })

  record(milliseconds: number): void {
    this.histogram.recordValue(Math.min(TEN_MINUTES_US, Math.max(0, Math.round(milliseconds * 1000))))
  }

  read(): Latency {
    const { histogram } = this
    const at = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1000
    return {
      count: histogram.totalCount,
      mean: histogram.mean / 1000,
      p50: at(50),
      p90: at(90),
      p99: at(99),
      p999: at(99.9),
      max: histogram.maxValue / 1000,
    }
  }
}

/** What became of the calls of a run. */
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
  /** Accepted calls, from the time each was due: what a caller who does not wait for others would see. */
  readonly latency: Latency
  /** Accepted calls, from the time each was sent. */
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
