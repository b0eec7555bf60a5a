/** Ends of jobs that are to be metered. The script that ends a job notes it, so no metering line is lost when a node dies at that moment. */

import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import type { EndedJob, JobStore } from '../job-store.ts'
import { type Fields, fieldsOf } from './job-record.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

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
