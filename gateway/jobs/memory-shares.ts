/**
 * Who may have how much of the memory of Redis that is meant for jobs (REDIS_MEMORY_BUDGET). Pure.
 *
 * A class is let in up to its ceiling, so that lower classes always leave room for higher ones. Results of finished jobs are room: they go,
 * the oldest of the largest account first, when jobs need it, and before they fill what is kept for higher classes.
 *
 * What jobs of one account hold beside results (what those reserve that have not ended, and the records of all) is at most ACCOUNT_FACTOR
 * times the room that is left (the dynamic threshold of
 * Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998): an account that is alone gets four fifths of all, two get four
 * ninths each, and whoever comes next always finds room.
 */

import type { WorkFrame } from '../../compute/worker/pool.ts'
import { JOB_CLASSES, type JobClass } from '../../shared/contract/job-classes.ts'
import {
  type Holder,
  INLINE_BYTES_MAX,
  inlineResultBytesMax,
  type JobStore,
} from '../../shared/platform/jobs/job-store.ts'

/** Shares of the budget. */
export const CLASS_CEILINGS: Readonly<Record<JobClass, number>> = { government: 1, enterprise: 0.9, standard: 0.8 }
/** Above it results go, down to RESULTS_TARGET. */
const RESULTS_CEILING = CLASS_CEILINGS.standard
const RESULTS_TARGET = 0.75
const ACCOUNT_FACTOR = 4

export interface Memory {
  readonly budgetBytes: number
  /** Bytes of all that lies in Redis. */
  readonly usedBytes: number
  /** Bytes of jobs that have not ended. */
  readonly reservedBytes: number
  /** Bytes of results of finished jobs; part of usedBytes. */
  readonly resultBytes: number
}

/** Without removing anything. */
export const freeBytes = ({ budgetBytes, usedBytes, reservedBytes }: Memory, jobClass: JobClass): number =>
  CLASS_CEILINGS[jobClass] * budgetBytes - usedBytes - reservedBytes

/** With the results that can be removed. */
export const roomBytes = (memory: Memory, jobClass: JobClass): number =>
  Math.max(0, freeBytes(memory, jobClass) + memory.resultBytes)

/** What jobs of one account may hold beside results. */
export const accountBytesMax = (memory: Memory, jobClass: JobClass): number =>
  Math.floor(ACCOUNT_FACTOR * roomBytes(memory, jobClass))

/** Bytes of results to remove now; 0 = none. */
export function excessBytes({ budgetBytes, usedBytes, reservedBytes, resultBytes }: Memory): number {
  const takenBytes = usedBytes + reservedBytes
  if (takenBytes <= RESULTS_CEILING * budgetBytes) return 0
  return Math.min(resultBytes, Math.round(takenBytes - RESULTS_TARGET * budgetBytes))
}

/** Bytes of results to remove for a job of this class and size; 0 = none. */
export function neededBytes(memory: Memory, jobClass: JobClass, bytes: number): number {
  const lacking = bytes - freeBytes(memory, jobClass)
  return lacking <= 0
    ? 0
    : Math.min(memory.resultBytes, Math.round(lacking + (RESULTS_CEILING - RESULTS_TARGET) * memory.budgetBytes))
}

// The memory for jobs in words and numbers, for /ready, metrics and the doctor.

/** Who holds most; undefined = nobody holds any. */
export interface LargestHolders {
  readonly results: Holder | undefined
  readonly waiting: Pick<Holder, 'accountId' | 'bytes'> | undefined
}

const largestOf = <One extends { readonly bytes: number }>(all: readonly One[]): One | undefined =>
  all.reduce<One | undefined>(
    (largest, one) => (largest === undefined || one.bytes > largest.bytes ? one : largest),
    undefined,
  )

export async function largestHolders(
  store: Pick<JobStore, 'resultHolders' | 'waitingHolders'>,
): Promise<LargestHolders> {
  const [results, waiting] = await Promise.all([store.resultHolders(1), store.waitingHolders(1)])
  return { results: largestOf(results), waiting: largestOf(waiting) }
}

export const roomByClass = (memory: Memory): Readonly<Record<JobClass, number>> =>
  Object.fromEntries(JOB_CLASSES.map(jobClass => [jobClass, Math.floor(roomBytes(memory, jobClass))])) as Record<
    JobClass,
    number
  >

/** For everyone who may read /ready: no account is named. */
export const memoryMembers = (memory: Memory, largest: LargestHolders | undefined) => ({
  budget_bytes: Math.floor(memory.budgetBytes),
  used_bytes: memory.usedBytes,
  reserved_bytes: memory.reservedBytes,
  result_bytes: memory.resultBytes,
  room_bytes: roomByClass(memory),
  ...(largest === undefined
    ? {}
    : {
        largest_account: {
          result_bytes: largest.results?.bytes ?? 0,
          reserved_bytes: largest.waiting?.bytes ?? 0,
        },
      }),
})

const BYTES_PER_MEGABYTE = 1e6
export const megabytes = (bytes: number): string => `${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`

/** For the operator. */
export function memorySentence(memory: Memory, { results, waiting }: LargestHolders): string {
  const { budgetBytes, usedBytes, reservedBytes, resultBytes } = memory
  const room = JOB_CLASSES.map(jobClass => `${jobClass} ${megabytes(roomBytes(memory, jobClass))}`).join(', ')
  const largest = [
    ...(results === undefined ? [] : [`most results: ${megabytes(results.bytes)} of account ${results.accountId}`]),
    ...(waiting === undefined
      ? []
      : [`most reserved: ${megabytes(waiting.bytes)} for jobs of account ${waiting.accountId}`]),
  ]
  return [
    `${megabytes(usedBytes)} used (${megabytes(resultBytes)} results) and ${megabytes(reservedBytes)} reserved of ${megabytes(budgetBytes)}`,
    `room for jobs: ${room}`,
    ...largest,
  ].join('; ')
}

// How many bytes of Redis are reserved for a job until it ends: for its frame and its result, without what is stored as an object.

/** Stored bytes of a result: zstd takes a task of a critical path to 30 to 50 bytes; other results may be twice as long. */
const RESULT_BYTES_PER_TASK = 120
const RESULT_BYTES_LEAST = 4_096

export function reservedBytesOf(
  frame: Pick<WorkFrame, 'chunks' | 'taskCount' | 'linkCount'>,
  hasObjects: boolean,
): number {
  const frameBytes = frame.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  const resultBytes = RESULT_BYTES_LEAST + RESULT_BYTES_PER_TASK * frame.taskCount
  if (!hasObjects) return frameBytes + resultBytes
  return (frameBytes > INLINE_BYTES_MAX ? 0 : frameBytes) + Math.min(resultBytes, inlineResultBytesMax(frame))
}
