/**
 * The worker threads of a node. Large jobs take at most all but one of them, so that a small one never waits for a large one
 * (DECISIONS 47). Suspects have a thread of their own, started with the first of them: what they kill has no compiled code to lose,
 * which takes longer to make anew than a start, and the starts leave the others time. Watches the memory of threads that are
 * busy for a while: the heap is bounded by V8, columns lie outside it.
 */
import type { JobLane } from '../../shared/jobs/classes.ts'
import { MEGABYTE } from '../../shared/tiers.ts'
import { JobThread, type ThreadSettings } from './job-thread.ts'

export interface ThreadsSettings extends Omit<ThreadSettings, 'restartDelayMs'> {
  readonly threadCount: number
  readonly memoryMegabytesMax: number
}

/** A thread that was set aside for a job. */
export interface Seat {
  readonly thread: JobThread
  /** Set when the watch killed the job. */
  isOverMemory: boolean
  readonly lane: JobLane
}

/** A job allocates some 100 MB in it at most; asking a thread costs well under a millisecond. */
const WATCH_MS = 100

/** What a suspect killed starts again after it: the rate at which suspects cost the node anything. */
const SUSPECT_RESTART_DELAY_MS = 500

export class Threads {
  readonly #settings: ThreadsSettings
  readonly #threads: JobThread[]
  #suspectThread: JobThread | undefined
  readonly #seats = new Map<JobThread, Seat>()
  readonly #watch: NodeJS.Timeout

  constructor(settings: ThreadsSettings) {
    this.#settings = settings
    this.#threads = Array.from(
      { length: settings.threadCount },
      () => new JobThread({ ...settings, restartDelayMs: 0 }),
    )
    this.#watch = setInterval(() => this.#look(), WATCH_MS)
  }

  get count(): number {
    return this.#threads.length
  }

  /** Resolves when every thread has started: ready means that the first job is not the slow one. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.started))
  }

  /** Whether a thread that was lost is not back yet, or that for suspects not up. */
  get isMending(): boolean {
    return this.#threads.some(thread => !thread.isReady) || this.#suspectThread?.isReady === false
  }

  /** Threads set aside for jobs, of one lane or in all (that of suspects too). */
  busyCount(lane?: JobLane): number {
    if (lane === undefined) return this.#seats.size
    let count = 0
    for (const seat of this.#seats.values()) if (seat.lane === lane) count++
    return count
  }

  /** How many idle threads could be set aside for small jobs. */
  get freeCount(): number {
    let count = 0
    for (const thread of this.#threads) if (thread.isIdle && !this.#seats.has(thread)) count++
    return count
  }

  /** Milliseconds of the job that runs longest; 0 = none runs. */
  get longestBusyMs(): number {
    return this.#threads.reduce((longest, { busyMs = 0 }) => Math.max(longest, busyMs), 0)
  }

  /** Sets an idle thread aside; undefined = none for this lane. */
  reserve(lane: JobLane): Seat | undefined {
    if (lane === 'large' && this.busyCount('large') >= this.#threads.length - 1) return undefined
    const thread = this.#threads.find(one => one.isIdle && !this.#seats.has(one))
    return thread && this.#seat(thread, lane)
  }

  /** Sets the thread of suspects aside; undefined = it is taken, or not up yet: isMending until then. */
  reserveForSuspect(): Seat | undefined {
    this.#suspectThread ??= new JobThread({ ...this.#settings, restartDelayMs: SUSPECT_RESTART_DELAY_MS })
    const isFree = this.#suspectThread.isIdle && !this.#seats.has(this.#suspectThread)
    return isFree ? this.#seat(this.#suspectThread, 'small') : undefined
  }

  #seat(thread: JobThread, lane: JobLane): Seat {
    const seat: Seat = { thread, lane, isOverMemory: false }
    this.#seats.set(thread, seat)
    return seat
  }

  release(seat: Seat): void {
    if (this.#seats.get(seat.thread) === seat) this.#seats.delete(seat.thread)
  }

  #look(): void {
    for (const [thread, seat] of this.#seats) {
      if ((thread.busyMs ?? 0) < WATCH_MS) continue
      void thread.memoryBytes().then(bytes => {
        if (bytes === undefined || bytes <= this.#settings.memoryMegabytesMax * MEGABYTE) return
        // the answer may have come after the end of the job
        if (this.#seats.get(thread) !== seat || thread.busyMs === undefined) return
        seat.isOverMemory = true
        thread.kill()
      })
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await Promise.all([...this.#threads, this.#suspectThread].map(thread => thread?.close()))
  }
}
