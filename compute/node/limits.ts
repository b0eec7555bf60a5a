/** The errors of a job that broke a limit, and what a job may have of a processor. */
import { MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import { costOf } from '../../shared/contract/job-classes.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { JobRunner, Slot } from './job-runner.ts'

export interface JobLimits {
  /** Seconds of a processor of any job, and of the largest; between them MS_PER_COST counts. */
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

/** By the clock a job may take so many times its limit: on a machine that is busy with others, its thread stands back and has a tenth of a processor. */
const CLOCK_FACTOR = 10

export const timeoutError = (limitMs: number): JobError => ({
  code: 'timeout',
  detail: `The analysis did not finish within ${Math.round(limitMs / 100) / 10} seconds of a processor.`,
})

/** As long as a thread runs it can have no more of a processor than passes: the time that is left is the earliest at which it is to be looked at again. */
const LOOK_MS_MIN = 5

/** Calls onOver when the job has had its limit of a processor, or CLOCK_FACTOR times as long by the clock, as one that waits for ever has nothing of a processor. Returns how to end the watch. */
export function watchTime(limitMs: number, thread: Pick<JobRunner, 'workedMs'>, onOver: () => void): () => void {
  const endMs = performance.now() + CLOCK_FACTOR * limitMs
  let timer: NodeJS.Timeout
  const look = (): void => {
    const leftMs = Math.min(limitMs - thread.workedMs, endMs - performance.now())
    if (leftMs <= 0) onOver()
    else timer = setTimeout(look, Math.max(LOOK_MS_MIN, leftMs))
  }
  look()
  return () => clearTimeout(timer)
}

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
