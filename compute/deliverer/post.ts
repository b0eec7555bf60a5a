/**
 * One POST: on a connection of its own, with one deadline for everything, without redirects, and with a limit on how much of the answer is
 * read. Any behaviour of the receiver is returned as a value. Only an error of the stores, while the body is read, is thrown.
 */
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import { failureOf } from '../../shared/platform/process/connection-failure.ts'
import { type GuardSettings, guardedClient } from '../../shared/platform/process/guarded-connector.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'
import type { CallbackBody } from './callback-body.ts'

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
