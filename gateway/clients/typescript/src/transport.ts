/** One call over HTTP: key, time limit, and two retries that wait as the service requests. The end of an earlier try of a submission is waited for. */
import { apiError, ConnectionError, type RefusedBody } from './errors.ts'

export interface TransportOptions {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** Tries after the first one. */
  readonly retriesMax: number
  readonly timeoutMs: number
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

/** A refusal is JSON all the same. */
const HTML_TYPE = 'text/html'

const RETRIED_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504]
/** 409 with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds. */
const RUNNING_STATUS = 409
const RUNNING_WAITS_MAX = 30
const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
/** A month that is used up does not come back by waiting. */
const RETRY_AFTER_SECONDS_MAX = 60

export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  async json<Reply>(call: Call): Promise<Reply> {
    return (await this.#answered(call, response => response.json())) as Reply
  }

  html(call: Call): Promise<string> {
    return this.#answered({ ...call, headers: { ...call.headers, accept: HTML_TYPE } }, response => response.text())
  }

  async bytes(call: Call): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#answered(call, response => response.arrayBuffer()))
  }

  async none(call: Call): Promise<void> {
    await this.#answered(call, response => response.arrayBuffer())
  }

  async #answered<Read>(call: Call, read: (response: Response) => Promise<Read>): Promise<Read> {
    let retries = 0
    let waits = 0
    for (;;) {
      const isLast = retries === this.#options.retriesMax
      let pauseMs = backoffMs(retries)
      try {
        const response = await this.#send(call)
        if (response.ok) return await read(response)
        const refused = await bodyOf(response)
        const retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0)
        const isRetried = RETRIED_STATUSES.includes(response.status) && retryAfterMs <= 1000 * RETRY_AFTER_SECONDS_MAX
        const isRunning = response.status === RUNNING_STATUS && retryAfterMs > 0 && waits < RUNNING_WAITS_MAX
        if (isRunning) waits++
        else if (!isRetried || isLast) throw apiError(response.status, refused)
        else retries++
        if (retryAfterMs > 0) pauseMs = retryAfterMs
      } catch (error) {
        // fetch throws a TypeError for a connection that fails or ends
        if (!(error instanceof TypeError)) throw error
        if (isLast) throw new ConnectionError(`${this.#options.baseUrl}: ${causeOf(error)}`, { cause: error })
        retries++
      }
      await pause(pauseMs, call.signal)
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

const backoffMs = (retries: number): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** retries) * (0.5 + Math.random() / 2)

async function bodyOf(response: Response): Promise<RefusedBody> {
  try {
    return (await response.json()) as RefusedBody
  } catch {
    return {}
  }
}

function causeOf(error: TypeError): string {
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
