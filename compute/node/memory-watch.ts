/** Kills jobs that take more memory than a job may. The heap is bounded by V8; columns lie outside it, so they are asked for. */
import { MEGABYTE } from '../../shared/tiers.ts'
import type { Seat } from './seat.ts'

/** A job allocates some 100 MB in it at most; asking a thread costs well under a millisecond. */
const WATCH_MS = 100

export class MemoryWatch {
  readonly #bytesMax: number
  readonly #seats: () => Iterable<Seat>
  readonly #timer: NodeJS.Timeout

  /** seats: those with jobs now. */
  constructor(megabytesMax: number, seats: () => Iterable<Seat>) {
    this.#bytesMax = megabytesMax * MEGABYTE
    this.#seats = seats
    this.#timer = setInterval(() => this.#look(), WATCH_MS)
  }

  #look(): void {
    for (const seat of this.#seats()) if ((seat.thread.busyMs ?? 0) >= WATCH_MS) void this.#measure(seat)
  }

  async #measure(seat: Seat): Promise<void> {
    const bytes = await seat.thread.memoryBytes()
    if (bytes === undefined || bytes <= this.#bytesMax) return
    // the answer may have come after the end of the job
    if (seat.thread.busyMs === undefined || ![...this.#seats()].includes(seat)) return
    seat.isOverMemory = true
    seat.thread.kill()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
