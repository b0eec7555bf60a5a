/**
 * Timings of cases, each in a process of its own: in one process a case collects the garbage of the other and runs in its grown heap (the whole call of
 * 100,000 tasks takes 40 ms longer beside JSON.parse in its process). Samples are taken in turns, so that a noisy machine meets all cases.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CaseJob, FromCase, ToCase } from './case-process.ts'
import { type Budget, type Timing, timingOf } from './measure.ts'

const SAMPLES_MIN = 7
const SAMPLES_MAX = 301

export interface ApartCase {
  readonly name: string
  readonly taskCount: number
  readonly seed: number
  /** Of Node. */
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
