/** What the owner of a job asks: read, list, cancel, remove. A job of another account is an unknown one. */
import { randomUUID } from 'node:crypto'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import { shardOf } from '../classes.ts'
import type { Cancellation, Job, JobStore } from '../job-store.ts'
import { ask, askScript, type JobClient } from './ask.ts'
import { fieldsOf, jobOf } from './job-record.ts'
import { walkIndex } from './walk-index.ts'

const CANCEL = script('job-cancel-1')
const REMOVE = script('job-remove-1')
/** A lost reply is asked for again within it. */
const REMOVED_SECONDS = 60

export function jobsOfAccount(
  client: JobClient,
): Pick<JobStore, 'read' | 'queuePosition' | 'list' | 'cancel' | 'remove'> {
  async function read(accountId: string, jobId: string): Promise<Job | null> {
    const fields = await ask(() => client.hgetall(jobKey(shardOf(accountId), 'job', jobId)))
    return fields.accountId === accountId ? jobOf(fields) : null
  }

  return {
    read,
    async queuePosition({ accountId, jobClass, jobId }) {
      return ask(() => client.zrank(jobKey(shardOf(accountId), 'queued', jobClass), jobId))
    },
    async list(accountId, { state, cursor, limit }) {
      const index = jobKey(shardOf(accountId), 'index', accountId)
      const { items, cursor: next } = await walkIndex(client, index, cursor, limit, async jobId => {
        const job = await read(accountId, jobId)
        return state === null || job?.state === state ? job : null
      })
      return { jobs: items, cursor: next }
    },
    async cancel(accountId, jobId): Promise<Cancellation> {
      const args = [jobId, accountId, randomUUID()]
      const [state, fields] = await askScript<['cancelled' | 'finished', string[]] | ['unknown', undefined]>(
        client,
        CANCEL,
        shardOf(accountId),
        args,
      )
      return state === 'unknown' ? { state } : { state, job: jobOf(fieldsOf(fields)) }
    },
    remove(accountId, jobId) {
      return askScript(client, REMOVE, shardOf(accountId), [jobId, accountId, randomUUID(), REMOVED_SECONDS])
    },
  }
}
