/**
 * What every node does for the object store: removes what jobs no longer need, from time to time what dead processes left, and results before
 * their time if they take too much of the disk.
 */
import type { Freed, JobStore } from '../../shared/platform/jobs/job-store.ts'
import { ObjectsUnavailable } from '../../shared/platform/objects/object-store.ts'
import { RepeatedWork } from './repeated-work.ts'

export interface ObjectKeepingParts {
  readonly store: Pick<JobStore, 'shards' | 'removeDropped' | 'sweepObjects' | 'evictObjects' | 'objectsState'>
  readonly nodeId: string
  /** That must be free on the disk of objects, beside what Redis needs. */
  readonly freeBytesMin: number
  readonly onRelieved: (freed: Freed) => void
  readonly onSwept: (objectCount: number) => void
  readonly onFault: (error: unknown) => void
}

const REMOVE_MS = 3_000
const SWEEP_MS = 1_800_000
const RELIEVE_MS = 5_000
/** From one line about an object that cannot be removed to the next. */
const LOG_MS = 600_000

export class ObjectKeeping {
  readonly #parts: ObjectKeepingParts
  readonly #work: RepeatedWork
  #logFromMs = 0

  constructor(parts: ObjectKeepingParts) {
    this.#parts = parts
    this.#work = new RepeatedWork(parts.onFault)
  }

  start(): void {
    if (this.#parts.store.objectsState() === 'absent') return
    this.#work.every(REMOVE_MS, () => this.#remove())
    this.#work.every(SWEEP_MS, () => this.#sweep())
    this.#work.every(RELIEVE_MS, () => this.#relieve())
  }

  async #remove(): Promise<void> {
    await this.#parts.store.shards.each(async shard => {
      if (this.#work.isStopped) return
      await this.#parts.store.removeDropped(shard).catch(error => {
        // one that cannot be removed keeps those of other shards from nothing
        if (!(error instanceof ObjectsUnavailable)) throw error
        this.#logStuck(error)
      })
    })
  }

  /** An unreachable store reports that itself. */
  #logStuck(error: ObjectsUnavailable): void {
    const nowMs = performance.now()
    if (this.#parts.store.objectsState() !== 'up' || nowMs < this.#logFromMs) return
    this.#logFromMs = nowMs + LOG_MS
    this.#parts.onFault(error)
  }

  async #sweep(): Promise<void> {
    const objectCount = await this.#parts.store.sweepObjects(this.#parts.nodeId)
    if (objectCount > 0) this.#parts.onSwept(objectCount)
  }

  async #relieve(): Promise<void> {
    const { store, nodeId, freeBytesMin, onRelieved } = this.#parts
    const freed = await store.evictObjects(nodeId, freeBytesMin)
    if (freed.resultCount > 0) onRelieved(freed)
  }

  stop(): void {
    this.#work.stop()
  }
}
