/**
 * zstd frames of short texts, one after the other. zlib.zstdCompressSync makes a compressor for each call: its tables are allocated, cleared and
 * given back, which takes longer than compressing 45 KB (120 to 400 us against 45); zstdDecompressSync likewise (47 us against 22 for 16 KB). Here a
 * thread keeps one of each; at the end of a frame it is ready for the next. The bytes are those of zstdCompressSync.
 *
 * Node has no public interface for this, so it is done as in minizlib, which npm unpacks packages with: _processChunk() of a stream whose handle is not
 * closed. The first call compares its bytes with those of a codec that is made for it; where they differ, or something is missing, that is used for good.
 */
import zlib from 'node:zlib'

/** Level 1. */
export const ZSTD_PARAMS = { [zlib.constants.ZSTD_c_compressionLevel]: 1 }
const OPTIONS = { params: ZSTD_PARAMS }
/** More than most results take, so that they come in one piece. */
const PIECE_BYTES = 64 * 1024

type Handle = { close(): void }
interface Stream {
  _handle: Handle | null
  _processChunk(chunk: Uint8Array, flush: number): Uint8Array<ArrayBuffer>
  removeAllListeners(event: 'error'): void
}
/** What it gives may lie in memory that its next call writes over. */
type Codec = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>

export const compressOnce = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => zlib.zstdCompressSync(bytes, OPTIONS)
/** At most bytesMax come out, or it throws; up to bytesLikely in one piece. */
export const decompressOnce = (frame: Uint8Array, bytesMax: number, bytesLikely = 0): Uint8Array<ArrayBuffer> =>
  zlib.zstdDecompressSync(frame, {
    maxOutputLength: bytesMax,
    // with a byte to spare it ends without looking for more room
    chunkSize: Math.max(bytesLikely + 1, zlib.constants.Z_DEFAULT_CHUNK),
  })

/** undefined: this Node has no such thing. */
function keptCodec(made: unknown): Codec | undefined {
  const stream = made as Partial<Stream>
  const handle = stream._handle
  if (handle == null || stream._processChunk === undefined) return undefined
  handle.close = () => {}
  return bytes => {
    const piece = stream._processChunk!(bytes, zlib.constants.ZSTD_e_end)
    // each call forgets the handle, and listens once more
    stream._handle = handle
    stream.removeAllListeners!('error')
    return piece
  }
}

const SAMPLES = [Buffer.from('a sample'), Buffer.alloc(PIECE_BYTES, 'another sample, '), Buffer.from('a sample')]

/** What `make` makes, if it does with the samples what `once` does. */
function chosen(once: Codec, samples: readonly Uint8Array[], make: () => unknown): Codec {
  try {
    const kept = keptCodec(make())
    if (kept !== undefined && samples.every(sample => Buffer.compare(once(sample), kept(sample)) === 0)) return kept
  } catch {
    // as if it were not there
  }
  return once
}

const newCompressor = (): Codec =>
  chosen(compressOnce, SAMPLES, () => zlib.createZstdCompress({ ...OPTIONS, chunkSize: PIECE_BYTES }))

const decompressShort: Codec = frame => decompressOnce(frame, PIECE_BYTES)

const newDecompressor = (): Codec =>
  chosen(decompressShort, SAMPLES.map(compressOnce), () =>
    zlib.createZstdDecompress({ chunkSize: PIECE_BYTES, maxOutputLength: PIECE_BYTES }),
  )

let compressor: Codec | undefined
let decompressor: Codec | undefined

/** Level 1. */
export function zstd(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  compressor ??= newCompressor()
  try {
    return new Uint8Array(compressor(bytes))
  } catch {
    // whatever state it was left in
    compressor = compressOnce
    return compressOnce(bytes)
  }
}

function decompressKept(frame: Uint8Array): Uint8Array<ArrayBuffer> {
  decompressor ??= newDecompressor()
  try {
    return decompressor(frame)
  } catch {
    // it may stand in the middle of a frame
    decompressor = undefined
    // tells what is wrong
    return decompressShort(frame)
  }
}

/** The text of a frame, of exactly byteCount bytes, until this thread unpacks the next one. Throws when it is no such frame. */
export function unzstdForNow(frame: Uint8Array, byteCount: number): Uint8Array<ArrayBuffer> {
  const bytes = byteCount < PIECE_BYTES ? decompressKept(frame) : decompressOnce(frame, byteCount, byteCount)
  if (bytes.length !== byteCount) throw new Error(`a frame of ${bytes.length} bytes instead of ${byteCount}`)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, byteCount)
}

/** Inflates a frame into memory of its own. */
export function unzstd(frame: Uint8Array, byteCount: number): Uint8Array<ArrayBuffer> {
  const bytes = unzstdForNow(frame, byteCount)
  return byteCount < PIECE_BYTES ? new Uint8Array(bytes) : bytes
}
