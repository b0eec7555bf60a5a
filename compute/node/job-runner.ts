/** What a job runs on, seen from the job: a thread of the node (job-thread.ts), the node's own thread (inline-jobs.ts), or a process (job-process.ts). */

import type { JobClass } from '../../shared/contract/job-classes.ts'
import type { WorkProgress } from '../../shared/contract/job-states.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'

/** How a job ended on its runner. */
export type JobEnd =
  | ({ readonly kind: 'done' } & ThreadResult)
  /** fault: what to log when it is ours; the runner has told it. */
  | { readonly kind: 'failed'; readonly error: JobError; readonly workerMs: number; readonly fault?: string }
  /** Because stop() or kill() asked for it. */
  | { readonly kind: 'stopped'; readonly workerMs: number }
  /** Its heap was full, or no memory was left for a column. */
  | { readonly kind: 'memory'; readonly workerMs: number }
  /** Nothing was done: the job is to run on a thread. */
  | { readonly kind: 'declined'; readonly workerMs: number }
  /** Its runner ended by itself in the middle of the job. */
  | { readonly kind: 'lost'; readonly reason: string; readonly workerMs: number }

/** What a job says while it runs. */
export interface JobListener {
  readonly onChunk: OnChunk
  readonly onProgress?: (progress: WorkProgress) => void
}

/** bytes: as it is stored; in their order. */
type OnChunk = (index: number, bytes: Uint8Array<ArrayBuffer>) => void

export interface JobRunner {
  /** Milliseconds since the job began; undefined = none runs. */
  readonly busyMs: number | undefined
  /** Milliseconds of a processor that the job at work has had; by the clock where the system does not say. 0 = none runs. */
  readonly workedMs: number
  /** It must have no job. The chunks of the frame may be moved away: nobody else may read them. */
  run(job: ThreadJob, listener: JobListener): Promise<JobEnd>
  /** So many chunks are stored: it may make more. */
  stored(chunkCount: number): void
  /** Asks the job to come to an end with what it has: its time is nearly over, or its owner wants that. */
  hurry(): void
  /** Asks the job to stop at its next checkpoint, and kills it after STOP_GRACE_MS. */
  stop(): void
  kill(): void
  /** Bytes of heap and columns now; undefined when it cannot say. */
  memoryBytes(): Promise<number | undefined>
}

/** Time from the request to stop to the kill. */
const STOP_GRACE_MS = 2_000

interface RunningJob extends JobListener {
  readonly startedMs: number
  readonly end: (how: JobEnd) => void
}

/** A runner outside of the node's own thread: what a job, its order to stop and its end have in common, whether a thread or a process runs it. */
export abstract class RemoteRunner implements JobRunner {
  #running: RunningJob | undefined
  #stopTimer: NodeJS.Timeout | undefined

  get busyMs(): number | undefined {
    return this.#running === undefined ? undefined : performance.now() - this.#running.startedMs
  }

  /** The job at work. */
  protected get running(): RunningJob | undefined {
    return this.#running
  }

  run(job: ThreadJob, listener: JobListener): Promise<JobEnd> {
    if (this.#running !== undefined) throw new Error('the runner is at work')
    return new Promise(end => {
      this.#running = { ...listener, startedMs: performance.now(), end }
      this.send(job)
    })
  }

  /** Once for each job. False: none was at work. */
  protected finish(how: JobEnd): boolean {
    const running = this.#running
    if (running === undefined) return false
    clearTimeout(this.#stopTimer)
    this.#stopTimer = undefined
    this.#running = undefined
    running.end(how)
    return true
  }

  stop(): void {
    if (this.#running === undefined || this.#stopTimer !== undefined) return
    this.orderStop()
    this.#stopTimer = setTimeout(() => this.kill(), STOP_GRACE_MS)
  }

  abstract readonly workedMs: number
  /** Gives the job to the thread or process. */
  protected abstract send(job: ThreadJob): void
  protected abstract orderStop(): void
  abstract hurry(): void
  abstract stored(chunkCount: number): void
  abstract kill(): void
  abstract memoryBytes(): Promise<number | undefined>
}

/** A runner that was set aside for a job. */
export interface Slot {
  readonly thread: JobRunner
  /** Set when the watch killed the job. */
  isOverMemory: boolean
}

/** A job leased by this node, as the parts see it that decide when it runs (taker.ts, suspects.ts). */
export interface HeldJob {
  readonly jobClass: JobClass
  /** Whether the node's own thread may run it (inline-jobs.ts); no longer when that has declined it. */
  readonly isInline: boolean
  /** Runs it to its end, or until it has to wait. Never throws. */
  run(slot: Slot): Promise<void>
  /** Gives it back as if it had not been taken. Never throws. */
  returnUnrun(): Promise<void>
}

// What a node and its threads say to each other. Bytes are transferred, never cloned. A message of null says that something lies in the mailbox
// (mailbox.ts).

/** workerData of a thread. */
export interface ThreadData {
  /** Int32Array of FLAG_COUNT entries, shared. */
  readonly flags: SharedArrayBuffer
  readonly mailbox: SharedArrayBuffer
  /** Of the job at work (shared/platform/process/work-stamp.ts). */
  readonly stamp: SharedArrayBuffer
  /** Module whose `analysers` are added to the engine's: for tests of misbehaviour; a node of production has none. */
  readonly analysersModule: string | undefined
  /** Jobs in the node's own thread, which this one watches; undefined: there are none. */
  readonly inlineJobs: InlineWatching | undefined
}

/** Entries of the shared flags, all 0 when a job starts. */
export const FLAG_STOP = 0
/** Chunks of the result that the store has. */
export const FLAG_STORED = 1
/** It ends with what it has. */
export const FLAG_HURRY = 2
export const FLAG_COUNT = 3

/** Chunks of a result that may be on their way to the store; the thread waits before it makes more. */
export const CHUNKS_IN_FLIGHT_MAX = 8

export interface ThreadJob {
  /** Chunks of the frame as they were stored. */
  chunks: readonly Uint8Array[]
  readonly frameBytes: number
}

export interface ThreadResult {
  readonly chunkCount: number
  /** Bytes of the envelope, inflated. */
  readonly byteCount: number
  /** The last chunk as it is stored, which was not sent before: the only one of a small result goes to the store with the end of the job. */
  readonly lastChunk: Uint8Array<ArrayBuffer>
  readonly workerMs: number
}

/** What a thread says, and a process of its thread. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  /** bytes, of a thread: as it was written, in shared memory that holds until so many chunks after it are stored; of a process: packed. */
  | { readonly kind: 'chunk'; readonly index: number; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly progress: WorkProgress }
  | JobEnd

// Messages between a node and the process of a suspect, in addition to those between a process and its thread.

/** low: of a processor that the node wants as well it gets a tenth. */
export type ProcessPriority = 'usual' | 'low'

export interface ProcessSettings {
  readonly heapMegabytesMax: number
  readonly analysersModule: string | undefined
}

export type ToProcess =
  /** The first message. */
  | { readonly kind: 'settings'; readonly settings: ProcessSettings }
  /** The next chunk of the frame. */
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  /** Its chunks have been sent. */
  | { readonly kind: 'run'; readonly frameBytes: number }
  | { readonly kind: 'stored'; readonly chunkCount: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'hurry' }
  | { readonly kind: 'measure' }

export type FromProcess =
  | ThreadMessage
  | { readonly kind: 'measured'; readonly bytes: number | undefined }
  | { readonly kind: 'fault'; readonly fault: string }
