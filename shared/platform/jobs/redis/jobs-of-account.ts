/** Jobs for their owner: read, list, cancel, remove. A job of another account is unknown. */
import { createHash, randomUUID } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import type { Cancellation, JobStore } from '../job-store.ts'
import { sequenceOf } from './index-page.ts'
import { fieldsOf, jobOf } from './job-record.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

const LIST = script('job-list-1')
const CANCEL = script('job-cancel-1')
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
): Pick<JobStore, 'read' | 'queuePosition' | 'list' | 'cancel' | 'remove' | 'shutAccount' | 'forgetAccount'> {
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
