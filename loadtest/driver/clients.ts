/** One HTTP request after another over a fixed number of keep-alive connections; each says how it ended and nothing else. */
import { connect, type Socket } from 'node:net'
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
  /** Sent with LeanClient, which leaves more of the processor to a service on the same machine. */
  readonly isLean?: boolean
  /** A response later than this is an error. */
  readonly timeoutMs: number
}

class LoadClient {
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

/**
 * The same calls with as little of the processor as Node allows, for a service on the same cores: each connection sends bytes that were put together
 * once, and of an answer only status and length are read. It reads answers with a Content-Length alone; any other is an error.
 */
const READ_BYTES = 2 ** 18
const HEAD_BYTES_MAX = 2 ** 12
const HEAD_END = '\r\n\r\n'
const STATUS = /^HTTP\/1\.1 (\d{3}) /
const LENGTH = /\r\ncontent-length: *(\d+)/i
const RETRY_AFTER = /\r\nretry-after:/i
/** What comes before the whole request was read, such as a refusal, ends its connection. */
const CLOSE = /\r\nconnection: *close/i

const requestBytes = ({ method, path, headers, body }: CallTemplate, host: string): Buffer => {
  const lines = Object.entries({ host, ...headers, 'content-length': String(body?.byteLength ?? 0) })
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head), ...(body === undefined ? [] : [body])])
}

class Connection {
  readonly #socket: Socket
  readonly #whenFree: () => void
  #end: ((end: CallEnd) => void) | undefined
  #status = 0
  #hasRetryAfter = false
  #isLast = false
  #head = ''
  /** Bytes of the answer's body that are missing; -1: its head is not complete. */
  #leftBytes = -1
  #bodyBytes = 0

  constructor(host: string, port: number, timeoutMs: number, whenFree: () => void) {
    this.#whenFree = whenFree
    const callback = (count: number, buffer: Uint8Array): boolean => this.#take(buffer as Buffer, count)
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback } })
    this.#socket.setTimeout(timeoutMs, () => this.#fail('ETIMEDOUT'))
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.name))
    this.#socket.on('close', () => this.#fail('ECONNRESET'))
  }

  get isUsable(): boolean {
    return !this.#socket.destroyed
  }

  send(request: Buffer, onEnd: (end: CallEnd) => void): void {
    this.#end = onEnd
    this.#socket.write(request)
  }

  #take(bytes: Buffer, count: number): boolean {
    let at = 0
    if (this.#leftBytes === -1) {
      const headAt = this.#head.length
      // the body behind a head is many times as long, and is never made a text
      this.#head += bytes.toString('latin1', 0, Math.min(count, HEAD_BYTES_MAX))
      const headBytes = this.#head.indexOf(HEAD_END)
      if (headBytes === -1) {
        if (count <= HEAD_BYTES_MAX) return true
        this.#fail('a head that is too long')
        return false
      }
      at = headBytes + HEAD_END.length - headAt
      if (!this.#readHead(this.#head.slice(0, headBytes))) return false
      this.#head = ''
    }
    this.#leftBytes -= count - at
    if (this.#leftBytes > 0) return true
    this.#leftBytes = -1
    this.#finish({
      status: this.#status,
      error: '',
      hasRetryAfter: this.#hasRetryAfter,
      responseBytes: this.#bodyBytes,
    })
    return true
  }

  #readHead(head: string): boolean {
    const length = LENGTH.exec(head)?.[1]
    this.#status = Number(STATUS.exec(head)?.[1] ?? 0)
    this.#hasRetryAfter = RETRY_AFTER.test(head)
    this.#isLast = CLOSE.test(head)
    this.#leftBytes = this.#bodyBytes = Number(length)
    if (length !== undefined && this.#status >= 200) return true
    this.#fail('no Content-Length')
    return false
  }

  #finish(end: CallEnd): void {
    const onEnd = this.#end
    this.#end = undefined
    if (onEnd === undefined) return
    if (this.#isLast) this.#socket.destroy()
    this.#whenFree()
    onEnd(end)
  }

  #fail(error: string): void {
    this.#socket.destroy()
    this.#finish({ status: 0, error, hasRetryAfter: false, responseBytes: 0 })
  }

  close(): void {
    this.#end = undefined
    this.#socket.destroy()
  }
}

class LeanClient {
  readonly #options: ClientOptions
  readonly #connections = new Set<Connection>()
  readonly #free: Connection[] = []
  /** Until a connection is free. */
  readonly #waiting: { readonly request: Buffer; readonly onEnd: (end: CallEnd) => void }[] = []
  readonly #requests = new Map<CallTemplate, Buffer>()

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** As LoadClient.send(). */
  send(call: CallTemplate, onEnd: (end: CallEnd) => void): void {
    let request = this.#requests.get(call)
    if (request === undefined) {
      request = requestBytes(call, new URL(this.#options.origin).host)
      this.#requests.set(call, request)
    }
    const connection = this.#freeConnection()
    if (connection !== undefined) connection.send(request, onEnd)
    else this.#waiting.push({ request, onEnd })
  }

  #freeConnection(): Connection | undefined {
    for (let each = this.#free.pop(); each !== undefined; each = this.#free.pop()) {
      if (each.isUsable) return each
      this.#connections.delete(each)
    }
    return this.#connections.size < this.#options.connectionCount ? this.#open() : undefined
  }

  #open(): Connection {
    const { hostname, port } = new URL(this.#options.origin)
    const connection: Connection = new Connection(hostname, Number(port), this.#options.timeoutMs, () =>
      this.#takeBack(connection),
    )
    this.#connections.add(connection)
    return connection
  }

  #takeBack(connection: Connection): void {
    this.#free.push(connection)
    const next = this.#waiting.shift()
    if (next !== undefined) this.#freeConnection()!.send(next.request, next.onEnd)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}

export type Client = LeanClient | LoadClient

export const newClient = (options: ClientOptions): Client =>
  options.isLean === true ? new LeanClient(options) : new LoadClient(options)
