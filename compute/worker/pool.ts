/**
 * The one door between the edge and the engine: run(header, body) on a worker thread. Two lanes, so that large bodies
 * never queue before small ones. What can go wrong with a thread (memory, time, death) comes back as a refusal.
 */
import { Piscina } from 'piscina'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { MEGABYTE } from '../../shared/tiers.ts'
import { Lane } from './lane.ts'
import { packHeader, type WorkHeader, type WorkMessage, type WorkReply } from './work.ts'

export type { CalledTool } from '../agent/message/reply.ts'
export type {
  BodyEncoding,
  BodyMediaType,
  FileBody,
  MessageFacts,
  WorkAnswer,
  WorkFingerprint,
  WorkFrame,
  WorkHeader,
  WorkMessageReply,
  WorkMode,
  WorkReply,
} from './work.ts'

export interface PoolSettings {
  readonly workerThreads: number
  /** Else threads start with the first call that needs one. */
  readonly isStartedAtOnce: boolean
  readonly workerHeapMegabytesMax: number
  readonly laneQueueMax: number
  readonly laneWaitMs: number
  readonly syncDeadlineSeconds: number
  /** Told of a fault that is ours: a thread that died or threw. */
  readonly onFault: (error: unknown, requestId: string) => void
}

export type LaneName = 'small' | 'large'

export type PoolOutcome = WorkReply | { readonly kind: 'gone' }

/** In the place of an account: calls of our own. */
const OURS = ''
const CATALOGUE = new URL('../engine/catalogue.ts', import.meta.url).href

/** Seconds a caller should wait when a lane is full. */
const RETRY_AFTER_SECONDS = 1
/** A submission may take longer than an answer: a second for each so many bytes of it. */
const SUBMISSION_BYTES_PER_SECOND = MEGABYTE
/**
 * Piscina asks for the worker's file by require() first. A thread that is ended while Node links modules for a require() may
 * end the process ("v8::Module::IsGraphAsync must be used on an instantiated module"); import(), which it turns to then, does not.
 */
const THREAD_FLAGS = ['--no-experimental-require-module']
/** One for the account that sends most, one for the others. */
const LARGE_THREADS_MIN = 2
/** Small calls taken per thread: the next one is at hand, with its message made, when a thread is free. */
const SMALL_SLOTS_PER_THREAD = 2

export class ComputePool {
  readonly #settings: PoolSettings
  readonly #pools: Readonly<Record<LaneName, Piscina>>
  readonly #lanes: Readonly<Record<LaneName, Lane>>

  constructor(settings: PoolSettings) {
    this.#settings = settings
    const largeThreads = Math.max(
      Math.min(LARGE_THREADS_MIN, settings.workerThreads),
      Math.floor(settings.workerThreads / 2),
    )
    this.#pools = { small: this.#start(settings.workerThreads), large: this.#start(largeThreads) }
    const { laneQueueMax: queueMax, laneWaitMs: waitMs } = settings
    const lane = (threads: number, slotsPerThread: number): Lane =>
      new Lane({ threads, slots: threads * slotsPerThread, queueMax, waitMs, now: () => performance.now() })
    this.#lanes = { small: lane(settings.workerThreads, SMALL_SLOTS_PER_THREAD), large: lane(largeThreads, 1) }
  }

  #start(threads: number): Piscina {
    const pool = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: this.#settings.isStartedAtOnce ? threads : 0,
      maxThreads: threads,
      // a thread that has started stays
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: this.#settings.workerHeapMegabytesMax },
      atomics: 'disabled',
      execArgv: THREAD_FLAGS,
    })
    // a worker out of memory rejects its task and tells the pool as well: without a listener that ends the process
    pool.on('error', () => {})
    return pool
  }

  /** Calls that wait and run, per lane. */
  get load(): Readonly<Record<LaneName, { running: number; waiting: number }>> {
    const of = (lane: Lane) => ({ running: lane.running, waiting: lane.waiting })
    return { small: of(this.#lanes.small), large: of(this.#lanes.large) }
  }

  get isUp(): boolean {
    if (!this.#settings.isStartedAtOnce) return true
    return this.#pools.small.threads.length > 0 && this.#pools.large.threads.length > 0
  }

  /** A call comes: why its lane takes no more, known before its body is read. Once for each call: before expect(), or in it. */
  arrive(laneName: LaneName, accountId: string): Refusal | undefined {
    return this.#lanes[laneName].arrive(accountId) ? undefined : laneFull(laneName)
  }

  /** The body of a call is about to be read: a function to call when it is here or will not come, or why it need not come. */
  expect(laneName: LaneName, accountId: string): (() => void) | Refusal {
    return this.#lanes[laneName].expect(accountId) ?? laneFull(laneName)
  }

  /**
   * accountId: accounts are served in turn. charge: told what an encoded body inflates to before anything is made of it; may refuse it.
   * onThread: told when the call has waited for its turn and goes to a thread.
   */
  async run(
    laneName: LaneName,
    accountId: string,
    header: WorkHeader,
    slabs: readonly Uint8Array<ArrayBuffer>[],
    whenGone: (listener: () => void) => void,
    charge: (inflatedBytes: number) => Refusal | undefined = () => undefined,
    onThread?: () => void,
  ): Promise<PoolOutcome> {
    const lane = this.#lanes[laneName]
    const deadline = new AbortController()
    const bodyBytes = slabs.reduce((sum, slab) => sum + slab.byteLength, 0)
    const isSubmission = header.mode === 'frame' || header.mode === 'fingerprint'
    const moreSeconds = isSubmission ? Math.ceil(bodyBytes / SUBMISSION_BYTES_PER_SECOND) : 0
    const deadlineSeconds = this.#settings.syncDeadlineSeconds + moreSeconds
    const late = (workerMs = 0): WorkReply => refusal(refuse('deadline_exceeded', { deadlineSeconds }), workerMs)
    // waiting counts: the caller has no more time for it than for the work
    const entered = lane.enter(accountId, listener => {
      whenGone(listener)
      deadline.signal.addEventListener('abort', listener, { once: true })
    })
    if (entered === undefined) return refusal(laneFull(laneName))
    const timer = setTimeout(() => deadline.abort(), deadlineSeconds * 1000)
    if (!(await entered)) {
      clearTimeout(timer)
      return deadline.signal.aborted ? late() : { kind: 'gone' }
    }
    onThread?.()
    const startedMs = performance.now()
    let workMs: number | undefined
    try {
      const { signal } = deadline
      let plain = header
      let body = slabs
      let inflateMs = 0
      if (header.encoding !== null) {
        const inflated = await this.#work(laneName, { ...header, mode: 'inflate' }, slabs, signal)
        workMs = inflateMs = inflated.workerMs
        if (inflated.kind !== 'inflated') return inflated
        body = inflated.chunks
        plain = { ...header, encoding: null }
        const refused = charge(body[0]!.byteLength)
        if (refused !== undefined) return refusal(refused, inflateMs)
      }
      const reply = await this.#work(laneName, plain, body, signal)
      workMs = inflateMs + reply.workerMs
      return { ...reply, workerMs: workMs }
    } catch (error) {
      const workerMs = performance.now() - startedMs
      return deadline.signal.aborted ? late(workerMs) : refusal(this.#refusalOf(error, header.requestId), workerMs)
    } finally {
      clearTimeout(timer)
      const tookMs = performance.now() - startedMs
      lane.leave(accountId, tookMs, workMs ?? tookMs)
    }
  }

  #work(
    laneName: LaneName,
    header: WorkHeader,
    slabs: readonly Uint8Array<ArrayBuffer>[],
    signal: AbortSignal,
  ): Promise<WorkReply> {
    const message: WorkMessage = { header: packHeader(header), slabs }
    const transferList = [message.header.buffer, ...slabs.map(slab => slab.buffer)]
    return this.#pools[laneName].run(message, { transferList, signal })
  }

  #refusalOf(error: unknown, requestId: string): Refusal {
    const code = (error as { code?: unknown }).code
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError) {
      this.#settings.onFault(error, requestId)
      return refuse('memory_exceeded')
    }
    this.#settings.onFault(error, requestId)
    return refuse('internal')
  }

  /** Every check of every analysis as JSON: a thread has the rows, the event loop need not load them. */
  checkCatalogueText(): Promise<string> {
    return this.#pools.small.run(undefined, { filename: CATALOGUE, name: 'checkCatalogueText' })
  }

  /** Starts every thread and runs nothing: ready means that the first call is not the slow one. */
  async warmUp(bodies: readonly { header: WorkHeader; body: Uint8Array<ArrayBuffer> }[]): Promise<void> {
    await Promise.all(
      (['small', 'large'] as const).flatMap(lane =>
        bodies.map(({ header, body }) => this.run(lane, OURS, header, [body.slice()], () => {})),
      ),
    )
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.small.destroy(), this.#pools.large.destroy()])
  }
}

const laneFull = (laneName: LaneName): Refusal =>
  refuse('capacity_exceeded', {
    what: `the queue of ${laneName} bodies is full`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const refusal = (value: Refusal, workerMs = 0): WorkReply => ({
  kind: 'refusal',
  refusal: value,
  taskCount: 0,
  workerMs,
})
