/** Times of many calls: an HDR histogram in microseconds, read out as milliseconds. */
import { build, type Histogram } from 'hdr-histogram-js'

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

export class LatencyRecorder {
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
