/** What a job runs on, seen from the job: a thread of the node (job-thread.ts), the node's own thread (inline-jobs.ts), or a process (job-process.ts). */

import type { JobClass } from '../../shared/contract/job-classes.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'

export type ThreadEnd =
  | ({ readonly kind: 'done' } & ThreadResult)
  | { readonly kind: 'failed'; readonly error: JobError; readonly workerMs: number }
  /** Ended because stop() or kill() asked for it. */
  | { readonly kind: 'stopped'; readonly workerMs: number }
  /** Its heap was full, or no memory was left for a column. */
  | { readonly kind: 'memory'; readonly workerMs: number }
  /** Nothing was done: the job is to run on a thread. */
  | { readonly kind: 'declined'; readonly workerMs: number }
  /** It ended by itself in the middle of the job. */
  | { readonly kind: 'lost'; readonly reason: string; readonly workerMs: number }

/** bytes: as it is stored; in their order. */
export type OnChunk = (index: number, bytes: Uint8Array<ArrayBuffer>) => void

export interface JobRunner {
  /** Milliseconds since the job began; undefined = none runs. */
  readonly busyMs: number | undefined
  /** It must have no job. The chunks of the frame may be moved away: nobody else may read them. */
  run(job: ThreadJob, onChunk: OnChunk): Promise<ThreadEnd>
  /** So many chunks are stored: it may make more. */
  stored(chunkCount: number): void
  /** Asks the job to stop at its next checkpoint, and kills it after STOP_GRACE_MS. */
  stop(): void
  kill(): void
  /** Bytes of heap and columns now; undefined when it cannot say. */
  memoryBytes(): Promise<number | undefined>
}

/** Time from the request to stop to the kill. */
export const STOP_GRACE_MS = 2_000

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
  /** Module whose `analysers` are added to the engine's: for tests of misbehaviour; a node of production has none. */
  readonly analysersModule: string | undefined
  /** Jobs in the node's own thread, which this one watches; undefined: there are none. */
  readonly inlineJobs: InlineWatching | undefined
}

/** Entries of the shared flags, all 0 when a job starts. */
export const FLAG_STOP = 0
/** Chunks of the result that the store has. */
export const FLAG_STORED = 1
export const FLAG_COUNT = 2

/** Chunks of a result that may be on their way to the store; the thread waits before it makes more. */
export const CHUNKS_IN_FLIGHT_MAX = 8

export interface ThreadJob {
  /** Chunks of the frame as they were stored. */
  chunks: readonly Uint8Array[]
  readonly frameBytes: number
}

export interface ThreadResult {
  readonly chunkCount: number
  /** Of the envelope, inflated. */
  readonly byteCount: number
  /** The last chunk as it is stored, which was not sent before: the only one of a small result goes to the store with the end of the job. */
  readonly lastChunk: Uint8Array<ArrayBuffer>
  readonly workerMs: number
}

export type ThreadMessage =
  | { readonly kind: 'ready' }
  /** bytes: as it was written, in shared memory that holds until so many chunks after it are stored. */
  | { readonly kind: 'chunk'; readonly index: number; readonly bytes: Uint8Array }
  | ({ readonly kind: 'done' } & ThreadResult)
  /** fault: what to log when it is ours. */
  | { readonly kind: 'failed'; readonly error: JobError; readonly workerMs: number; readonly fault?: string }
  /** No memory for a column. */
  | { readonly kind: 'memory'; readonly workerMs: number }
  /** The flag was seen; the thread is free again. */
  | { readonly kind: 'stopped' }

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
  | { readonly kind: 'measure' }

export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'chunk'; readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly end: ThreadEnd }
  | { readonly kind: 'measured'; readonly bytes: number | undefined }
  | { readonly kind: 'fault'; readonly fault: string }
