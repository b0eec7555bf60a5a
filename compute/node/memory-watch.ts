/** Kills jobs that take more memory than a job may. V8 limits the heap; columns lie outside it, so their memory is measured. */
import { MEGABYTE } from '../../shared/contract/tiers.ts'
import type { Slot } from './job-runner.ts'

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
