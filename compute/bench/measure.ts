/**
 * Samples of a piece of work, and their median. What the work returns is kept until its checksum is taken, outside the timed part. Each case runs in a process
 * of its own (case-process.ts): in one process a case collects the garbage of the other and runs in its grown heap (the whole call of 100,000 tasks takes
 * 40 ms longer beside JSON.parse in its process). Samples are taken in turns, so that a noisy machine meets all cases.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CaseJob, FromCase, ToCase } from './case-process.ts'

// garbage collection on demand, without a flag on the command line
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void
export const collectYoung = (): void => collect({ type: 'minor' })
export const collectAll = (): void => collect({ type: 'major' })

export interface Work {
  run(): unknown
  /** A number made of a result of run(): equal for equal work. */
  checksum(result: unknown): number
}

interface Timing {
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

export const checksumOf = (work: Work): number => work.checksum(sink)

function timingOf(samples: readonly number[], checksum: number): Timing {
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

/** The yardstick of the whole bench: what a service pays before it has looked at a single task. */
export const YARDSTICK = { name: 'parse', title: 'Buffer to string + JSON.parse' } as const

export function parseWork(body: Uint8Array): Work {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    run: () => JSON.parse(buffer.toString('utf8')),
    checksum: result => (result as { tasks: unknown[] }).tasks.length,
  }
}

const SAMPLES_MIN = 7
const SAMPLES_MAX = 301

interface ApartCase {
  readonly name: string
  readonly taskCount: number
  readonly seed: number
  /** Options of Node. */
  readonly flags: readonly string[]
}

class CaseProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>
  readonly samples: number[] = []
  #checksum = Number.NaN

  constructor({ name, taskCount, flags }: ApartCase) {
    this.#child = fork(fileURLToPath(new URL('./case-process.ts', import.meta.url)), [], { execArgv: [...flags] })
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`${name} at ${taskCount} tasks ended with code ${code}`)
    })
    this.#ended.catch(() => {})
  }

  async #asked(message: ToCase): Promise<FromCase> {
    this.#child.send(message)
    const [answer] = (await Promise.race([once(this.#child, 'message'), this.#ended])) as [FromCase]
    return answer
  }

  async warmUp(job: CaseJob): Promise<void> {
    await this.#asked(job)
  }

  async sample(): Promise<void> {
    const answer = await this.#asked('sample')
    if (answer === 'warm') throw new Error('the process took no sample')
    this.samples.push(answer.ms)
    this.#checksum = answer.checksum
  }

  end(): Timing {
    this.#child.disconnect()
    return timingOf(this.samples, this.#checksum)
  }

  kill(): void {
    this.#child.kill()
  }
}

/** In the order of the cases. */
export async function measureApart(
  cases: readonly ApartCase[],
  { warmMs, measureMs }: Budget,
): Promise<readonly Timing[]> {
  const processes = cases.map(one => new CaseProcess(one))
  try {
    // one after the other: they share the cores
    for (const [n, { name, taskCount, seed }] of cases.entries())
      await processes[n]!.warmUp({ name, taskCount, seed, warmMs })
    const untilMs = performance.now() + measureMs
    let count = 0
    do {
      for (const one of processes) await one.sample()
      count++
    } while (count < SAMPLES_MIN || (performance.now() < untilMs && count < SAMPLES_MAX))
    return processes.map(one => one.end())
  } finally {
    for (const one of processes) one.kill()
  }
}
