/**
 * The contract of the job store for gateways, nodes and deliverers. It is implemented on Redis (redis-job-store.ts): one Lua
 * script per move, each on the keys of one shard, each safe to run twice under the same operation id. Errors of Redis
 * are thrown as StoreUnavailable; everything else that can happen is a value.
 *
 * Words. Frame: a request as columns (shared/contract/schedule/frame.ts), waiting in chunks. Fence: number of the delivery; a node that
 * lost its lease holds an old one and is refused. Suspect: a job whose node died with it; it runs in a process of its own.
 */

import { type JobClass, type JobLane, laneOf } from '../../contract/job-classes.ts'
import type { JobState, WorkProgress } from '../../contract/job-states.ts'
import type { CallbackStore } from './callback-store.ts'
import type { Job, JobError, RemovalReason, ResultPointer } from './job.ts'
import type { ScheduleStore } from './schedule-store.ts'
import type { ShardWatch } from './shard-watch.ts'

export interface NewJob
  extends Pick<
    Job,
    | 'jobId'
    | 'accountId'
    | 'keyId'
    | 'jobClass'
    | 'rowId'
    | 'endpoint'
    | 'requestId'
    | 'taskCount'
    | 'linkCount'
    | 'today'
    | 'frameChunks'
    | 'frameBytes'
    | 'frameVersion'
    | 'frameObject'
    | 'callbackUrl'
    | 'traceparent'
    | 'tracestate'
  > {
  /** Frame and estimated result, counted against REDIS_MEMORY_BUDGET until the job ends. */
  readonly reservedBytes: number
  /**
   * What jobs of the account may hold of Redis beside results: what those reserve that have not ended, and the records of all that are kept.
   * The only one that waits may reserve more. Absent: as much as they like.
   */
  readonly heldBytesMax?: number
  /** Jobs of the account that may be queued. */
  readonly queuedCountMax: number
  readonly idempotency: { readonly keyHash: string; readonly fingerprint: string } | null
  /** A frame of one chunk, at most INLINE_BYTES_MAX as stored, spares a writeFrame: the submission writes it. */
  readonly frame?: Uint8Array
}

/** What a submission is answered with. */
export type AcceptedJob = Pick<Job, 'jobId' | 'createdAtMs'>

export type Submission =
  | { readonly state: 'queued'; readonly job: Job }
  | { readonly state: 'queue_full'; readonly queuedCountMax: number }
  /** Jobs of the account hold so much already, and so many are kept. */
  | { readonly state: 'share_full'; readonly heldBytes: number; readonly jobCount: number }
  /** This key and body were accepted before; the job may be gone meanwhile. */
  | { readonly state: 'replayed'; readonly job: AcceptedJob }
  | { readonly state: 'key_reused' }
  /** The account was deleted while the submission was under way. */
  | { readonly state: 'account_gone' }

export type IdempotencyState =
  | { readonly state: 'new' }
  /** Claimed a moment ago and not answered yet. */
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly job: AcceptedJob; readonly fingerprint: string }

export type Cancellation =
  | { readonly state: 'cancelled'; readonly job: Job }
  | { readonly state: 'finished'; readonly job: Job }
  | { readonly state: 'unknown' }

export interface Lease {
  readonly job: Job
  readonly fence: number
  /** It came back after a node was lost: run it in a process of its own. */
  readonly isSuspect: boolean
}

/** Which jobs takeQuick takes, of those that were never taken and whose frame is no object. */
export interface QuickJobs {
  readonly frameBytesMax: number
  /** Tasks and links. */
  readonly costMax: number
  readonly rowIds: Iterable<string>
}

interface RenewedLease {
  readonly jobId: string
  readonly fence: number
  /** How far the work has come, where that is news. */
  readonly progress?: WorkProgress | undefined
}

export interface Taken {
  readonly leases: readonly Lease[]
  /** Jobs that wait there yet, at most ENTRIES_PER_ACCOUNT_MAX (shared/platform/redis/prelude.ts) of each account. */
  readonly waitingCount: number
}

export interface FinishedJob {
  readonly result?: ResultPointer
  /** The only chunk of the result, at most INLINE_BYTES_MAX, spares a writeResult: the finish writes it. */
  readonly chunk?: Uint8Array
  readonly error?: JobError
  readonly workerMs: number
}

/** The end of a job as it is metered. A second line of the same end has the same job id and fence. */
export interface EndedJob extends Pick<Job, 'jobId' | 'accountId' | 'keyId' | 'requestId' | 'endpoint' | 'taskCount'> {
  readonly fence: number
  readonly state: 'completed' | 'failed'
  /** Code of the error of a failed job. */
  readonly code: string | undefined
  /** From its submission to its last start. */
  readonly waitMs: number
  readonly workerMs: number
  readonly resultBytes: number
}

export interface HeldBytes {
  readonly shard: number
  /** Bytes of jobs that have not ended. */
  readonly reservedBytes: number
  readonly resultBytes: number
}

/** An account that holds bytes of Redis with jobs of a class. */
export interface Holder {
  readonly accountId: string
  readonly jobClass: JobClass
  readonly bytes: number
}

export interface Freed {
  readonly resultCount: number
  readonly bytes: number
}

interface JobPage {
  readonly jobs: readonly Job[]
  /** null = the last page. */
  readonly cursor: string | null
}

export interface ClassDepth {
  readonly jobClass: JobClass
  readonly queued: number
  readonly processing: number
  readonly oldestQueuedAtMs: number | null
}

/** What a suspect lost while it ran: its node, maybe through another job, or at least once its worker alone. */
export type Loss = 'node_lost' | 'worker_lost'

export interface JobStore extends CallbackStore, ScheduleStore {
  /** Which shards answer. */
  readonly shards: ShardWatch

  // gateway
  idempotency(accountId: string, keyHash: string): Promise<IdempotencyState>
  /** Claims a key for CLAIM_MS, or renews the claim of this job; false: somebody else holds it. */
  reserveIdempotency(accountId: string, keyHash: string, jobId: string): Promise<boolean>
  releaseIdempotency(accountId: string, keyHash: string, jobId: string): Promise<void>
  /**
   * Chunks of at most 256 KB, before submit: as an object, whose name is returned, where there is a store of objects and they are over
   * INLINE_BYTES_MAX together; else written into Redis one after the other, with a time to live.
   */
  writeFrame(accountId: string, jobId: string, chunks: readonly Uint8Array[]): Promise<string | undefined>
  dropFrame(accountId: string, jobId: string, chunkCount: number, frameObject?: string): Promise<void>
  /** Returns when the write is on disk. Run again with the same jobId it answers like the first time. */
  submit(job: NewJob): Promise<Submission>
  read(accountId: string, jobId: string): Promise<Job | null>
  /** Jobs before it in its class and shard; null unless queued. */
  queuePosition(job: Job): Promise<number | null>
  list(
    accountId: string,
    query: { readonly state: JobState | null; readonly cursor: string | null; readonly limit: number },
  ): Promise<JobPage>
  /** Cancels a job; one that is cancelled already is cancelled again. */
  cancel(accountId: string, jobId: string): Promise<Cancellation>
  /** Tells who runs a job to end it with what it has, if it can: the notification may be lost. Null: it is unknown. */
  hurry(accountId: string, jobId: string): Promise<Job | null>
  /** Removes the data of a finished job, its Idempotency-Key too. */
  remove(accountId: string, jobId: string): Promise<'removed' | 'not_finished' | 'unknown'>
  /** From now on no job of an account is accepted, for longer than a call that was admitted before may last. */
  shutAccount(accountId: string): Promise<void>
  /** Removes the data of an account other than its jobs. */
  forgetAccount(accountId: string): Promise<void>
  /** Throws what readResult would throw at once, before anything of an answer is sent. */
  checkResult(job: Job): Promise<void>
  /** Stored chunks in order, as they were written. */
  readResult(job: Job): AsyncIterable<Uint8Array>

  // node
  /**
   * Takes the next jobs of a class and lane (laneOf) in a shard, of the versions of frames that this store knows: leases, fences, states in
   * one script. Fewer than countMax: no more wait.
   */
  takeSome(shard: number, jobClass: JobClass, lane: JobLane, nodeId: string, countMax: number): Promise<Taken>
  /** Takes small jobs that a node can run beside busy threads, past those that wait before them. Fewer than countMax: others may wait. */
  takeQuick(shard: number, jobClass: JobClass, nodeId: string, countMax: number, quick: QuickJobs): Promise<Taken>
  /**
   * Takes a suspect of a shard: of the classes that the node has a place for (default all) the most urgent, small ones first, those that lost a worker alone last. Null: none
   * waits, or as many of its class as may run at once in a shard do.
   */
  takeSuspect(shard: number, nodeId: string, jobClasses?: readonly JobClass[]): Promise<Lease | null>
  /** What the job that takeSuspect would take now has lost; null: it would take none. */
  nextSuspect(shard: number, jobClasses: readonly JobClass[]): Promise<Loss | null>
  /** Its chunks: as one, inflated, when there are several packed ones; else as they are stored. */
  readFrame(job: Job): Promise<readonly Uint8Array[]>
  /** Prolongs leases by LEASE_MS; returns the ids of those that are lost (cancelled, or taken by another node). */
  renew(shard: number, leases: readonly RenewedLease[]): Promise<string[]>
  /** A chunk made by packResultChunk (chunks.ts). */
  writeResult(job: Job, fence: number, index: number, chunk: Uint8Array): Promise<void>
  /** Says that a held job is not worked on, or is again: while it rests, the loss of its node counts no delivery. */
  rest(job: Job, fence: number, isResting: boolean): Promise<void>
  /** Forgets what was written of a result that is not finished; after a finish it does nothing. */
  dropResult(job: Job, fence: number): Promise<void>
  /** 'stale': the fence is not the newest; nothing was changed. */
  finish(job: Job, fence: number, outcome: FinishedJob): Promise<'finished' | 'stale'>
  /** Ends of a shard that nobody metered within `ageMs`, some of them: who ended the jobs died. */
  unmetered(shard: number, ageMs: number): Promise<readonly EndedJob[]>
  /** These have their line: a job that finish() ended, or what unmetered() found. Others are passed over. */
  metered(ends: readonly { readonly accountId: string }[]): Promise<void>
  /** Gives a job back: a lost worker counts as a delivery, a drain does not. */
  requeue(job: Job, fence: number, why: 'worker_lost' | 'drain'): Promise<'queued' | 'failed' | 'stale'>
  /** Jobs of the shard whose lease ended: queued again as suspects, or failed. Returns how many. */
  reclaim(shard: number): Promise<number>
  /** Removes what is past its retention, but for Idempotency-Keys; returns how many jobs. */
  sweep(shard: number): Promise<number>
  /** Removes objects that jobs of the shard no longer need; returns how many. */
  removeDropped(shard: number): Promise<number>
  /** Removes objects that nothing names, left by processes that died; one process at a time. Returns how many. */
  sweepObjects(sweeperId: string): Promise<number>
  /**
   * Removes results that are objects, the oldest of the account that holds most, where the disk has too little room beside them and
   * `freeBytesMin` that must be free; one process at a time.
   */
  evictObjects(nodeId: string, freeBytesMin: number): Promise<Freed>
  /** Keeps the books of what accounts hold true while processes of an earlier version run, which do not know them. */
  keepBooks(shard: number): Promise<void>
  /** Calls back for submissions, cancellations and what is to hurry as they happen. A notification may be lost, so poll as well. */
  listen(
    onEvent: (event: {
      readonly kind: 'submitted' | 'cancelled' | 'hurried' | 'delivery'
      readonly shard: number
      readonly jobClass: JobClass
      readonly lane: JobLane
      readonly jobId: string
    }) => void,
  ): Promise<() => Promise<void>>

  // gauges
  depths(): Promise<readonly ClassDepth[]>
  /** Waiting jobs whose version of frames this store does not know: by version, where there are any. */
  unknownVersions(): Promise<readonly { readonly frameVersion: number; readonly queued: number }[]>
  /** The shards in which suspects wait, and how many. */
  suspects(): Promise<readonly { readonly shard: number; readonly count: number }[]>
  /** What jobs hold in Redis, by shard; shards that are away are left out. */
  heldBytes(): Promise<readonly HeldBytes[]>
  /** Accounts whose results take most of Redis: of each shard (default all) and class so many. */
  resultHolders(countMax: number, shards?: readonly number[]): Promise<readonly Holder[]>
  /** Accounts whose jobs that have not ended reserve most: of each shard so many. */
  waitingHolders(countMax: number): Promise<readonly Pick<Holder, 'accountId' | 'bytes'>[]>
  /** Removes results of an account from Redis, the oldest first, until bytesMax are free; the jobs stay and say why. */
  freeResults(
    holder: Pick<Holder, 'accountId' | 'jobClass'>,
    why: RemovalReason,
    /** agedMs: only of jobs that ended at least so long ago. */
    limits: { readonly bytesMax?: number; readonly agedMs?: number },
  ): Promise<Freed>

  // objects
  /** away: frames and results over INLINE_BYTES_MAX cannot be written or read now; absent: everything lies in Redis. */
  objectsState(): 'absent' | 'up' | 'away'
  /** Removes all objects of an account whose jobs are gone. */
  eraseObjects(accountId: string): Promise<void>
}

/** Time of a lease by the clock of Redis; a node renews every third of it and gives up its jobs at two thirds. */
export const LEASE_MS = 15_000
/**
 * Time of a claim of an Idempotency-Key, by the clock of Redis; a gateway renews it while it works on the submission, and one that dies
 * leaves it for so long. Past it a second call may work on the same body; the submission itself sees to it that no two become jobs.
 */
export const CLAIM_MS = 5_000
export const FRAME_CHUNK_BYTES = 256 * 1024
/** What may travel with the script that counts it: each round trip waits for the disk. */
export const INLINE_BYTES_MAX = 64 * 1024
/** The bound for the result of a large job, of which Redis keeps next to nothing. */
const LARGE_INLINE_BYTES_MAX = 12 * 1024

/** A result of one chunk that is no longer, as stored, travels with the end of its job. */
export const inlineResultBytesMax = (job: Pick<Job, 'taskCount' | 'linkCount'>): number =>
  laneOf(job) === 'large' ? LARGE_INLINE_BYTES_MAX : INLINE_BYTES_MAX
