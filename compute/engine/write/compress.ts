/**
 * Reply bytes in the encoding the client takes, at levels that cost about as much time as sending the bytes they save.
 * Runs in a worker, at one go: for synchronous replies, whose tasks are bounded. Results of jobs are streamed elsewhere.
 */
import zlib from 'node:zlib'
import type { Encoding } from '../../../shared/contract/negotiate.ts'
import { CHUNK_BYTES } from './byte-sink.ts'

/** Below it the head of the encoding eats what it saves. */
export const COMPRESS_BYTES_MIN = 1024

const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
const ZSTD = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } }
/** Below two chunks a small reply gains from a better match search; above it gzip is held to its fastest level. */
const gzipLevel = (byteCount: number): { level: number } => ({ level: byteCount <= CHUNK_BYTES ? 4 : 1 })

const CODECS: Readonly<Record<Encoding, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  gzip: bytes => zlib.gzipSync(bytes, gzipLevel(bytes.length)),
  br: bytes => zlib.brotliCompressSync(bytes, BROTLI),
  zstd: bytes => zlib.zstdCompressSync(bytes, ZSTD),
}

interface Encoded {
  readonly chunks: Uint8Array<ArrayBuffer>[]
  /** Value of Content-Encoding; null = as it is. */
  readonly encoding: Encoding | null
}

/** The chunks encoded, or as they are when they are few bytes or the client takes no encoding. */
export function compress(chunks: Uint8Array<ArrayBuffer>[], encoding: Encoding | null): Encoded {
  const byteCount = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (encoding === null || byteCount < COMPRESS_BYTES_MIN) return { chunks, encoding: null }
  return { chunks: [CODECS[encoding](chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, byteCount))], encoding }
}
