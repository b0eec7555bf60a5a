/**
 * One POST: on a connection of its own, with one deadline for everything, without redirects, and with a limit on how much of the answer is
 * read. Any behaviour of the receiver is returned as a value. Only an error of the stores, while the body is read, is thrown.
 */

import { resultPath } from '../../shared/contract/endpoint/paths.ts'
import { unpackResultChunk } from '../../shared/platform/jobs/chunks.ts'
import { type Job, resultTail } from '../../shared/platform/jobs/job.ts'
import { FRAME_CHUNK_BYTES, type JobStore } from '../../shared/platform/jobs/job-store.ts'
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import { failureOf, type GuardSettings, guardedClient } from '../../shared/platform/process/guarded-connector.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'

export interface PostSettings extends GuardSettings {
  readonly timeoutMs: number
}

export interface PostOutcome {
  /** HTTP status; null = none came. */
  readonly status: number | null
  /** Why it failed, in a word; null = delivered. */
  readonly failure: string | null
  /** Bytes of the body of the answer that were read. */
  readonly answerBytes: number
}

/** The receiver may go on talking after its status: we listen so long, for it to end in peace, and no further. */
const ANSWER_BYTES_MAX = 64 * 1024
const ANSWER_MS_MAX = 1_000

export async function post(
  target: { readonly url: URL; readonly isListed: boolean },
  headers: Readonly<Record<string, string>>,
  body: CallbackBody,
  settings: PostSettings,
  stop: AbortSignal,
): Promise<PostOutcome> {
  const { url, isListed } = target
  const { timeoutMs } = settings
  const { client, close } = await guardedClient(url, isListed, timeoutMs, settings)
  const deadline = new AbortController()
  const abort = () => deadline.abort(stop.reason)
  stop.addEventListener('abort', abort)
  const timer = setTimeout(() => deadline.abort(new DOMException('deadline', 'TimeoutError')), timeoutMs)
  try {
    stop.throwIfAborted()
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': String(body.byteCount) },
      body: body.read() as never,
      signal: deadline.signal,
      reset: true,
    })
    const answerBytes = await drain(answer.body)
    return { status: answer.statusCode, failure: failureOfStatus(answer.statusCode), answerBytes }
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof ObjectLost || stop.aborted) throw error
    return { status: null, failure: failureOf(error), answerBytes: 0 }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', abort)
    close()
  }
}

/** Reads what there is of an answer, within the limits; how it ends does not matter any more. */
async function drain(answer: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<number> {
  let byteCount = 0
  const timer = setTimeout(() => answer.destroy(), ANSWER_MS_MAX)
  try {
    for await (const chunk of answer) {
      byteCount += chunk.length
      if (byteCount >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // cut off by either side
  } finally {
    clearTimeout(timer)
  }
  return byteCount
}

function failureOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/**
 * The body of a callback: facts of the job around its result. The bytes of the result are those in the store, inflated chunk by chunk and
 * closed by the tail of a reply. Nothing is parsed or serialised again, and every attempt sends the same bytes.
 */
export interface CallbackBody {
  readonly byteCount: number
  /** May be read more than once. Throws what the store throws. */
  read(): AsyncGenerator<Uint8Array>
}

/** Stored results up to this are kept between signing and sending; larger ones are read from the store twice. */
const KEPT_BYTES_MAX = FRAME_CHUNK_BYTES

type ResultReader = Pick<JobStore, 'readResult'>

/** The body for a job that completed or failed. A result of more than resultBytesMax is null, with its path beside it. */
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
