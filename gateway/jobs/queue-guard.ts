/**
 * Whether the store can take a job now. It must keep what a 202 promises (appendfsync always), and must have room for frames and results:
 * beyond REDIS_MEMORY_BUDGET callers are told to wait, and no job is ever evicted. memory-shares.ts decides who may have how much of it.
 * The masters are read twice a second and after each reconnect; a call is decided by the latest known state.
 */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { JOB_CLASSES, type JobClass } from '../../shared/contract/job-classes.ts'
import type { Freed, HeldBytes, JobStore } from '../../shared/platform/jobs/job-store.ts'
import type { JobClient } from '../../shared/platform/jobs/redis-job-store.ts'
import { storeUnavailable } from '../call/limiter.ts'
import {
  accountBytesMax,
  excessBytes,
  type LargestHolders,
  largestHolders,
  type Memory,
  neededBytes,
  roomBytes,
} from './memory-shares.ts'
import {
  type EvictionStore,
  evictResults,
  type Master,
  memoryOf,
  memoryReader,
  type StoreMemory,
} from './store-memory.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly queueGuard: QueueGuard
  }
}

interface QueueGuardOptions {
  /** Bytes that each master may use; undefined: store-memory.ts. */
  readonly memoryBudgetBytes: number | undefined
  /** A server that loses jobs in a crash is good enough. */
  readonly isVolatileAllowed: boolean
  /** Called with the results that were removed for the room they took. */
  readonly onFreed?: (freed: Freed) => void
  /** Why its disk has no room for jobs, or undefined. */
  readonly diskRefusal?: () => Refusal | undefined
}

type GuardedStore = Pick<JobStore, 'heldBytes' | 'waitingHolders'> & EvictionStore

const POLL_MS = 500
const RETRY_MS = 50
/** What is known counts for so long while the store is slow to answer. */
const STALE_MS = 5_000
const RETRY_SECONDS = 5
/** Interval at which a submission that waits for room checks again; another gateway may be making room. */
const LOOKS_MAX = 6
/** Interval of reading which account holds most. */
const LARGEST_MS = 5_000
/** The class that is admitted the longest. */
const [HIGHEST] = JOB_CLASSES

interface MemoryState {
  readonly masters: readonly Master[]
  readonly held: readonly HeldBytes[]
}

const noRoom = (): Refusal =>
  refuse('capacity_exceeded', { what: 'memory of the job store', retryAfterSeconds: RETRY_SECONDS })

export class QueueGuard {
  readonly #client: JobClient
  readonly #store: GuardedStore
  readonly #options: QueueGuardOptions
  readonly #read: () => Promise<StoreMemory>
  #state: MemoryState | undefined
  #largest: LargestHolders | undefined
  #largestAtMs = Number.NEGATIVE_INFINITY
  #freed: Freed = { resultCount: 0, bytes: 0 }
  #stateAtMs = 0
  /** Bytes of submissions that the last answer of the store may not contain. */
  #expectedBytes = 0
  #polling: Promise<void> | undefined
  #relieving: Promise<void> | undefined
  /** When the latest read of the store began, and when the latest removal ended. */
  #sentAtMs = 0
  #relievedAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(client: JobClient, store: GuardedStore, options: QueueGuardOptions) {
    this.#client = client
    this.#store = store
    this.#options = options
    this.#read = memoryReader(client, store, options.memoryBudgetBytes)
    // behind a new connection there may be another server
    client.on('close', () => {
      this.#state = undefined
    })
    client.on('ready', () => void this.poll())
  }

  /** Reads the store now, and from then on by itself. Never rejects: the state of an unreachable store is unknown. */
  poll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#polling ??= this.#learn().then(isLearnt => {
      this.#polling = undefined
      if (this.#isClosed) return
      this.#timer = setTimeout(() => void this.poll(), isLearnt ? POLL_MS : RETRY_MS)
      this.#timer.unref()
      void this.#relieveExcess()
      void this.#learnLargest()
    })
    return this.#polling
  }

  async #learn(): Promise<boolean> {
    const counted = this.#expectedBytes
    const sentAtMs = performance.now()
    const { masters, held } = await this.#read()
    if (masters.length === 0) {
      if (performance.now() - this.#stateAtMs > STALE_MS) this.#state = undefined
      return false
    }
    this.#state = { masters, held: held ?? this.#state?.held ?? [] }
    this.#stateAtMs = performance.now()
    this.#sentAtMs = sentAtMs
    if (held !== null) this.#expectedBytes -= counted
    return true
  }

  /** Why the store would lose jobs in a crash, and that is not allowed; undefined = it would not, or is away. */
  get volatileReason(): string | undefined {
    if (this.#options.isVolatileAllowed) return undefined
    return this.#state?.masters.find(master => master.volatileReason !== undefined)?.volatileReason
  }

  /** Memory of all masters that can be reached; undefined = not known. */
  get memory(): Memory | undefined {
    if (this.#state === undefined) return undefined
    const memory = memoryOf(this.#state.masters, this.#state.held)
    return { ...memory, reservedBytes: memory.reservedBytes + this.#expectedBytes }
  }

  /** Who held most some seconds ago; undefined = not known. */
  get largest(): LargestHolders | undefined {
    return this.#largest
  }

  /** What this gateway has removed to make room. */
  get freed(): Freed {
    return this.#freed
  }

  async #learnLargest(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#largestAtMs < LARGEST_MS) return
    this.#largestAtMs = nowMs
    this.#largest = await largestHolders(this.#store).catch(() => undefined)
  }

  /** Why a job of this class and size may not come in now, or undefined; results that can be removed are room. */
  refusal(bytes: number, jobClass: JobClass = HIGHEST): Refusal | undefined {
    if (this.#state === undefined) return storeUnavailable()
    const reason = this.volatileReason
    if (reason !== undefined) return refuse('queue_volatile', { reason, retryAfterSeconds: RETRY_SECONDS })
    const diskRefusal = this.#options.diskRefusal?.()
    if (diskRefusal !== undefined) return diskRefusal
    const isOneFull = this.#state.masters.some(
      ({ usedBytes, resultBytes, budgetBytes }) => usedBytes - resultBytes > budgetBytes,
    )
    const room = roomBytes(this.memory!, jobClass)
    return isOneFull || room <= 0 || bytes > room ? noRoom() : undefined
  }

  /** What jobs of one account may hold beside results. */
  accountBytesMax(jobClass: JobClass): number {
    return this.memory === undefined ? 0 : accountBytesMax(this.memory, jobClass)
  }

  /** Admits a job of this class and size, or returns the reason why not. It is counted here until the store counts it. Makes room if possible. */
  async admit(bytes: number, jobClass: JobClass): Promise<Refusal | undefined> {
    for (let look = 0; look < LOOKS_MAX; look++) {
      const refusal = this.refusal(bytes, jobClass)
      if (refusal !== undefined) return refusal
      const lackingBytes = neededBytes(this.memory!, jobClass, bytes)
      if (lackingBytes === 0) {
        this.#expectedBytes += bytes
        return undefined
      }
      if (!this.#isOutdated) await this.#relieve(lackingBytes)
      // the read in progress may have been answered before
      await this.#polling
      await this.poll()
    }
    return noRoom()
  }

  /** The latest read began before a removal ended, so it includes removed results: acting on it would remove as much again. */
  get #isOutdated(): boolean {
    return this.#sentAtMs <= this.#relievedAtMs
  }

  /** What has no room beside what is kept for higher classes, over all masters and on each. */
  async #relieveExcess(): Promise<void> {
    if (this.memory === undefined || this.volatileReason !== undefined) return
    if (this.#relieving !== undefined || this.#isOutdated) return
    const bytes = excessBytes(this.memory)
    if (bytes > 0) {
      await this.#relieve(bytes)
      return
    }
    for (const master of this.#state?.masters ?? []) {
      const here = excessBytes({ ...master, reservedBytes: 0 })
      if (here > 0) await this.#relieve(here, master.shards)
    }
  }

  /** One removal at a time; other callers wait for it and check again. Never rejects: a failed removal makes no room. */
  #relieve(bytes: number, shards?: readonly number[]): Promise<void> {
    this.#relieving ??= evictResults(this.#client, this.#store, bytes, shards)
      .then(
        freed => {
          if (freed.resultCount === 0) return
          this.#freed = {
            resultCount: this.#freed.resultCount + freed.resultCount,
            bytes: this.#freed.bytes + freed.bytes,
          }
          this.#options.onFreed?.(freed)
        },
        () => {},
      )
      .finally(() => {
        this.#relieving = undefined
        this.#relievedAtMs = performance.now()
      })
    return this.#relieving
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
