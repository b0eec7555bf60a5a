/**
 * How frames and results are stored in Redis: in chunks of at most FRAME_CHUNK_BYTES, each compressed alone, so that neither side ever holds a
 * schedule twice. A frame is stored as it is or, if that saves space, with every chunk as a zstd frame; a result always as zstd frames, whose
 * concatenation is a zstd stream of the whole. Equal input gives equal bytes.
 */
import type { TransformOptions } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createZstdCompress, type ZstdOptions, zstdDecompress } from 'node:zlib'
import { bytesOf } from '../../contract/bytes/bytes.ts'
import { FRAME_CHUNK_BYTES } from './job-store.ts'
import { decompressOnce, unzstd, unzstdForNow, ZSTD_PARAMS, zstd } from './zstd.ts'

// zstd for chunks of large frames and results, on a thread of libuv beside the one that calls: one chunk after the other, each a frame with the
// bytes of zstd() (zstd.ts). A line is made for one job: its compressor takes longer to make than a small job to pack.

/** More than a chunk takes packed. */
const PIECE_BYTES = 320 * 1024
/** All of a chunk is there before it is read. */
const OPTIONS: ZstdOptions & Pick<TransformOptions, 'readableHighWaterMark'> = {
  params: ZSTD_PARAMS,
  flush: constants.ZSTD_e_end,
  chunkSize: PIECE_BYTES,
  readableHighWaterMark: 2 * PIECE_BYTES,
}

export class PackingLine {
  readonly #stream = createZstdCompress(OPTIONS)
  #before: Promise<unknown> = Promise.resolve()

  constructor() {
    // whoever waits for a chunk hears of it
    this.#stream.on('error', () => {})
  }

  /** Packs a chunk of at most FRAME_CHUNK_BYTES, which must not change meanwhile. */
  pack(chunk: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const packed = this.#before.then(() => this.#pack(chunk))
    this.#before = packed.catch(() => {})
    return packed
  }

  #pack(chunk: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      this.#stream.write(chunk, error => {
        if (error) reject(error)
        else resolve(this.#stream.read() as Uint8Array<ArrayBuffer>)
      })
    })
  }

  close(): void {
    this.#stream.destroy()
  }
}

/** Chunks of a frame that are packed at once: threads of libuv, which files and names of hosts need as well. */
const LINE_COUNT = 2
const inflate = promisify(zstdDecompress)

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
  return shorter(plain.map(zstd), plain)
}

const shorter = (packed: Uint8Array[], plain: Uint8Array[]): Uint8Array[] =>
  bytesOf(packed) < bytesOf(plain) ? packed : plain

/** What a thread hands to its process of a frame: all that is to be stored, or a frame of several chunks whole, for packedChunks. */
export const chunksOrWhole = (frame: Uint8Array): Uint8Array[] =>
  frame.length > FRAME_CHUNK_BYTES ? [frame] : chunksOfFrame(frame)

/** What is stored of what chunksOrWhole made: chunksOfFrame of a frame that is whole, made beside this thread. */
export async function packedChunks(handed: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const [first] = handed
  if (first === undefined || handed.length > 1 || first.length <= FRAME_CHUNK_BYTES) return handed
  const plain = cut(first)
  const lines = Array.from({ length: LINE_COUNT }, () => new PackingLine())
  try {
    return shorter(await Promise.all(plain.map((chunk, i) => lines[i % LINE_COUNT]!.pack(chunk))), plain)
  } finally {
    for (const line of lines) line.close()
  }
}

/**
 * A frame that is stored in several packed chunks, as one: each is inflated beside this thread while the next ones come, and put in its place. Others stay
 * as they are.
 */
export async function inflatedChunks(
  stored: AsyncIterable<Uint8Array>,
  frameBytes: number,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  const placed: Promise<void>[] = []
  let frame: Uint8Array | undefined
  for await (const chunk of stored) {
    chunks.push(chunk)
    if (chunks.length === 1 || !isPacked(chunks[0]!)) continue
    frame ??= new Uint8Array(frameBytes)
    while (placed.length < chunks.length) {
      const index = placed.length
      const place = frame.subarray(index * FRAME_CHUNK_BYTES, (index + 1) * FRAME_CHUNK_BYTES)
      const inPlace = inflatedInto(place, chunks[index]!)
      // it is awaited when all have come
      inPlace.catch(() => {})
      placed.push(inPlace)
    }
  }
  if (frame === undefined) return chunks
  await Promise.all(placed)
  checkBytes(placed.length, Math.ceil(frameBytes / FRAME_CHUNK_BYTES), 'chunks')
  return [frame]
}

async function inflatedInto(place: Uint8Array, packed: Uint8Array): Promise<void> {
  const plain = await inflate(packed, { maxOutputLength: FRAME_CHUNK_BYTES, chunkSize: FRAME_CHUNK_BYTES + 1 })
  checkBytes(plain.length, place.length, 'bytes in a chunk')
  place.set(plain)
}

/** The frame of its stored chunks; frameBytes: its length inflated. Throws when they do not make it up. */
export function frameOfChunks(
  chunks: readonly Uint8Array[],
  frameBytes: number,
  unpack = unzstd,
): Uint8Array<ArrayBuffer> {
  const [first] = chunks
  const packed = first !== undefined && isPacked(first)
  if (packed && chunks.length === 1) return unpack(first, frameBytes)
  if (first !== undefined && isWhole(first, frameBytes)) return first
  const frame = new Uint8Array(frameBytes)
  let at = 0
  for (const chunk of chunks) {
    const piece = packed ? decompressOnce(chunk, FRAME_CHUNK_BYTES, FRAME_CHUNK_BYTES) : chunk
    if (at + piece.length > frameBytes) throw new Error(`a frame of more than its ${frameBytes} bytes`)
    frame.set(piece, at)
    at += piece.length
  }
  checkBytes(at, frameBytes, 'bytes')
  return frame
}

/** The frame for whoever is done with it before this thread unpacks the next one. */
export const frameForNow = (chunks: readonly Uint8Array[], frameBytes: number): Uint8Array<ArrayBuffer> =>
  frameOfChunks(chunks, frameBytes, unzstdForNow)

/** What inflatedChunks made, in memory of its own. */
const isWhole = (chunk: Uint8Array, frameBytes: number): chunk is Uint8Array<ArrayBuffer> =>
  chunk.length === frameBytes &&
  frameBytes > FRAME_CHUNK_BYTES &&
  chunk.buffer.byteLength === frameBytes &&
  chunk.buffer instanceof ArrayBuffer

function checkBytes(count: number, expected: number, what: string): void {
  if (count !== expected) throw new Error(`a frame of ${count} ${what} instead of ${expected}`)
}

/** One chunk of a result, at most FRAME_CHUNK_BYTES, as it is stored; and back. */
export const packResultChunk = (chunk: Uint8Array): Uint8Array<ArrayBuffer> => zstd(chunk)
export const unpackResultChunk = (stored: Uint8Array): Uint8Array<ArrayBuffer> =>
  decompressOnce(stored, FRAME_CHUNK_BYTES)
