/** One call over HTTP: key, time limit, and retries. */
import { type ApiError, apiError, ConnectionError, type RefusedBody, UnexpectedReply } from './errors.ts'
import { type Answered, Reply, responseInfo } from './reply.ts'
import { Retries, type Retry } from './retries.ts'

export interface TransportOptions {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** Tries after the first one. */
  readonly retriesMax: number
  /** All pauses between the tries of one call together. */
  readonly waitMsMax: number
  /** Time limit of one try. */
  readonly timeoutMs: number
  readonly onRetry: (retry: Retry) => void
  readonly fetch: typeof fetch
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Made anew for each try, so that a file is read from its beginning. */
  readonly body?: () => FormData | JsonBody
  readonly signal?: AbortSignal | undefined
}

/** A body of JSON; that of a form has its own type. */
export interface JsonBody {
  readonly json: string
}

export const jsonBody = (value: object): JsonBody => ({ json: JSON.stringify(value) })

export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  json<Value>(call: Call): Reply<Value> {
    return new Reply(this.#answered(call, objectOf as (response: Response) => Promise<Value>))
  }

  text(call: Call, accept: string): Reply<string> {
    return new Reply(this.#answered(accepting(call, accept), response => response.text()))
  }

  bytes(call: Call, accept: string): Reply<Uint8Array<ArrayBuffer>> {
    return new Reply(
      this.#answered(accepting(call, accept), async response => new Uint8Array(await response.arrayBuffer())),
    )
  }

  none(call: Call): Reply<void> {
    return new Reply(this.#answered(call, async response => void (await response.arrayBuffer())))
  }

  async #answered<Value>(call: Call, read: (response: Response) => Promise<Value>): Promise<Answered<Value>> {
    const { retriesMax, waitMsMax, onRetry } = this.#options
    const retries = new Retries(retriesMax, waitMsMax)
    for (;;) {
      let response: Response | undefined
      let failure: ApiError | ConnectionError
      try {
        response = await this.#send(call)
        if (response.ok) return { value: await read(response), response: responseInfo(response) }
        failure = apiError(response.status, await bodyOf(response), response.headers)
      } catch (error) {
        // fetch throws a TypeError for a connection that fails or ends
        if (!(error instanceof TypeError || isTimeLimit(error, call.signal))) throw error
        response = undefined
        failure = new ConnectionError(`${this.#options.baseUrl}: ${causeOf(error)}`, { cause: error })
      }
      const waitMs = retries.nextPauseMs(response)
      if (waitMs === undefined) throw failure
      onRetry({ method: call.method, path: call.path, reason: failure, waitMs })
      await pause(waitMs, call.signal)
    }
  }

  async #send({ method, path, query, headers, body, signal }: Call): Promise<Response> {
    const { baseUrl, apiKey, timeoutMs } = this.#options
    const url = new URL(path.slice(1), `${baseUrl.replace(/\/$/, '')}/`)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const limit = AbortSignal.timeout(timeoutMs)
    const sent = body?.()
    const isJson = sent !== undefined && 'json' in sent
    return this.#options.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: isJson ? sent.json : sent }),
      // else Node keeps a copy of the whole body in memory, to send it again where a redirect says
      redirect: 'error',
      window: null,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
  }
}

/** A refusal is JSON all the same. */
const accepting = (call: Call, accept: string): Call => ({ ...call, headers: { ...call.headers, accept } })

async function objectOf(response: Response): Promise<object> {
  const text = await response.text()
  const value = objectIn(text)
  if (value === undefined) throw new UnexpectedReply(response.status, text)
  return value
}

/** {}: the refusal is not of the service, or ended before its time. */
async function bodyOf(response: Response): Promise<RefusedBody> {
  try {
    return objectIn(await response.text()) ?? {}
  } catch {
    return {}
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  return undefined
}

/** The limit of one try, not what the caller's signal has. */
const isTimeLimit = (error: unknown, signal: AbortSignal | undefined): error is Error =>
  (error as Partial<Error> | null)?.name === 'TimeoutError' && signal?.aborted !== true

function causeOf(error: Error): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.message || cause?.code || error.message
}

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    if (signal?.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
