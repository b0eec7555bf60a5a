/** The large parts of jobs in Redis or the object store: frames before the work, results behind it, read and written in chunks. */

import { shardOf } from '../../../contract/job-classes.ts'
import { type ObjectDraft, writeChunk } from '../../objects/object-store.ts'
import { StoreUnavailable } from '../../redis/failure.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import { inflatedChunks } from '../chunks.ts'
import type { Job } from '../job.ts'
import { INLINE_BYTES_MAX, type JobStore } from '../job-store.ts'
import { type JobObjects, needed } from './objects.ts'

// Reads the chunks of a frame or result in order; the next one is fetched while the last is in use.

/** The chunk as a Buffer, which is what ioredis takes for bytes; the memory is shared. */
export const bytesOf = (chunk: Uint8Array): Buffer => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)

/** Throws StoreUnavailable when a chunk is gone: the job ended, or was removed, while it was read. */
export async function* readChunks(
  client: JobClient,
  count: number,
  keyOf: (index: number) => string,
): AsyncGenerator<Uint8Array> {
  const read = (index: number) => {
    const reply = retryOnce(() => client.getBuffer(keyOf(index)))
    // it may be left unread: a reader stops when it likes
    reply.catch(() => {})
    return reply
  }
  let next = count > 0 ? read(0) : null
  for (let index = 0; index < count; index++) {
    const chunk = await next
    if (!chunk) throw new StoreUnavailable(`${keyOf(index)} is gone`)
    next = index + 1 < count ? read(index + 1) : null
    yield chunk
  }
}

// Results that are stored before the end of their job: an object, or chunks in Redis under the fence of the attempt that writes them. Those of
// an attempt that lost its lease expire.

/** From the writing of a chunk to the finish that keeps it: longer than a job may write. */
const RESULT_MS = 3_600_000

/** Results that are being written into objects, by job and fence. */
export class ResultDrafts {
  readonly #drafts = new Map<string, { readonly draft: ObjectDraft; chunkCount: number }>()

  static #nameOf = (job: Job, fence: number): string => `${job.jobId} ${fence}`

  /** Chunks come in their order. */
  async write(objects: JobObjects, job: Job, fence: number, index: number, chunk: Uint8Array): Promise<void> {
    const name = ResultDrafts.#nameOf(job, fence)
    let known = this.#drafts.get(name)
    if (known === undefined) this.#drafts.set(name, (known = { draft: objects.draft(), chunkCount: 0 }))
    if (index !== known.chunkCount) throw new Error(`chunk ${index} of a result came after ${known.chunkCount} chunks`)
    known.chunkCount++
    await writeChunk(known.draft, chunk)
  }

  /** undefined: nothing was written. */
  of(job: Job, fence: number): ObjectDraft | undefined {
    return this.#drafts.get(ResultDrafts.#nameOf(job, fence))?.draft
  }

  async drop(job: Job, fence: number): Promise<void> {
    const name = ResultDrafts.#nameOf(job, fence)
    const known = this.#drafts.get(name)
    this.#drafts.delete(name)
    await known?.draft.drop()
  }
}

export function results(
  client: JobClient,
  objects: JobObjects | undefined,
  drafts: ResultDrafts,
): Pick<JobStore, 'writeResult' | 'dropResult' | 'checkResult' | 'readResult'> {
  return {
    async writeResult(job: Job, fence, index, chunk) {
      if (objects !== undefined) return drafts.write(objects, job, fence, index, chunk)
      const key = jobKey(shardOf(job.accountId), 'result', job.jobId, fence, index)
      await retryOnce(() => client.set(key, bytesOf(chunk), 'PX', RESULT_MS))
    },
    dropResult: (job, fence) => drafts.drop(job, fence),
    async checkResult({ result }) {
      if (result?.object !== undefined) await needed(objects).store.look(result.object)
    },
    readResult({ accountId, jobId, result }) {
      if (result?.object !== undefined) return needed(objects).read(result.object)
      const shard = shardOf(accountId)
      return readChunks(client, result?.chunkCount ?? 0, index => jobKey(shard, 'result', jobId, result!.fence, index))
    },
  }
}

// Frames of jobs: an object, or chunks in Redis with a time to live, which submit removes. The end of the job deletes both, except for a
// failed job: its frame stays with the record, for an operator to queue it again (failed-jobs.ts).

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
