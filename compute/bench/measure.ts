/**
 * Medians of a piece of work beside those of a yardstick, in turns within one process, so that a noisy machine meets
 * both. What the work returns is kept until its checksum is taken, outside the timed part.
 */
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
  /** Timed samples, and calls in each. */
  readonly sampleCount: number
  readonly callsPerSample: number
  readonly checksum: number
}

export interface Budget {
  readonly warmMs: number
  readonly measureMs: number
}

const SAMPLES_MIN = 7
const SAMPLES_MAX = 301
/** A sample shorter than this says more of the clock than of the work. */
const SAMPLE_MS_MIN = 2

/** What keeps results alive so that no call can be left out. */
let sink: unknown

function sample(work: Work, calls: number): number {
  const from = performance.now()
  for (let i = 0; i < calls; i++) sink = work.run()
  return performance.now() - from
}

/** Runs until the compiler has had its time; returns the calls that make one sample. */
function warmUp(work: Work, warmMs: number): number {
  const untilMs = performance.now() + warmMs
  let calls = 1
  do {
    const took = sample(work, calls)
    if (took < SAMPLE_MS_MIN) calls *= 2
  } while (performance.now() < untilMs)
  return calls
}

function read(samples: readonly number[], callsPerSample: number, checksum: number): Timing {
  const perCall = samples.map(ms => ms / callsPerSample).sort((a, b) => a - b)
  const meanMs = perCall.reduce((sum, ms) => sum + ms, 0) / perCall.length
  const variance = perCall.reduce((sum, ms) => sum + (ms - meanMs) ** 2, 0) / perCall.length
  return {
    medianMs: perCall[perCall.length >> 1]!,
    minMs: perCall[0]!,
    meanMs,
    deviationMs: Math.sqrt(variance),
    sampleCount: perCall.length,
    callsPerSample,
    checksum,
  }
}

/**
 * Timings of `work` and of the yardstick. `collect` empties the young generation between samples, so that nobody pays for
 * another's garbage. Not the whole heap: a full collection lets hidden classes die on which compiled code depends, and
 * the next sample would run that code's slow beginnings (seen: five times the time).
 */
export function measure(
  work: Work,
  yardstick: Work,
  budget: Budget,
  collect: () => void,
): { work: Timing; yardstick: Timing } {
  const warmed = (one: Work) => ({ one, calls: warmUp(one, budget.warmMs), samples: [] as number[] })
  const ofWork = warmed(work)
  const ofYardstick = warmed(yardstick)
  const untilMs = performance.now() + budget.measureMs
  do {
    for (const { one, calls, samples } of [ofWork, ofYardstick]) {
      collect()
      samples.push(sample(one, calls))
    }
  } while (ofWork.samples.length < SAMPLES_MIN || (performance.now() < untilMs && ofWork.samples.length < SAMPLES_MAX))
  const timing = ({ one, calls, samples }: typeof ofWork): Timing => {
    sample(one, 1)
    return read(samples, calls, one.checksum(sink))
  }
  return { work: timing(ofWork), yardstick: timing(ofYardstick) }
}
