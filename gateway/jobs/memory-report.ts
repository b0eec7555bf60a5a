/** The memory for jobs in words and numbers, for /ready, metrics and the doctor. */
import { JOB_CLASSES, type JobClass } from '../../shared/contract/job-classes.ts'
import type { Holder, JobStore } from '../../shared/platform/jobs/job-store.ts'
import { type Memory, roomBytes } from './memory-shares.ts'

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
