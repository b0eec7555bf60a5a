/** A job as the store knows it, and its outcome. */

import { jsonTail } from '../../contract/envelope.ts'
import type { JobClass } from '../../contract/job-classes.ts'
import type { JobState, WorkProgress } from '../../contract/job-states.ts'

export interface JobError {
  /** A code of the error catalogue, or timeout, memory, node_lost. */
  readonly code: string
  readonly detail: string
}

export interface Job {
  readonly jobId: string
  readonly accountId: string
  readonly keyId: string
  readonly state: JobState
  readonly jobClass: JobClass
  /** Id and path of the analysis row. */
  readonly rowId: string
  readonly endpoint: string
  readonly requestId: string
  readonly taskCount: number
  readonly linkCount: number
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly completedAtMs: number | null
  /** Deliveries so far; the fence of the newest one. */
  readonly attempts: number
  /** UTC day number of the request. */
  readonly today: number
  readonly frameChunks: number
  /** Bytes of the frame, inflated; how its chunks are stored: chunks.ts. */
  readonly frameBytes: number
  /** Only nodes that know it take the job (shared/contract/schedule/frame-versions.ts). */
  readonly frameVersion: number
  /** Name of the object that holds the frame; absent: its chunks lie in Redis. */
  readonly frameObject?: string
  /** Where the envelope of a completed job lies (fence of the attempt that wrote it) and how large it is. */
  readonly result: ResultPointer | null
  /** Why the result of a completed job was removed before its time. */
  readonly resultRemoved: ResultRemoval | null
  readonly error: JobError | null
  /** What the node that works on it said last; null: nothing yet, or it is not worked on. */
  readonly progress: (WorkProgress & { readonly atMs: number }) | null
  readonly callbackUrl: string | null
  /** Trace of the submission, when it was traced (shared/platform/tracing/tracing.ts): it goes on with the job and its callback. */
  readonly traceparent?: string
  readonly tracestate?: string
  /** Milliseconds the worker was busy with it. */
  readonly workerMs: number | null
}

/** memory: others needed the room; operator: somebody freed it by hand. */
export type RemovalReason = 'memory' | 'disk' | 'operator'

export interface ResultRemoval {
  readonly atMs: number
  readonly why: RemovalReason
}

export interface ResultPointer {
  readonly fence: number
  readonly chunkCount: number
  /** Bytes of the envelope before the tail of the reply: inflated (the length in the reply) and as stored. */
  readonly bytes: number
  readonly storedBytes: number
  /** Name of the object that holds it; absent: its chunks lie in Redis. */
  readonly object?: string
}

// The bytes after the stored result of a job, in replies and in callbacks. They are the same at each reading.

/** The id of the request is that of the submission. */
export const resultTail = ({ endpoint, requestId, workerMs }: Job): Uint8Array =>
  jsonTail({ endpoint, requestId, processingTimeMs: Math.round(workerMs ?? 0) })

/** What a node reports in the name of its connections, where `doctor` reads it. */
interface NodeInfo {
  readonly nodeId: string
  readonly frameVersions: readonly number[]
}

const FRAMES = '/frames='

export const formatNodeInfo = (nodeId: string, frameVersions: readonly number[]): string =>
  `${nodeId}${FRAMES}${frameVersions.join(',')}`

/** undefined: a node of a release that said nothing. */
export function parseNodeInfo(about: string): NodeInfo | undefined {
  const [nodeId, versions] = about.split(FRAMES)
  return versions === undefined ? undefined : { nodeId: nodeId!, frameVersions: versions.split(',').map(Number) }
}
