/**
 * Frames of jobs: an object, or chunks in Redis with a time to live, which submit removes. The end of the job deletes both, except for a
 * failed job: its frame stays with the record, for an operator to queue it again (failed-jobs.ts).
 */

import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import { inflatedChunks } from '../chunks.ts'
import type { Job } from '../job.ts'
import { INLINE_BYTES_MAX, type JobStore } from '../job-store.ts'
import { type JobObjects, needed } from './objects.ts'
import { bytesOf, readChunks } from './read-chunks.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

const DROP_FRAME = script('job-drop-frame-1')
/** A frame that is not submitted within it is gone; the writing of the largest one takes seconds. */
const FRAME_MS = 900_000

/** given: frames that came with their lease, until they are read: a job is known here for longer than its frame is needed. */
export function frames(
  client: JobClient,
  given: WeakMap<Job, Uint8Array>,
  objects: JobObjects | undefined,
): Pick<JobStore, 'writeFrame' | 'dropFrame' | 'readFrame'> {
  return {
    async writeFrame(accountId, jobId, chunks) {
      const storedBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      if (objects !== undefined && storedBytes > INLINE_BYTES_MAX) return objects.writeFrame(accountId, jobId, chunks)
      const shard = shardOf(accountId)
      // one after the other: other clients are served in between
      for (const [index, chunk] of chunks.entries()) {
        await retryOnce(() => client.set(jobKey(shard, 'frame', jobId, index), bytesOf(chunk), 'PX', FRAME_MS))
      }
      return undefined
    },
    async dropFrame(accountId, jobId, chunkCount, frameObject) {
      if (frameObject !== undefined) await needed(objects).store.remove(frameObject)
      else await runScript(client, DROP_FRAME, shardOf(accountId), [jobId, chunkCount])
    },
    async readFrame(job: Job) {
      const frame = given.get(job)
      given.delete(job)
      if (frame) return [frame]
      const shard = shardOf(job.accountId)
      const stored =
        job.frameObject === undefined
          ? readChunks(client, job.frameChunks, i => jobKey(shard, 'frame', job.jobId, i))
          : needed(objects).read(job.frameObject)
      return inflatedChunks(stored, job.frameBytes)
    },
  }
}
