/** Frames of jobs: chunks with a time to live, which submit takes away and the end of the job removes (DECISIONS 44). */
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import { shardOf } from '../classes.ts'
import type { Job, JobStore } from '../job-store.ts'
import { ask, askScript, type JobClient } from './ask.ts'
import { bytesOf, readChunks } from './read-chunks.ts'

const DROP_FRAME = script('job-drop-frame-1')
/** A frame that is not submitted within it is gone; the writing of the largest one takes seconds. */
const FRAME_MS = 900_000

/** given: frames that came with their lease. */
export function frames(
  client: JobClient,
  given: WeakMap<Job, Uint8Array>,
): Pick<JobStore, 'writeFrame' | 'dropFrame' | 'readFrame'> {
  return {
    async writeFrame(accountId, jobId, chunks) {
      const shard = shardOf(accountId)
      // one after the other: other clients are served in between
      for (const [index, chunk] of chunks.entries()) {
        await ask(() => client.set(jobKey(shard, 'frame', jobId, index), bytesOf(chunk), 'PX', FRAME_MS))
      }
    },
    async dropFrame(accountId, jobId, chunkCount) {
      await askScript(client, DROP_FRAME, shardOf(accountId), [jobId, chunkCount])
    },
    async readFrame(job: Job) {
      const frame = given.get(job)
      if (frame) return [frame]
      const shard = shardOf(job.accountId)
      const chunks: Uint8Array[] = []
      for await (const chunk of readChunks(client, job.frameChunks, i => jobKey(shard, 'frame', job.jobId, i)))
        chunks.push(chunk)
      return chunks
    },
  }
}
