/**
 * How frames and results are stored in Redis: in chunks of at most FRAME_CHUNK_BYTES, each compressed alone, so that neither side ever holds a
 * schedule twice. A frame is stored as it is or, if that saves space, with every chunk as a zstd frame; a result always as zstd frames, whose
 * concatenation is a zstd stream of the whole. Equal input gives equal bytes.
 */
import { FRAME_CHUNK_BYTES } from './job-store.ts'
import { decompressOnce, unzstd, zstd } from './zstd.ts'

/** Below it compressing costs more time than the bytes it saves. */
const PACK_BYTES_MIN = 4 * 1024
/** First bytes of a zstd frame (RFC 8878); a schedule's frame begins with 0xdd. */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd]

const cut = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / FRAME_CHUNK_BYTES)) }, (_, i) =>
    bytes.subarray(i * FRAME_CHUNK_BYTES, (i + 1) * FRAME_CHUNK_BYTES),
  )

const isPacked = (chunk: Uint8Array): boolean => ZSTD_MAGIC.every((byte, i) => chunk[i] === byte)

/** The frame cut into chunks; those of a frame that is not packed are views of it. */
export function chunksOfFrame(frame: Uint8Array): Uint8Array[] {
  const plain = cut(frame)
  if (frame.length < PACK_BYTES_MIN) return plain
  const packed = plain.map(zstd)
  const packedBytes = packed.reduce((sum, chunk) => sum + chunk.length, 0)
  return packedBytes < frame.length ? packed : plain
}

/** The frame of its stored chunks; frameBytes: its length inflated. Throws when they do not make it up. */
export function frameOfChunks(chunks: readonly Uint8Array[], frameBytes: number): Uint8Array<ArrayBuffer> {
  const packed = chunks.length > 0 && isPacked(chunks[0]!)
  if (packed && chunks.length === 1) return unzstd(chunks[0]!, frameBytes)
  const frame = new Uint8Array(frameBytes)
  let at = 0
  for (const chunk of chunks) {
    const piece = packed ? decompressOnce(chunk, FRAME_CHUNK_BYTES, FRAME_CHUNK_BYTES) : chunk
    if (at + piece.length > frameBytes) throw new Error(`a frame of more than its ${frameBytes} bytes`)
    frame.set(piece, at)
    at += piece.length
  }
  if (at !== frameBytes) throw new Error(`a frame of ${at} bytes instead of ${frameBytes}`)
  return frame
}

/** One chunk of a result, at most FRAME_CHUNK_BYTES, as it is stored; and back. */
export const packResultChunk = (chunk: Uint8Array): Uint8Array<ArrayBuffer> => zstd(chunk)
export const unpackResultChunk = (stored: Uint8Array): Uint8Array<ArrayBuffer> =>
  decompressOnce(stored, FRAME_CHUNK_BYTES)
