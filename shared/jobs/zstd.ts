/**
 * zstd frames of short texts, one after the other. zlib.zstdCompressSync makes a compressor for each call: its tables are allocated, cleared and
 * given back, which takes longer than compressing 45 KB (120 to 400 us against 45). Here a thread keeps one; at the end of a frame it is ready for
 * the next. The bytes are those of zstdCompressSync.
 *
 * Node has no public interface for this, so it is done as in minizlib, which npm unpacks packages with: _processChunk() of a stream whose handle is not
 * closed. The first call compares its bytes with those of zstdCompressSync; where they differ, or something is missing, that is used for good.
 */
import zlib from 'node:zlib'

const OPTIONS = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }
/** More than most results take, so that they come in one piece. */
const PIECE_BYTES = 64 * 1024

type Handle = { close(): void }
interface Stream {
  _handle: Handle | null
  _processChunk(chunk: Uint8Array, flush: number): Uint8Array<ArrayBuffer>
  removeAllListeners(event: 'error'): void
}
type Compress = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>

export const compressOnce: Compress = bytes => zlib.zstdCompressSync(bytes, OPTIONS)

/** undefined: this Node has no such thing. */
function keptCompressor(): Compress | undefined {
  const stream = zlib.createZstdCompress({ ...OPTIONS, chunkSize: PIECE_BYTES }) as unknown as Partial<Stream>
  const handle = stream._handle
  if (handle == null || stream._processChunk === undefined) return undefined
  handle.close = () => {}
  return bytes => {
    const packed = stream._processChunk!(bytes, zlib.constants.ZSTD_e_end)
    // each call forgets the handle, and listens once more
    stream._handle = handle
    stream.removeAllListeners!('error')
    // the next call writes over it
    return new Uint8Array(packed)
  }
}

const SAMPLES = [Buffer.from('a sample'), Buffer.alloc(PIECE_BYTES, 'another sample, '), Buffer.from('a sample')]

function chosen(): Compress {
  try {
    const kept = keptCompressor()
    if (kept !== undefined && SAMPLES.every(sample => Buffer.compare(compressOnce(sample), kept(sample)) === 0))
      return kept
  } catch {
    // as if it were not there
  }
  return compressOnce
}

let compressor: Compress | undefined

/** Level 1. */
export function zstd(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  compressor ??= chosen()
  try {
    return compressor(bytes)
  } catch {
    // whatever state it was left in
    compressor = compressOnce
    return compressOnce(bytes)
  }
}
