/** What a job runs on, seen from the job: a thread of the node (job-thread.ts), the node's own thread (inline-jobs.ts), or a process (job-process.ts). */
import type { JobError } from '../../shared/platform/jobs/job.ts'
import type { ThreadJob, ThreadResult } from './thread-messages.ts'

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
