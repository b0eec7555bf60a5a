/** One HTTP request after another over a fixed number of keep-alive connections; says how each ended and nothing else. */
import { Pool } from 'undici'

/** A request as it is sent again and again. */
export interface CallTemplate {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** The calls of a plan are sent one after another, and then from the first again. */
export function callInTurn(calls: readonly CallTemplate[], turn: number): CallTemplate {
  const call = calls[turn % calls.length]
  if (call === undefined) throw new RangeError('a load plan needs a call to send')
  return call
}

export interface CallEnd {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  /** Code or name of the error when there was none. */
  readonly error: string
  /** A Retry-After header came with it. */
  readonly hasRetryAfter: boolean
  readonly responseBytes: number
}

export interface ClientOptions {
  /** scheme://host:port */
  readonly origin: string
  readonly connectionCount: number
  /** Sent with lean-client.ts, which leaves more of the processor to a service on the same machine. */
  readonly isLean?: boolean
  /** A response later than this is an error. */
  readonly timeoutMs: number
}

export class LoadClient {
  private readonly pool: Pool

  constructor(options: ClientOptions) {
    this.pool = new Pool(options.origin, {
      connections: options.connectionCount,
      pipelining: 1,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    })
  }

  /** `onEnd` is called once, when the last byte of the response is here or the call has failed. */
  send(call: CallTemplate, onEnd: (end: CallEnd) => void): void {
    let status = 0
    let hasRetryAfter = false
    let responseBytes = 0
    this.pool.dispatch(
      {
        method: call.method,
        path: call.path,
        headers: { ...call.headers },
        body: call.body === undefined ? null : call.body,
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode
          hasRetryAfter = headers['retry-after'] !== undefined
        },
        onResponseData(_controller, chunk) {
          responseBytes += chunk.length
        },
        onResponseEnd() {
          onEnd({ status, error: '', hasRetryAfter, responseBytes })
        },
        onResponseError(_controller, error) {
          const code = (error as { code?: unknown }).code
          onEnd({ status: 0, error: typeof code === 'string' ? code : error.name, hasRetryAfter: false, responseBytes })
        },
      },
    )
  }

  async close(): Promise<void> {
    await this.pool.destroy()
  }
}
