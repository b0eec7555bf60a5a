/** Samples of a piece of work, and their median. What the work returns is kept until its checksum is taken, outside the timed part. */
import { performance } from 'node:perf_hooks'

export interface Work {
  run(): unknown
  /** Of a result of run(): equal for equal work. */
  checksum(result: unknown): number
}

export interface Timing {
  readonly medianMs: number
  readonly minMs: number
  readonly meanMs: number
  readonly deviationMs: number
  readonly sampleCount: number
  readonly checksum: number
}

export interface Budget {
  readonly warmMs: number
  readonly measureMs: number
}

/** A sample shorter than this says more of the clock than of the work. */
const SAMPLE_MS_MIN = 2

/** What keeps results alive so that no call can be left out. */
let sink: unknown

function timed(work: Work, calls: number): number {
  const from = performance.now()
  for (let i = 0; i < calls; i++) sink = work.run()
  return performance.now() - from
}

/** Runs until the compiler has had its time; returns the calls that make one sample. */
export function warmUp(work: Work, warmMs: number): number {
  const untilMs = performance.now() + warmMs
  let calls = 1
  do {
    const took = timed(work, calls)
    if (took < SAMPLE_MS_MIN) calls *= 2
  } while (performance.now() < untilMs)
  return calls
}

/** Milliseconds of one call. */
export const sample = (work: Work, calls: number): number => timed(work, calls) / calls

/** Of the result of the last call. */
export const checksumOf = (work: Work): number => work.checksum(sink)

export function timingOf(samples: readonly number[], checksum: number): Timing {
  const sorted = [...samples].sort((a, b) => a - b)
  const meanMs = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length
  const variance = sorted.reduce((sum, ms) => sum + (ms - meanMs) ** 2, 0) / sorted.length
  return {
    medianMs: sorted[sorted.length >> 1]!,
    minMs: sorted[0]!,
    meanMs,
    deviationMs: Math.sqrt(variance),
    sampleCount: sorted.length,
    checksum,
  }
}
