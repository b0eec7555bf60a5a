/**
 * A stored result on its way to the client: chunk by chunk from Redis, never as one string (DECISIONS 44), inflated and, where the client
 * takes an encoding, encoded again, all by zlib's own threads. The stored zstd frames are not passed on as they are: one after another
 * they are a valid stream, but Node's decoder and others stop after the first (nodejs/node#64741).
 */
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { spliceTail } from '../../compute/pool.ts'
import { FRAME_CHUNK_BYTES, type Job, type ResultPointer } from '../../shared/jobs/job-store.ts'
import { chooseEncoding, type Encoding, MEDIA_TYPES } from '../../shared/negotiate.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/exchange.ts'
import { Turns } from './turns.ts'

/** What stands around the envelope. */
interface Around {
  readonly head: string
  readonly foot: string
}

const JSON_TYPE = MEDIA_TYPES[0]
/** Below it the head of the encoding eats what it saves. */
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

/** With 200 downloads at once /health has a p95 of 3 ms with two turns, of 14 ms with four, of 87 ms without (two cores). */
const inflateTurns = new Turns(2)

async function* encoded(plain: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const encoder = ENCODERS[encoding]()
  // a failure of the source ends the iteration below
  pipeline(plain, encoder, () => {})
  for await (const chunk of encoder) yield chunk as unknown as Uint8Array
}

export function resultReply(gateway: Gateway, call: Call, job: Job, result: ResultPointer, around: Around): Reply {
  const { exchange } = call
  const tail = spliceTail(JSON_TYPE, {
    endpoint: job.endpoint,
    requestId: exchange.requestId,
    processingTimeMs: Math.round(job.workerMs ?? 0),
  })
  const head = Buffer.from(around.head)
  const foot = Buffer.concat([tail, Buffer.from(around.foot)])
  const byteLength = head.byteLength + result.bytes + foot.byteLength
  const encoding = byteLength < ENCODE_BYTES_MIN ? null : chooseEncoding(exchange.header('accept-encoding'))

  async function* plain(): AsyncGenerator<Uint8Array> {
    yield head
    for await (const stored of gateway.jobs.readResult(job))
      yield await inflateTurns.run(() => decompress(stored, INFLATE))
    yield foot
  }

  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPE,
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    },
    body:
      encoding === null
        ? { byteLength, chunks: plain }
        : { byteLength: null, chunks: () => encoded(plain(), encoding) },
  }
}
