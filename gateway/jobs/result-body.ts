/**
 * Sends a stored result to the client: chunk by chunk from Redis, never as one string, inflated, and encoded again if the client accepts an
 * encoding, all on zlib's own threads. The stored zstd frames are not sent as they are: together they are a valid stream, but Node's decoder
 * and others stop after the first frame (nodejs/node#64741).
 */
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { refuse } from '../../shared/contract/errors.ts'
import { chooseEncoding, type Encoding, MEDIA_TYPES, takesIdentity } from '../../shared/contract/negotiate.ts'
import { type Job, type ResultPointer, resultTail } from '../../shared/platform/jobs/job.ts'
import { FRAME_CHUNK_BYTES } from '../../shared/platform/jobs/job-store.ts'
import { namesTag } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import type { Answer, Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { contentRange, contentRangeOfNone, cutRange, rangeOf } from './result.ts'

/**
 * Limits concurrent work; the rest waits in order of arrival. Hundreds of concurrent downloads then leave room between their chunks for short
 * calls.
 */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/** What stands around the envelope. */
interface Around {
  readonly head: string
  readonly foot: string
}

const JSON_TYPE = MEDIA_TYPES[0]
/** Below it the header of the encoding costs more than it saves. */
const ENCODE_BYTES_MIN = 1_024

/** Levels and windows that keep the memory of one download at a megabyte or less: there may be hundreds. */
const ENCODERS: Readonly<Record<Encoding, () => NodeJS.ReadWriteStream>> = {
  zstd: () =>
    zlib.createZstdCompress({
      params: { [zlib.constants.ZSTD_c_compressionLevel]: 1, [zlib.constants.ZSTD_c_windowLog]: 17 },
    }),
  br: () =>
    zlib.createBrotliCompress({
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => zlib.createGzip({ level: 1 }),
}

const decompress = promisify(zlib.zstdDecompress)
/** The chunk comes in one piece, hence in one turn of a thread. */
const INFLATE = { chunkSize: FRAME_CHUNK_BYTES, maxOutputLength: FRAME_CHUNK_BYTES }

/** With 200 downloads at once /health has a p95 of 3 ms with two at a time, of 14 ms with four, of 87 ms without (two cores). */
const inflateSemaphore = new Semaphore(2)

async function* encoded(plain: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const encoder = ENCODERS[encoding]()
  // a failure of the source ends the iteration below
  pipeline(plain, encoder, () => {})
  for await (const chunk of encoder) yield chunk as unknown as Uint8Array
}

function plainBody(gateway: Gateway, job: Job, result: ResultPointer, around: Around) {
  const head = Buffer.from(around.head)
  const foot = Buffer.concat([resultTail(job), Buffer.from(around.foot)])
  return {
    byteLength: head.byteLength + result.bytes + foot.byteLength,
    async *chunks(): AsyncGenerator<Uint8Array> {
      yield head
      for await (const stored of gateway.jobs.readResult(job))
        yield await inflateSemaphore.run(() => decompress(stored, INFLATE))
      yield foot
    },
  }
}

const HEADERS = { 'content-type': JSON_TYPE, vary: 'accept, accept-encoding', 'cache-control': 'no-store' } as const

/** Encoding of a body of this length. */
const encodingFor = ({ exchange }: Call, byteLength: number): Encoding | null =>
  byteLength < ENCODE_BYTES_MIN ? null : chooseEncoding(exchange.header('accept-encoding'))

function wholeReply(plain: ReturnType<typeof plainBody>, encoding: Encoding | null): Reply {
  return encoding === null
    ? { status: 200, headers: HEADERS, body: plain }
    : {
        status: 200,
        headers: { ...HEADERS, 'content-encoding': encoding },
        body: { byteLength: null, chunks: () => encoded(plain.chunks(), encoding) },
      }
}

/** The result with something around it that changes with the job. */
export function embeddedResult(gateway: Gateway, call: Call, job: Job, result: ResultPointer, around: Around): Reply {
  const plain = plainBody(gateway, job, result, around)
  return wholeReply(plain, encodingFor(call, plain.byteLength))
}

/**
 * The result alone, or the part of it that Range names, so that a download that broke off goes on where it ended. A part is of the body
 * without an encoding: what a compressor makes may differ from one reading to the next.
 */
export function resultReply(gateway: Gateway, call: Call, job: Job, result: ResultPointer): Answer {
  const { exchange } = call
  const plain = plainBody(gateway, job, result, { head: '', foot: '' })
  const { byteLength } = plain
  const encoding = encodingFor(call, byteLength)
  const tag = (suffix: string): string => `"${job.jobId}-${result.fence}-${byteLength}${suffix}"`
  const plainTag = tag('')
  const etag = encoding === null ? plainTag : tag(`-${encoding}`)
  if (namesTag(exchange.header('if-none-match'), etag)) return { status: 304, headers: { ...HEADERS, etag } }
  const ifRange = exchange.header('if-range')
  const isRangeMeant =
    exchange.method === 'GET' &&
    (ifRange === undefined || ifRange === plainTag) &&
    takesIdentity(exchange.header('accept-encoding'))
  const range = isRangeMeant ? rangeOf(exchange.headerList('range'), byteLength) : undefined
  if (range === 'unsatisfiable') {
    return {
      refusal: {
        ...refuse('range_unsatisfiable', { byteLength }),
        headers: { 'content-range': contentRangeOfNone(byteLength) },
      },
    }
  }
  if (range === undefined) {
    const whole = wholeReply(plain, encoding)
    return { ...whole, headers: { ...whole.headers, etag, 'accept-ranges': 'bytes' } }
  }
  return {
    status: 206,
    headers: { ...HEADERS, etag: plainTag, 'content-range': contentRange(range, byteLength) },
    body: { byteLength: range.to - range.from, chunks: () => cutRange(plain.chunks(), range) },
  }
}
