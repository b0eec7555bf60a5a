/**
 * One request and its answer: wraps the response of the edge once (edge.ts). The request object ends with the handler, so its data is copied here first.
 * The response ends when the client leaves; every use goes through this class, which checks that. A reply is sent exactly once. Other files
 * decide what it says.
 */
import { randomUUID } from 'node:crypto'
import { bytesOf } from '../../shared/contract/bytes/bytes.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import { FRAME_CHUNK_BYTES } from '../../shared/platform/jobs/job-store.ts'
import {
  readTraceContext,
  TRACEPARENT,
  TRACESTATE,
  type TraceContext,
  type TraceSpan,
  traceIdOf,
} from '../../shared/platform/tracing/tracing.ts'
import type { Place, SlowAnswers } from './bytes-in-flight.ts'
import type { EdgeRequest, EdgeResponse } from './edge.ts'
import { type ChunkedBody, offerChunks, writeChunks, writeRest } from './write-chunks.ts'

/** The phrases behind the statuses that the service sends. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  302: 'Found',
  304: 'Not Modified',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | readonly Uint8Array[] | ChunkedBody | undefined
  /** Close the connection after the answer. */
  readonly close?: true | undefined
}

/** What a handler makes of a call. */
export type Answer = Reply | { readonly refusal: Refusal }

/** Statuses whose answers have no body, nor a length of one (RFC 9110, 8.6). */
const BODILESS: readonly number[] = [204, 304]

/**
 * Longest body that is handed over as a whole when the connection is to be closed, since uWebSockets cannot close after tryEnd(). It keeps what the socket does
 * not take, for a client that stops reading for at most ten seconds.
 */
const END_BYTES_MAX = 4 * 2 ** 20
/** Longest text that is handed over so: no more than a slow client reads in ten seconds. */
const TEXT_MAX = 128 * 2 ** 10

/** A caller's own request id, when it has this form. */
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/

export class Exchange {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestId: string
  /** performance.now() at arrival. */
  readonly arrivedMs = performance.now()
  #peer: string | undefined
  /** The client left before the answer was sent. */
  gone = false
  answered = false
  /** The answer closes the connection: the client says so, or what follows cannot be trusted. */
  isLast = false
  /** Status of the answer that was sent. */
  status: number | undefined
  /** Path template of the row that the call belongs to. */
  template: string | undefined
  /** The account that the bytes of a slow answer are counted for; undefined: the address. */
  accountId: string | undefined
  /** The span of the call, when it is traced. */
  span: TraceSpan | undefined
  #isOver = false
  #hasEvents = false
  readonly #res: EdgeResponse
  /** Names in lower case and values, line by line: so few that looking through them takes less than a map. */
  readonly #names: string[] = []
  readonly #values: string[] = []
  #whenGone: (() => void)[] | undefined
  #whenEnded: (() => void)[] | undefined
  readonly #whenOver: (exchange: Exchange) => void

  /** whenOver: called when the answer is written or the client has left, behind the listeners of whenEnded. */
  constructor(res: EdgeResponse, req: EdgeRequest, whenOver: (exchange: Exchange) => void) {
    this.#res = res
    this.#whenOver = whenOver
    res.onAborted(() => {
      this.gone = true
      for (const listener of this.#whenGone ?? []) listener()
      this.#ended()
    })
    this.method = req.getCaseSensitiveMethod()
    this.path = req.getUrl()
    this.query = req.getQuery() ?? ''
    req.forEach((name, value) => {
      this.#names.push(name)
      this.#values.push(value)
    })
    const given = this.header('x-request-id')
    this.requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
  }

  /**
   * Address of the socket; `address` of the call considers proxies. It is asked for when it is first read, as most calls need none; '' when the response
   * had ended by then.
   */
  get peer(): string {
    if (this.#peer === undefined && !this.gone && !this.#isOver)
      this.#peer = Buffer.from(this.#res.getRemoteAddressAsText() as ArrayBuffer).toString('latin1')
    return this.#peer ?? ''
  }

  /** Value of a header by lower-case name; the first one when it is repeated. */
  header(name: string): string | undefined {
    const at = this.#names.indexOf(name)
    return at === -1 ? undefined : this.#values[at]
  }

  /** Names of all headers, in lower case. */
  get headerNames(): readonly string[] {
    return this.#names
  }

  /** All lines of a name in their order, joined by commas, as a list may be split over them (RFC 9110, 5.2). */
  headerList(name: string): string | undefined {
    const lines = this.#values.filter((_, i) => this.#names[i] === name)
    return lines.length === 0 ? undefined : lines.join(',')
  }

  /** Whether it came more than once. */
  isRepeated(name: string): boolean {
    const at = this.#names.indexOf(name)
    return at !== -1 && this.#names.indexOf(name, at + 1) !== -1
  }

  /** The trace context that the caller sent; a repeated header is ignored. */
  get traceContext(): TraceContext | undefined {
    const parent = this.header(TRACEPARENT)
    if (parent === undefined || this.isRepeated(TRACEPARENT)) return undefined
    return readTraceContext(parent, this.headerList(TRACESTATE))
  }

  /** The trace of the call's span, or the one that its caller sent. */
  get traceId(): string | undefined {
    const context = this.span === undefined ? this.traceContext : undefined
    return this.span?.traceId ?? (context && traceIdOf(context))
  }

  /** Ids for a line of the log. The trace has the name that OpenTelemetry gives it in logs. */
  get logIds(): { readonly requestId: string; readonly trace_id?: string } {
    const { requestId, traceId } = this
    return traceId === undefined ? { requestId } : { requestId, trace_id: traceId }
  }

  /** Nothing more is written of the answer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Called at once when the client has left already. */
  whenGone(listener: () => void): void {
    if (this.gone) listener()
    else if (this.#whenGone === undefined) this.#whenGone = [listener]
    else this.#whenGone.push(listener)
  }

  /** Called when the answer is written or the client has left. */
  whenEnded(listener: () => void): void {
    if (this.#whenEnded === undefined) this.#whenEnded = [listener]
    else this.#whenEnded.push(listener)
  }

  /** Body chunks as they come; a chunk is valid only during the call. */
  onData(take: (chunk: ArrayBuffer | Uint8Array, isLast: boolean) => void): void {
    this.#res.onData(take)
  }

  pause(): void {
    if (!this.gone && !this.answered) this.#res.pause()
  }

  resume(): void {
    if (!this.gone && !this.answered) this.#res.resume()
  }

  /** The answer is a stream of events, which has begun. */
  get hasEvents(): boolean {
    return this.#hasEvents
  }

  /** Begins an answer of server-sent events; what send() is given then is the last of them. headerLines: as of send(). */
  openEvents(headerLines: string): void {
    if (this.gone || this.answered || this.#hasEvents) return
    this.#hasEvents = true
    this.#res.cork(() => {
      this.#res.writeStatus('200 OK')
      this.#writeHeaders(headerLines)
    })
  }

  /** data: JSON on one line, short. */
  writeEvent(data: string): void {
    if (this.gone || this.answered || !this.#hasEvents) return
    this.#res.cork(() => this.#res.write(`${EVENT_HEAD}${data}${EVENT_END}`))
  }

  /** Drops the connection, with whatever is left of its answer. */
  cut(): void {
    if (!this.gone && !this.#isOver) this.#res.close()
  }

  /**
   * A promise when the answer is written in a moment; it rejects as a call without it would throw. headerLines: all of its headers but X-Request-Id
   * (headerLines() below). slow: for an answer that the socket does not take at once. failed: called when the source of the body fails; the connection is cut
   * then, as the answer cannot be whole.
   */
  send(
    reply: Answered,
    headerLines: string,
    slow: SlowAnswers,
    failed: (error: unknown) => void,
  ): Promise<void> | undefined {
    if (this.gone || this.answered) return undefined
    this.answered = true
    this.status = reply.status
    if (reply.close !== true) {
      this.#write(reply, headerLines, slow, failed)
      return undefined
    }
    // uWebSockets forgets that it should close when the next request lies in the same packet, and serves it. While an answer
    // is pending, it drops the connection instead.
    return new Promise(resolve => setImmediate(resolve)).then(() => {
      if (!this.gone) this.#write(reply, headerLines, slow, failed)
    })
  }

  #write(
    { status, body = '', close }: Answered,
    headerLines: string,
    slow: SlowAnswers,
    failed: (error: unknown) => void,
  ): void {
    const res = this.#res
    if (this.#hasEvents) {
      const heldBytes = byteLength(body) ?? FRAME_CHUNK_BYTES
      this.#writeInTime(slow, heldBytes, writeChunks, { byteLength: null, chunks: () => eventOf(body) }).catch(failed)
      return
    }
    const closes = close === true
    res.cork(() => {
      res.writeStatus(STATUS_LINES.get(status) ?? `${status} Unknown`)
      this.#writeHeaders(headerLines)
      if (BODILESS.includes(status)) {
        if (closes) res.writeHeader('connection', 'close')
        res.endWithoutBody()
        this.#ended()
      } else if (this.method === 'HEAD') {
        const length = byteLength(body)
        // given a length, endWithoutBody() waits for that body and drops the connection at the next request; nor does it close:
        // a refusal, after which nothing may be served, is sent without a length for that; other clients are told to close
        if (closes && status >= 400) res.end('', true)
        else {
          if (closes) res.writeHeader('connection', 'close')
          if (length !== null) res.writeHeader('content-length', String(length))
          res.endWithoutBody()
        }
        this.#ended()
      } else if (typeof body === 'string' && (closes || body.length <= TEXT_MAX)) {
        res.end(body, closes)
        this.#ended()
      } else if (typeof body === 'string') {
        this.#writeList([Buffer.from(body)], slow, failed)
      } else if (closes && isList(body) && byteLength(body)! <= END_BYTES_MAX) {
        res.end(Buffer.concat(listOf(body)), closes)
        this.#ended()
      } else {
        // a client that does not close, as it is told to, is dropped after ten seconds
        if (closes) res.writeHeader('connection', 'close')
        if (isList(body)) this.#writeList(listOf(body), slow, failed)
        // chunks come one by one
        else this.#writeInTime(slow, FRAME_CHUNK_BYTES, writeChunks, body).catch(failed)
      }
    })
  }

  /** uWebSockets takes lines of the head one by one and as they are; each is a call out of JavaScript, so all go as the value of the first. */
  #writeHeaders(headerLines: string): void {
    this.#res.writeHeader('x-request-id', this.requestId + headerLines)
  }

  #writeList(chunks: readonly Uint8Array[], slow: SlowAnswers, failed: (error: unknown) => void): void {
    const total = bytesOf(chunks)
    if (total === 0) this.#res.end()
    const taken = total === 0 ? chunks.length : offerChunks(this.#res, chunks, total)
    if (taken === chunks.length) this.#ended()
    else this.#writeInTime(slow, total, writeRest, chunks, taken, total).catch(failed)
  }

  /** write: one of the functions that write with back-pressure. heldBytes: that the answer holds until it is written. */
  async #writeInTime<Args extends unknown[]>(
    slow: SlowAnswers,
    heldBytes: number,
    write: Writer<Args>,
    ...args: Args
  ): Promise<void> {
    const place = slow.placeOf(this.accountId ?? this.peer, heldBytes)
    try {
      await write(
        this.#res,
        ...args,
        place,
        () => this.gone,
        listener => this.whenGone(listener),
      )
      if (!this.gone) this.#ended()
    } catch (error) {
      if (!this.gone) this.#res.close()
      throw error
    } finally {
      place.leave()
    }
  }

  #ended(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const listener of this.#whenEnded ?? []) listener()
    this.#whenOver(this)
  }
}

type Answered = Omit<Reply, 'headers'>

type Writer<Args extends unknown[]> = (
  res: EdgeResponse,
  ...rest: [...Args, place: Place, isGone: () => boolean, whenGone: (listener: () => void) => void]
) => Promise<void>

const STATUS_LINES: ReadonlyMap<number, string> = new Map(
  Object.entries(REASONS).map(([status, reason]) => [Number(status), `${status} ${reason}`]),
)

/** Headers as lines of a head, each with the end of the line before it. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const name in headers) lines += `\r\n${name}: ${headers[name]}`
  return lines
}

const EVENT_HEAD = 'event: message\ndata: '
const EVENT_END = '\n\n'

/** A body as the last event; nothing of one that is empty. */
async function* eventOf(body: Body): AsyncGenerator<Uint8Array> {
  if (byteLength(body) === 0) return
  yield Buffer.from(EVENT_HEAD)
  if (typeof body === 'string') yield Buffer.from(body)
  else yield* isList(body) ? listOf(body) : body.chunks()
  yield Buffer.from(EVENT_END)
}

type Body = NonNullable<Reply['body']>
type BodyList = Uint8Array | readonly Uint8Array[]

const isList = (body: BodyList | ChunkedBody): body is BodyList => !('chunks' in body)
const listOf = (body: BodyList): readonly Uint8Array[] => (body instanceof Uint8Array ? [body] : body)

/** null = not known before. */
const byteLength = (body: Body): number | null => {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return isList(body) ? bytesOf(listOf(body)) : body.byteLength
}
