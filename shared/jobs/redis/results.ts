/** Results: chunks under the fence of the attempt that writes them. Those of an attempt that lost are gone after their time. */
import { jobKey } from '../../redis/keys.ts'
import { shardOf } from '../classes.ts'
import type { Job, JobStore } from '../job-store.ts'
import { ask, type JobClient } from './ask.ts'
import { bytesOf, readChunks } from './read-chunks.ts'

/** From the writing of a chunk to the finish that keeps it: longer than a job may write. */
const RESULT_MS = 3_600_000

export function results(client: JobClient): Pick<JobStore, 'writeResult' | 'readResult'> {
  return {
    async writeResult({ accountId, jobId }: Job, fence, index, chunk) {
      const key = jobKey(shardOf(accountId), 'result', jobId, fence, index)
      await ask(() => client.set(key, bytesOf(chunk), 'PX', RESULT_MS))
    },
    readResult({ accountId, jobId, result }) {
      const shard = shardOf(accountId)
      return readChunks(client, result?.chunkCount ?? 0, index => jobKey(shard, 'result', jobId, result!.fence, index))
    },
  }
}
