/**
 * The edge behind node:http, for machines without the binary of uWebSockets.js. It keeps the same promises: bodies are read only as fast as they are wanted,
 * what a socket does not take is not kept, answers come in the order of the calls or not at all, a client is gone when its side has ended, and time limits
 * count from the last progress. What its parser refuses is answered without a body, as uWebSockets.js does.
 */
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { CALLS, listenFailure } from '../../shared/platform/process/listen-failure.ts'
import type { Edge, EdgeHandler, EdgeRequest, EdgeResponse, Text } from './edge.ts'

/** A connection on which nothing moves, though something is awaited of the client, is closed after so long; so is one between two calls. */
const IDLE_MS = 10_000
/** How often heads that take longer are looked for. */
const LOOK_MS = 2_000
/** Room for bearer tokens. */
const HEADER_BYTES_MAX = 16_384
const HEADERS_MAX = 100
/** Of a body, between two looks at what the socket has taken. */
const PIECE_BYTES = 64 * 1024

const EMPTY = new Uint8Array(0)
const NOT_ASCII = /[\x80-\xff]/

const REFUSALS = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  505: 'HTTP Version Not Supported',
} as const
type RefusalStatus = keyof typeof REFUSALS

/** By the code of the parser. */
const STATUS_OF: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_VERSION: 505,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** The client has left. */
const LEFT = ['HPE_INVALID_EOF_STATE', 'ECONNRESET', 'EPIPE']

/** A message whose body is handed over as the parser reads it, in the same turn, and is never kept. */
class Message extends IncomingMessage {
  /** Nothing more is read of the socket than has come. */
  isHeld = false
  taker: ((chunk: Uint8Array, isLast: boolean) => void) | undefined
  whenTrailers: (() => void) | undefined
  /** What has come while a call before it was at work: of one packet, as nothing more is read. */
  #kept: (Uint8Array | null)[] | undefined

  keep(): void {
    this.#kept = []
  }

  handOver(): void {
    if (this.#kept === undefined) return
    const kept = this.#kept
    this.#kept = undefined
    for (const chunk of kept) this.push(chunk)
    if (!this.isHeld) this.goOn()
  }

  /** Called by the parser. False: it stops reading. */
  override push(chunk: Uint8Array | null): boolean {
    if (this.#kept !== undefined) {
      this.#kept.push(chunk)
      return false
    }
    if (chunk === null && this.rawTrailers.length > 0) this.whenTrailers?.()
    else this.taker?.(chunk ?? EMPTY, chunk === null)
    return !this.isHeld
  }

  goOn(): void {
    if (!this.complete) this._read(0)
  }
}

const requestOf = ({ url = '', method = '', rawHeaders }: Message): EdgeRequest => {
  const at = url.indexOf('?')
  return {
    getUrl: () => (at === -1 ? url : url.slice(0, at)),
    getQuery: () => (at === -1 ? undefined : url.slice(at + 1)),
    getCaseSensitiveMethod: () => method,
    forEach(each) {
      for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
        const value = rawHeaders[i + 1]!
        each(rawHeaders[i]!.toLowerCase(), NOT_ASCII.test(value) ? Buffer.from(value, 'latin1').toString() : value)
      }
    },
  }
}

/** What node:http lets through and the other edge does not. */
function refusalOf({ httpVersion, rawHeaders, headers }: Message): RefusalStatus | undefined {
  if (httpVersion !== '1.1') return 505
  if (rawHeaders.length > 2 * HEADERS_MAX) return 431
  return headers.host === undefined ? 400 : undefined
}

const bytesOf = (text: Text): Uint8Array => {
  if (typeof text === 'string') return Buffer.from(text)
  return text instanceof Uint8Array ? text : new Uint8Array(text)
}

/** Memory that threads share is lent for this turn alone, and the socket may keep it for longer. */
const ownedOf = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes

/** What is known of a connection beside its socket. */
class Connection {
  readonly socket: Socket
  /** The call that is not answered yet. */
  call: Response | undefined
  /** Calls that came in the same turn of the loop. */
  readonly waiting: (() => void)[] = []
  /** Nothing that follows is served. */
  isLast = false
  /** Answers that the socket has not taken as a whole. */
  #leaving = 0
  #farewell: string | undefined

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('close', () => this.call?.leave())
    // a client that ends its side has left, unless it has only its answer to read
    socket.on('end', () => this.call !== undefined && socket.destroy())
  }

  /** A call behind another: served when that is answered, which must be in this turn of the loop. */
  wait(serve: () => void): void {
    if (this.waiting.push(serve) === 1) setImmediate(() => this.waiting.length > 0 && this.socket.destroy())
  }

  answered(): void {
    this.call = undefined
    if (this.isLast || this.socket.destroyed) this.waiting.length = 0
    else if (this.waiting.length > 0) queueMicrotask(() => this.waiting.shift()?.())
  }

  /** What cannot be read behind a call that is still at work. */
  refuseBehind(status: RefusalStatus): void {
    setImmediate(() => (this.call === undefined ? this.refuse(status) : this.socket.destroy()))
  }

  answers(res: ServerResponse): void {
    this.#leaving++
    res.on('finish', () => {
      this.#leaving--
      this.#part()
    })
  }

  /** What the parser cannot read: answered behind all that is on its way, then closed. */
  refuse(status: RefusalStatus): void {
    this.isLast = true
    this.call?.leave()
    this.#farewell = `HTTP/1.1 ${status} ${REFUSALS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
    this.#part()
  }

  #part(): void {
    if (this.#farewell === undefined || this.#leaving > 0 || this.socket.destroyed) return
    this.socket.setTimeout(IDLE_MS)
    this.socket.end(this.#farewell, () => this.socket.destroy())
    this.#farewell = undefined
  }
}

class Response implements EdgeResponse {
  readonly message: Message
  readonly #res: ServerResponse
  readonly #connection: Connection
  #status = '200 OK'
  readonly #head: string[] = []
  hasBegun = false
  /** Bytes of the body that were handed to the socket. */
  #offset = 0
  #aborted: (() => void) | undefined
  #isOver = false

  constructor(message: Message, res: ServerResponse, connection: Connection) {
    this.message = message
    this.#res = res
    this.#connection = connection
    connection.call = this
    this.#awaitBody()
  }

  /** The client has left, or the connection is cut. */
  leave(): void {
    if (this.#isOver) return
    this.#over()
    this.#aborted?.()
  }

  #over(): void {
    this.#isOver = true
    this.#connection.answered()
  }

  /** A body that stands still ends the connection; one that is paused, or has come, does not. */
  #awaitBody(): void {
    const { complete, isHeld } = this.message
    this.#connection.socket.setTimeout(complete || isHeld ? 0 : IDLE_MS)
  }

  onAborted(handler: () => void): void {
    this.#aborted = handler
  }

  onData(handler: (chunk: Uint8Array, isLast: boolean) => void): void {
    const take = (chunk: Uint8Array, isLast: boolean): void => {
      if (isLast && !this.#isOver) this.#awaitBody()
      handler(chunk, isLast)
    }
    this.message.taker = take
  }

  onWritable(handler: (offset: number) => boolean): void {
    this.#res.on('drain', () => this.#isOver || handler(this.#offset))
  }

  pause(): void {
    this.message.isHeld = true
    this.#awaitBody()
  }

  resume(): void {
    this.message.isHeld = false
    this.#awaitBody()
    this.message.goOn()
  }

  cork(work: () => void): void {
    this.#res.cork()
    try {
      work()
    } finally {
      this.#res.uncork()
    }
  }

  writeStatus(status: string): void {
    this.#status = status
  }

  writeHeader(name: string, value: string): void {
    for (const line of `${name}: ${value}`.split('\r\n')) {
      const at = line.indexOf(': ')
      this.#head.push(line.slice(0, at), line.slice(at + 2))
    }
  }

  /** length: of the body; undefined: it is not known, or there is none. */
  #begin(length?: number): void {
    if (this.hasBegun) return
    this.hasBegun = true
    const head = this.#head
    if (length !== undefined && this.message.method !== 'HEAD') head.push('content-length', String(length))
    for (let i = 0; i < head.length; i += 2)
      if (head[i] === 'connection' && head[i + 1] === 'close') this.#connection.isLast = true
    const [code, ...words] = this.#status.split(' ')
    this.#res.writeHead(Number(code), words.join(' '), head)
  }

  write(chunk: Text): boolean {
    this.#begin()
    const bytes = ownedOf(bytesOf(chunk))
    this.#offset += bytes.byteLength
    return this.#res.write(bytes)
  }

  tryEnd(part: Uint8Array, totalBytes: number): [isTaken: boolean, isDone: boolean] {
    this.#begin(totalBytes)
    for (let at = 0; at < part.byteLength; at += PIECE_BYTES) {
      if (this.#res.writableNeedDrain) return [false, false]
      const piece = ownedOf(part.subarray(at, at + PIECE_BYTES))
      this.#offset += piece.byteLength
      if (this.#offset >= totalBytes) {
        this.#end(piece)
        return [true, true]
      }
      this.#res.write(piece)
    }
    return [true, false]
  }

  end(body: Text = EMPTY, closesConnection = false): void {
    const bytes = ownedOf(bytesOf(body))
    if (closesConnection && !this.hasBegun) this.writeHeader('connection', 'close')
    this.#begin(bytes.byteLength)
    this.#end(bytes)
  }

  endWithoutBody(): void {
    this.#begin()
    this.#end(EMPTY)
  }

  #end(bytes: Uint8Array): void {
    this.#over()
    this.#connection.answers(this.#res)
    // what is left goes as the client reads it; then node:http sets the time between two calls
    this.#connection.socket.setTimeout(IDLE_MS)
    this.#res.end(bytes)
  }

  getRemoteAddressAsText(): Uint8Array {
    return Buffer.from(this.#connection.socket.remoteAddress ?? '')
  }

  close(): void {
    this.leave()
    this.#connection.socket.destroy()
  }
}

export function nodeEdge(handler: EdgeHandler): Edge {
  const connections = new WeakMap<Socket, Connection>()
  const server = createServer({
    IncomingMessage: Message,
    insecureHTTPParser: false,
    // looked at below: node:http would go on with what follows
    requireHostHeader: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: IDLE_MS,
    // of the whole request: an upload may take long, as long as it makes progress
    requestTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: LOOK_MS,
    highWaterMark: PIECE_BYTES,
    noDelay: true,
  })
  // bytes are counted; of more than so many lines node:http would drop some in silence
  server.maxHeadersCount = 0
  server.timeout = 0
  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket) ?? new Connection(socket)
    connections.set(socket, known)
    return known
  }
  const serve = (message: Message, res: ServerResponse): void => {
    const connection = connectionOf(message.socket)
    const refused = refusalOf(message)
    if (connection.isLast || message.socket.destroyed) return
    if (connection.call !== undefined) {
      message.keep()
      connection.wait(() => serve(message, res))
    } else if (refused !== undefined) connection.refuse(refused)
    else {
      const refuseTrailers = (): void => connection.refuse(400)
      message.whenTrailers = refuseTrailers
      handler(new Response(message, res, connection), requestOf(message))
      message.handOver()
    }
  }
  const broken = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const connection = connectionOf(socket)
    const { call } = connection
    const status = STATUS_OF[error.code!] ?? 400
    if (!socket.writable || LEFT.includes(error.code!) || call?.hasBegun) socket.destroy()
    else if (call?.message.complete) connection.refuseBehind(status)
    else if (!connection.isLast) connection.refuse(status)
  }
  /** A process that stood still finds a time over before it reads what came meanwhile. So it is over when nothing has moved after that, either. */
  server.on('timeout', socket => {
    const { bytesRead, writableLength } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead && socket.writableLength === writableLength) socket.destroy()
    })
  })
  server.on('connection', connectionOf)
  server.on('request', serve)
  server.on('checkContinue', (message, res) => {
    res.writeContinue()
    serve(message, res)
  })
  server.on('checkExpectation', serve)
  server.on('connect', (_, socket) => connectionOf(socket as Socket).refuse(400))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken(error, socket as Socket))
  // http.Server closes idle connections, on which a call may be on its way
  const stopListening = (): void => void NetServer.prototype.close.call(server)
  return {
    name: 'node',
    listen: ({ host, port, portShared }) =>
      new Promise((resolve, reject) => {
        server.once('error', error => reject(new Error(listenFailure(error, { host, port, settings: CALLS }))))
        server.listen({ host, port, exclusive: true, reusePort: portShared === '1' }, () =>
          resolve((server.address() as AddressInfo).port),
        )
      }),
    stopListening,
    close() {
      stopListening()
      server.closeAllConnections()
    },
  }
}
