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
import type { JobClass } from '../../shared/contract/job-classes.ts'

/** Shares of the budget. */
export const CLASS_CEILINGS: Readonly<Record<JobClass, number>> = { government: 1, enterprise: 0.9, standard: 0.8 }
/** Above it results go, down to RESULTS_TARGET. */
const RESULTS_CEILING = CLASS_CEILINGS.standard
const RESULTS_TARGET = 0.75
const ACCOUNT_FACTOR = 4

export interface Memory {
  readonly budgetBytes: number
  /** Of all that lies in Redis. */
  readonly usedBytes: number
  /** Of jobs that have not ended. */
  readonly reservedBytes: number
  /** Of results of finished jobs; part of usedBytes. */
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
