/** The end of a job: stores its result or its error, and removes what attempts without success left behind. */

import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import type { Job } from '../job.ts'
import type { FinishedJob } from '../job-store.ts'
import type { FinishLine } from './finish-line.ts'
import { type JobObjects, needed } from './objects.ts'
import { bytesOf } from './read-chunks.ts'
import type { ResultDrafts } from './results.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

interface Parts {
  readonly client: JobClient
  readonly line: FinishLine
  /** Where entries of ends are left, for metered. */
  readonly entries: WeakMap<object, string>
  readonly objects: JobObjects | undefined
  readonly drafts: ResultDrafts
}

/** stale: the lease of this fence is over, and nothing was changed. */
export async function finishJob(
  parts: Parts,
  job: Job,
  fence: number,
  { result, chunk, error, workerMs }: FinishedJob,
): Promise<'finished' | 'stale'> {
  const { client, line, entries, objects, drafts } = parts
  if (chunk && result?.chunkCount !== 1) throw new Error('only a result of one chunk goes with its finish')
  const state = result ? 'completed' : 'failed'
  const draft = result && drafts.of(job, fence)
  const object = draft && (await needed(objects).keep(draft, job))
  const fields = result
    ? [
        ...['resultFence', result.fence, 'resultChunkCount', result.chunkCount],
        ...['resultBytes', result.bytes, 'resultStoredBytes', result.storedBytes],
        ...(object === undefined ? [] : ['resultObject', object]),
      ]
    : ['errorCode', error!.code, 'errorDetail', error!.detail]
  const args = [
    job.jobId,
    fence,
    state,
    object === undefined ? (result?.chunkCount ?? 0) : 0,
    chunk ? bytesOf(chunk) : '',
    ...fields,
    'workerMs',
    workerMs,
  ]
  const [reply, entry] = await line.finish(shardOf(job.accountId), args)
  if (entry) entries.set(job, entry)
  if (object !== undefined && reply === 'stale') await forgetUnnamed(client, needed(objects), job, object)
  await drafts.drop(job, fence)
  if (reply === 'result_lost') throw new Error(`chunks of the result of job ${job.jobId} are not there`)
  return reply
}

/** The object of an attempt that lost: another attempt may keep the same bytes under the same name, unless the job has ended. */
async function forgetUnnamed(
  client: JobClient,
  objects: JobObjects,
  { accountId, jobId }: Job,
  object: string,
): Promise<void> {
  const key = jobKey(shardOf(accountId), 'job', jobId)
  const [state, named] = await retryOnce(() => client.hmget(key, 'state', 'resultObject'))
  const mayComeYet = state === 'queued' || state === 'processing'
  // what cannot be removed now is swept
  if (!mayComeYet && named !== object) await objects.store.remove(object).catch(() => {})
}
