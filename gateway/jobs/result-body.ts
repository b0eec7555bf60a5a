/**
 * A stored result on its way to the client: chunk by chunk from Redis, never as one string (DECISIONS 44). A client that takes zstd gets
 * the stored chunks as they are, since zstd frames one after another are a zstd stream; for others a worker inflates each.
 */
import zlib from 'node:zlib'
import { spliceTail } from '../../compute/pool.ts'
import type { Job, ResultPointer } from '../../shared/jobs/job-store.ts'
import { chooseEncoding, MEDIA_TYPES } from '../../shared/negotiate.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/exchange.ts'

/** What stands around the envelope. */
interface Around {
  readonly head: string
  readonly foot: string
}

const JSON_TYPE = MEDIA_TYPES[0]
const ZSTD = 'zstd'

export function resultReply(gateway: Gateway, call: Call, job: Job, result: ResultPointer, around: Around): Reply {
  const { exchange } = call
  const tail = spliceTail(JSON_TYPE, {
    endpoint: job.endpoint,
    requestId: exchange.requestId,
    processingTimeMs: Math.round(job.workerMs ?? 0),
  })
  const head = Buffer.from(around.head)
  const foot = Buffer.concat([tail, Buffer.from(around.foot)])
  const isPacked = chooseEncoding(exchange.header('accept-encoding')) === ZSTD
  const [first, last] = isPacked ? [zlib.zstdCompressSync(head), zlib.zstdCompressSync(foot)] : [head, foot]
  const storedBytes = isPacked ? result.storedBytes : result.bytes

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield first
    for await (const chunk of gateway.jobs.readResult(job))
      yield isPacked ? chunk : await gateway.pool.inflateChunk(chunk)
    yield last
  }

  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPE,
      ...(isPacked ? { 'content-encoding': ZSTD } : {}),
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    },
    body: { byteLength: first.byteLength + storedBytes + last.byteLength, chunks },
  }
}
