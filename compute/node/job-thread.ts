/**
 * One worker thread of a node, seen from the main thread: runs one job at a time, stops it on demand, and says how it ended.
 * A thread that was killed or has died is started anew; the next job may be given once isIdle. What a job means is left to
 * job-run.ts, what it does to job-worker.ts.
 *
 * Threads of our own and not a pool of Piscina: a job is ordered to stop through shared memory before it is killed, sends its result
 * while it runs, and is measured; none of that goes through a pool's promise.
 */
import { Worker } from 'node:worker_threads'
import { PackingLine } from '../../shared/platform/jobs/chunks.ts'
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'
import { clear, STAMP_BYTES, workedMs } from '../../shared/platform/process/work-stamp.ts'
import {
  FLAG_COUNT,
  FLAG_HURRY,
  FLAG_STOP,
  FLAG_STORED,
  type JobEnd,
  type JobListener,
  RemoteRunner,
  type ThreadData,
  type ThreadJob,
  type ThreadMessage,
} from './job-runner.ts'
import { mailboxMemory, NodeMailbox } from './mailbox.ts'

export interface ThreadSettings {
  readonly heapMegabytesMax: number
  readonly analysersModule: string | undefined
  /** Jobs in the node's own thread, which this one watches. */
  readonly inlineJobs?: InlineWatching
  /** false: a thread that has started and then ended is not followed by another. */
  readonly startsAgain: boolean
  /** Called when the thread is ready for a job: at the start and after each job. */
  readonly onIdle: () => void
  /** Called when a job is given to the thread. */
  readonly onBusy: () => void
  /** Called when a thread ended outside a job, and on a fault in a job. */
  readonly onFault: (fault: string) => void
}

/** Packs a result of several chunks while the thread writes on. */
interface Packing {
  readonly line: PackingLine
  last: Promise<void>
  /** Why chunks could not be packed. */
  fault?: string
}

/** Half of what the service's other threads have (node-flags.ts): what a job computes lies outside of the heap. */
const NURSERY_MEGABYTES = 24

/** Before another try, when a thread does not even start. */
const UNSTARTED_DELAY_MS = 1_000

/**
 * Copies a chunk to a buffer of its own, which can be transferred: data from a socket may share its memory with other replies. What was
 * inflated has a byte to spare.
 */
const own = (chunk: Uint8Array): Uint8Array<ArrayBuffer> =>
  chunk.byteOffset === 0 && chunk.buffer.byteLength - chunk.byteLength <= 1 && chunk.buffer instanceof ArrayBuffer
    ? (chunk as Uint8Array<ArrayBuffer>)
    : new Uint8Array(chunk)

export class JobThread extends RemoteRunner {
  readonly #settings: ThreadSettings
  readonly #flags = new Int32Array(new SharedArrayBuffer(FLAG_COUNT * Int32Array.BYTES_PER_ELEMENT))
  readonly #stamp = new Float64Array(new SharedArrayBuffer(STAMP_BYTES))
  readonly #mailboxMemory = mailboxMemory()
  readonly #mailbox = new NodeMailbox(this.#mailboxMemory)
  #worker: Worker
  #packing: Packing | undefined
  #isReady = false
  #isKilled = false
  #isClosed = false
  #reportStarted: () => void = () => {}
  /** Resolves when it is ready for the first time. */
  readonly started = new Promise<void>(resolve => (this.#reportStarted = resolve))

  constructor(settings: ThreadSettings) {
    super()
    this.#settings = settings
    this.#worker = this.#start()
  }

  /** Whether it has started: false while a thread that was killed, or died, is started anew. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isIdle(): boolean {
    return this.#isReady && this.running === undefined
  }

  #start(): Worker {
    const { heapMegabytesMax, analysersModule, inlineJobs } = this.#settings
    this.#mailbox.reset()
    const flags = this.#flags.buffer as SharedArrayBuffer
    const stamp = this.#stamp.buffer as SharedArrayBuffer
    const data: ThreadData = { flags, mailbox: this.#mailboxMemory, stamp, analysersModule, inlineJobs }
    const worker = new Worker(new URL('./job-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: NURSERY_MEGABYTES },
    })
    let fault: (Error & { code?: string }) | undefined
    let hasStarted = false
    worker.on('message', (message: ThreadMessage | null) => {
      hasStarted = true
      if (message === null) this.#finish({ kind: 'done', ...this.#mailbox.takeResult() })
      else this.#take(message)
    })
    worker.on('error', error => (fault = error as Error))
    worker.on('exit', code => {
      this.#isReady = false
      if (!hasStarted) this.#startAgain(UNSTARTED_DELAY_MS)
      else if (this.#settings.startsAgain) this.#startAgain(0)
      this.#ended(code, fault)
    })
    return worker
  }

  get workedMs(): number {
    return this.running === undefined ? 0 : workedMs(this.#stamp)
  }

  #startAgain(delayMs: number): void {
    if (this.#isClosed) return
    if (delayMs === 0) this.#worker = this.#start()
    else setTimeout(() => this.#isClosed || (this.#worker = this.#start()), delayMs)
  }

  #ended(code: number, fault: (Error & { code?: string }) | undefined): void {
    const workerMs = this.workedMs
    const reason = fault?.stack ?? `exit code ${code}`
    const packingFault = this.#packing?.fault
    if (packingFault !== undefined) this.#finish({ kind: 'lost', reason: packingFault, workerMs })
    else if (this.#isKilled || this.#isClosed) this.#finish({ kind: 'stopped', workerMs })
    else if (fault?.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#finish({ kind: 'memory', workerMs })
    else if (this.running !== undefined) this.#finish({ kind: 'lost', reason, workerMs })
    else this.#settings.onFault(`a thread ended without a job: ${reason}`)
    this.#isKilled = false
  }

  #take(message: ThreadMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true
        this.#reportStarted()
        this.#settings.onIdle()
        break
      case 'chunk':
        this.#pack(message.index, message.bytes)
        break
      case 'progress':
        this.running?.onProgress?.(message.progress)
        break
      case 'done':
        this.#finishPacked(message)
        break
      default:
        if (message.kind === 'failed' && message.fault !== undefined) this.#settings.onFault(message.fault)
        this.#finish(message)
    }
  }

  #pack(index: number, bytes: Uint8Array): void {
    const { running } = this
    if (running === undefined) return
    const packing: Packing = (this.#packing ??= { line: new PackingLine(), last: Promise.resolve() })
    packing.last = packing.line.pack(bytes).then(
      packed => {
        if (this.running === running) running.onChunk(index, packed)
      },
      error => {
        packing.fault ??= (error as Error).stack ?? String(error)
        if (this.running === running) this.kill()
      },
    )
  }

  /** The end comes after the last chunk before it. */
  #finishPacked(how: JobEnd): void {
    const packing = this.#packing
    if (packing === undefined) this.#finish(how)
    else
      void packing.last.then(() => {
        if (this.#packing === packing && packing.fault === undefined) this.#finish(how)
      })
  }

  #finish(how: JobEnd): void {
    if (this.running === undefined) return
    // a thread that is being killed is not idle, though its job has ended
    if (this.#isKilled) this.#isReady = false
    this.#packing?.line.close()
    this.#packing = undefined
    this.finish(how)
    if (this.isIdle) this.#settings.onIdle()
  }

  /** It may have died since it was set aside: then the job ends as one that was stopped, and another thread gets it. */
  override run(job: ThreadJob, listener: JobListener): Promise<JobEnd> {
    return this.#isReady ? super.run(job, listener) : Promise.resolve({ kind: 'stopped', workerMs: 0 })
  }

  protected send(job: ThreadJob): void {
    this.#flags.fill(0)
    clear(this.#stamp)
    this.#hand(job)
    this.#settings.onBusy()
  }

  #hand({ chunks, frameBytes }: ThreadJob): void {
    const [first] = chunks
    if (first !== undefined && chunks.length === 1 && this.#mailbox.takes(first)) {
      if (this.#mailbox.putJob(first, frameBytes)) this.#worker.postMessage(null)
      return
    }
    this.#mailbox.callAway()
    const moved = chunks.map(own)
    this.#worker.postMessage(
      { chunks: moved, frameBytes },
      moved.map(chunk => chunk.buffer),
    )
  }

  /** So many chunks are stored: the thread may make more. */
  stored(chunkCount: number): void {
    Atomics.store(this.#flags, FLAG_STORED, chunkCount)
    Atomics.notify(this.#flags, FLAG_STORED)
  }

  protected orderStop(): void {
    Atomics.store(this.#flags, FLAG_STOP, 1)
    Atomics.notify(this.#flags, FLAG_STORED)
  }

  hurry(): void {
    if (this.running !== undefined) Atomics.store(this.#flags, FLAG_HURRY, 1)
  }

  kill(): void {
    if (this.running === undefined || this.#isKilled) return
    this.#isKilled = true
    void this.#worker.terminate()
  }

  /** Bytes of heap and columns of the thread now; undefined when it cannot say. */
  async memoryBytes(): Promise<number | undefined> {
    try {
      const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics()
      return used_heap_size + external_memory
    } catch {
      return undefined
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker.terminate()
  }
}
