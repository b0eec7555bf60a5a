/**
 * The worker threads of a node. Large jobs take at most all but one of them, so that a small one never waits for a large one.
 * Suspects run elsewhere (suspects.ts).
 */
import type { JobLane } from '../../shared/contract/job-classes.ts'
import { startWhenBusy } from '../../shared/platform/process/start-when-busy.ts'
import type { JobRunner, Slot } from './job-runner.ts'
import { JobThread, type ThreadSettings } from './job-thread.ts'
import { MemoryWatch } from './limits.ts'

interface ThreadsSettings extends Omit<ThreadSettings, 'onBusy'> {
  readonly threadCount: number
  /** false: the first thread does, and each of the others when no other is idle. */
  readonly isStartedAtOnce: boolean
  readonly memoryMegabytesMax: number
}

interface ThreadSlot extends Slot {
  readonly lane: JobLane
}

export class Threads {
  readonly #settings: ThreadsSettings
  /** Those that have been started. */
  readonly #threads: JobThread[] = []
  readonly #slots = new Map<JobRunner, ThreadSlot>()
  readonly #watch: MemoryWatch
  #isClosed = false

  constructor(settings: ThreadsSettings) {
    this.#settings = settings
    const count = settings.isStartedAtOnce ? settings.threadCount : 1
    for (let i = 0; i < count; i++) this.#start()
    this.#watch = new MemoryWatch(settings.memoryMegabytesMax, () => this.#slots.values())
  }

  get count(): number {
    return this.#settings.threadCount
  }

  #start(): void {
    const onBusy = (): void => {
      if (this.#threads.length < this.count) this.#startSoon()
    }
    this.#threads.push(new JobThread({ ...this.#settings, onBusy }))
  }

  /** The next job finds a thread, also while this one runs for long. */
  readonly #startSoon = startWhenBusy(
    () => this.freeCount === 0 && !this.#isClosed,
    () => this.#start(),
  )

  /** Resolves when every thread that starts at once has started: ready means that the first job is not the slow one. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.started))
  }

  /** Threads set aside for jobs, of one lane or in all. */
  busyCount(lane?: JobLane): number {
    if (lane === undefined) return this.#slots.size
    let count = 0
    for (const slot of this.#slots.values()) if (slot.lane === lane) count++
    return count
  }

  /** How many idle threads could be set aside for small jobs. */
  get freeCount(): number {
    let count = 0
    for (const thread of this.#threads) if (thread.isIdle && !this.#slots.has(thread)) count++
    return count
  }

  /** Milliseconds of the job that runs longest; 0 = none runs. */
  get longestBusyMs(): number {
    return this.#threads.reduce((longest, { busyMs = 0 }) => Math.max(longest, busyMs), 0)
  }

  /** Sets an idle thread aside; undefined = none for this lane. */
  reserve(lane: JobLane): Slot | undefined {
    if (lane === 'large' && this.busyCount('large') >= this.count - 1) return undefined
    const thread = this.#threads.find(one => one.isIdle && !this.#slots.has(one))
    if (thread === undefined) return undefined
    const slot: ThreadSlot = { thread, lane, isOverMemory: false }
    this.#slots.set(thread, slot)
    return slot
  }

  release(slot: Slot): void {
    if (this.#slots.get(slot.thread) === slot) this.#slots.delete(slot.thread)
  }

  async close(): Promise<void> {
    this.#watch.close()
    this.#isClosed = true
    await Promise.all(this.#threads.map(thread => thread.close()))
  }
}
