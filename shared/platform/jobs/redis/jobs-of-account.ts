/** Jobs for their owner: read, list, cancel, remove. A job of another account is unknown. */
import { createHash, randomUUID } from 'node:crypto'
import { JOB_CLASSES, queuesOf, shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import type { Cancellation, EndedJob, JobStore } from '../job-store.ts'
import { type Fields, fieldsOf, jobOf, sequenceOf } from './job-record.ts'

const LIST = script('job-list-1')
const CANCEL = script('job-cancel-1')
const HURRY = script('job-hurry-1')
const REMOVE = script('job-remove-1')
const FORGET = script('job-forget-account-1')
/** Jobs looked at for one page: Redis serves nobody else meanwhile. */
const LOOKED_AT_MAX = 500
/** A command whose reply was lost is repeated within this time. */
const REMOVED_SECONDS = 60
/** Longer than any call may last: the slowest upload of 500 MB plus its deadline. */
const ERASED_SECONDS = 3_600

export function jobsOfAccount(
  client: JobClient,
): Pick<JobStore, 'read' | 'queuePosition' | 'list' | 'cancel' | 'hurry' | 'remove' | 'shutAccount' | 'forgetAccount'> {
  async function read(accountId: string, jobId: string): Promise<Job | null> {
    const fields = await retryOnce(() => client.hgetall(jobKey(shardOf(accountId), 'job', jobId)))
    return fields.accountId === accountId ? jobOf(fields) : null
  }

  return {
    read,
    async queuePosition({ accountId, jobClass, jobId }) {
      return retryOnce(() => client.zrank(jobKey(shardOf(accountId), 'queued', jobClass), jobId))
    },
    async list(accountId, { state, cursor, limit }) {
      const args = [accountId, sequenceOf(cursor), state ?? '', limit, LOOKED_AT_MAX]
      const [next, ...found] = await runScript<[string, ...string[][]]>(client, LIST, shardOf(accountId), args)
      return { jobs: found.map(flat => jobOf(fieldsOf(flat))), cursor: next === '' ? null : next }
    },
    async cancel(accountId, jobId): Promise<Cancellation> {
      const [state, fields] = await runScript<['cancelled' | 'finished', string[]] | ['unknown', undefined]>(
        client,
        CANCEL,
        shardOf(accountId),
        [jobId, accountId],
      )
      return state === 'unknown' ? { state } : { state, job: jobOf(fieldsOf(fields)) }
    },
    async hurry(accountId, jobId) {
      const fields = await runScript<string[]>(client, HURRY, shardOf(accountId), [jobId, accountId])
      return fields.length === 0 ? null : jobOf(fieldsOf(fields))
    },
    remove(accountId, jobId) {
      return runScript(client, REMOVE, shardOf(accountId), [jobId, accountId, randomUUID(), REMOVED_SECONDS])
    },
    async shutAccount(accountId) {
      // nobody is named by what is left of him
      const hash = createHash('sha1').update(accountId).digest('hex')
      const key = jobKey(shardOf(accountId), 'erased', hash)
      await retryOnce(() => client.set(key, '1', 'EX', ERASED_SECONDS))
    },
    async forgetAccount(accountId) {
      await runScript(client, FORGET, shardOf(accountId), [accountId])
    },
  }
}

// Ends of jobs that are to be metered. The script that ends a job notes it, so no metering line is lost when a node dies at that moment.

const ENDED = script('job-ended-1')
/** Ends of one answer. */
const ENDS_MAX = 100

/** entries: where each end lies in the stream. */
export function endsOfJobs(
  client: JobClient,
  entries: WeakMap<object, string>,
): Pick<JobStore, 'unmetered' | 'metered'> {
  return {
    async unmetered(shard, ageMs) {
      const found = await runScript<[string, string[]][]>(client, ENDED, shard, [ageMs, ENDS_MAX])
      return found.map(([entry, flat]) => {
        const end = endedJobOf(fieldsOf(flat))
        entries.set(end, entry)
        return end
      })
    },
    async metered(ends) {
      const byShard = Map.groupBy(
        ends.filter(end => entries.has(end)),
        ({ accountId }) => shardOf(accountId),
      )
      await Promise.all(
        [...byShard].map(([shard, some]) =>
          retryOnce(() => client.xdel(jobKey(shard, 'ended'), ...some.map(end => entries.get(end)!))),
        ),
      )
    },
  }
}

const endedJobOf = (fields: Fields): EndedJob => ({
  jobId: fields.jobId!,
  accountId: fields.accountId!,
  keyId: fields.keyId!,
  requestId: fields.requestId!,
  endpoint: fields.endpoint!,
  taskCount: Number(fields.taskCount),
  fence: Number(fields.attempts),
  state: fields.state as EndedJob['state'],
  code: fields.errorCode,
  waitMs: Math.max(0, Number(fields.startedAtMs) - Number(fields.createdAtMs)),
  workerMs: Number(fields.workerMs ?? 0),
  resultBytes: Number(fields.resultBytes ?? 0),
})

// Removes finished jobs, with all their data, after their retention.

const SWEEP = script('job-sweep-1')
/** Jobs of one run of the script: it stays under a few milliseconds. */
const SWEEP_COUNT_MAX = 100
const CONSUMER_IDLE_MS = 3_600_000
const LOOK_AGAIN_MS = 3_600_000
/** Dead letters keep their result for so long. */
export const DEAD_LETTER_MS = 7 * 86_400_000

export function retention(client: JobClient, frameVersions: readonly number[]): Pick<JobStore, 'sweep'> {
  const queues = queuesOf(JOB_CLASSES, frameVersions)
  return {
    async sweep(shard) {
      let removedCount = 0
      for (;;) {
        const args = [SWEEP_COUNT_MAX, DEAD_LETTER_MS, LOOK_AGAIN_MS, CONSUMER_IDLE_MS, ...queues]
        const [looked, removed] = await runScript<[number, number]>(client, SWEEP, shard, args)
        removedCount += removed
        // those that a callback keeps are looked at later, and stand before no other
        if (looked < SWEEP_COUNT_MAX) return removedCount
      }
    },
  }
}
