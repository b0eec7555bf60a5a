/**
 * Results that are stored before the end of their job: an object, or chunks in Redis under the fence of the attempt that writes them. Those of
 * an attempt that lost its lease expire.
 */

import { shardOf } from '../../../contract/job-classes.ts'
import { writeChunk } from '../../objects/chunk-stream.ts'
import type { ObjectDraft } from '../../objects/object-store.ts'
import { jobKey } from '../../redis/keys.ts'
import type { Job } from '../job.ts'
import type { JobStore } from '../job-store.ts'
import { type JobObjects, needed } from './objects.ts'
import { bytesOf, readChunks } from './read-chunks.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

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
