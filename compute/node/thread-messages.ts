/**
 * What a node and its threads say to each other. Bytes are transferred, never cloned. A message of null says that something lies in the mailbox
 * (mailbox.ts).
 */
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'

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
