/**
 * The body of a callback: facts of the job around its result. The bytes of the result are those in the store, inflated chunk by chunk and
 * closed by the tail of a reply. Nothing is parsed or serialised again, and every attempt sends the same bytes.
 */
import { resultPath } from '../../shared/contract/endpoint/job-paths.ts'
import { unpackResultChunk } from '../../shared/platform/jobs/chunks.ts'
import type { Job } from '../../shared/platform/jobs/job.ts'
import { FRAME_CHUNK_BYTES, type JobStore } from '../../shared/platform/jobs/job-store.ts'
import { resultTail } from '../../shared/platform/jobs/result-tail.ts'

export interface CallbackBody {
  readonly byteCount: number
  /** May be read more than once. Throws what the store throws. */
  read(): AsyncGenerator<Uint8Array>
}

/** Stored results up to this are kept between signing and sending; larger ones are read from the store twice. */
const KEPT_BYTES_MAX = FRAME_CHUNK_BYTES

type ResultReader = Pick<JobStore, 'readResult'>

/** Of a job that completed or failed. A result of more than resultBytesMax is null, with its path beside it. */
export function callbackBody(job: Job, store: ResultReader, resultBytesMax: number): CallbackBody {
  const { result } = job
  const tail = result === null ? undefined : resultTail(job)
  const isSent = result !== null && result.bytes + tail!.length <= resultBytesMax
  const before = { job_id: job.jobId, status: job.state }
  const after = {
    ...(result !== null && !isSent && { result_url: resultPath(job.jobId) }),
    ...(job.resultRemoved !== null && {
      result_removed: { at: isoTime(job.resultRemoved.atMs), reason: job.resultRemoved.why },
    }),
    ...(job.error !== null && { error: job.error }),
    created_at: isoTime(job.createdAtMs),
    completed_at: isoTime(job.completedAtMs!),
  }
  if (!isSent) return bodyOfText(JSON.stringify({ ...before, result: null, ...after }))

  const open = Buffer.from(`${JSON.stringify(before).slice(0, -1)},"result":`)
  const close = Buffer.from(`,${JSON.stringify(after).slice(1)}`)
  const stored = storedChunks(job, store)
  return {
    byteCount: open.length + result.bytes + tail!.length + close.length,
    async *read() {
      yield open
      for await (const chunk of stored()) yield unpackResultChunk(chunk)
      yield tail!
      yield close
    },
  }
}

const isoTime = (atMs: number): string => new Date(atMs).toISOString()

function bodyOfText(text: string): CallbackBody {
  const bytes = Buffer.from(text)
  return {
    byteCount: bytes.length,
    async *read() {
      yield bytes
    },
  }
}

function storedChunks(job: Job, store: ResultReader): () => AsyncIterable<Uint8Array> {
  if (job.result!.storedBytes > KEPT_BYTES_MAX) return () => store.readResult(job)
  let kept: Uint8Array[] | undefined
  return async function* () {
    if (kept === undefined) {
      const chunks: Uint8Array[] = []
      for await (const chunk of store.readResult(job)) chunks.push(chunk)
      kept = chunks
    }
    yield* kept
  }
}
