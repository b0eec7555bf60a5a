/** The errors of a job that broke a limit, and the maximum duration of a job. */
import { costOf } from '../../shared/contract/job-classes.ts'
import { MEGABYTE } from '../../shared/contract/tiers.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { Slot } from './job-runner.ts'

export interface JobLimits {
  /** Seconds of any job, and of the largest; between them MS_PER_COST counts. */
  readonly jobSeconds: number
  readonly jobSecondsMax: number
  /** Heap and columns of a job's thread. */
  readonly jobMemoryMegabytesMax: number
}

/** Far beyond what an analysis takes for a task or link. */
const MS_PER_COST = 0.25

export const timeLimitMs = (
  limits: JobLimits,
  job: { readonly taskCount: number; readonly linkCount: number },
): number => Math.min(limits.jobSecondsMax * 1000, limits.jobSeconds * 1000 + MS_PER_COST * costOf(job))

export const timeoutError = (limitMs: number): JobError => ({
  code: 'timeout',
  detail: `The analysis did not finish within ${Math.round(limitMs / 100) / 10} seconds.`,
})

export const memoryError = (megabytesMax: number): JobError => ({
  code: 'memory',
  detail: `The analysis needed more than ${megabytesMax} MB of memory.`,
})

// Kills jobs that take more memory than a job may. V8 limits the heap; columns lie outside it, so their memory is measured.

/** In this time a job allocates at most about 100 MB; a measurement costs well under a millisecond. */
const WATCH_MS = 100

export class MemoryWatch {
  readonly #bytesMax: number
  readonly #slots: () => Iterable<Slot>
  readonly #timer: NodeJS.Timeout

  /** slots: those with jobs now. */
  constructor(megabytesMax: number, slots: () => Iterable<Slot>) {
    this.#bytesMax = megabytesMax * MEGABYTE
    this.#slots = slots
    this.#timer = setInterval(() => this.#look(), WATCH_MS)
  }

  #look(): void {
    for (const slot of this.#slots()) if ((slot.thread.busyMs ?? 0) >= WATCH_MS) void this.#measure(slot)
  }

  async #measure(slot: Slot): Promise<void> {
    const bytes = await slot.thread.memoryBytes()
    if (bytes === undefined || bytes <= this.#bytesMax) return
    // the answer may have come after the end of the job
    if (slot.thread.busyMs === undefined || ![...this.#slots()].includes(slot)) return
    slot.isOverMemory = true
    slot.thread.kill()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
