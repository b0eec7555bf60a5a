/**
 * An encoded body to its bytes, bounded: the output is counted chunk by chunk and the work stops at the limit, so that a
 * bomb costs no more than the limit and a chunk. The limit is that of the payload, or what a schedule could come to that was sent in so
 * many bytes, if that is less. A chunk is as large as the body says that it comes to, so that most bodies come in one piece, which no one has to put
 * together; one that lies costs twice the limit. It runs in a worker, hence synchronously.
 */

import zlib, { type InputType } from 'node:zlib'
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'

export type Encoding = 'gzip' | 'br' | 'zstd'

/** The output is counted at least each time so many bytes have come, or as many as the body says. */
const CHUNK_BYTES = 2 ** 16
/**
 * A body may inflate to so many times its size beyond the first FREE_BYTES: so a megabyte that is sent comes to 72 at most, whatever it is. Of 206 project files
 * that are public the most that any comes to is 31 times (XML in UTF-16), the median 6. What repeats itself more, such as
 * tasks that differ in a number alone, is free up to FREE_BYTES. 796 bytes of brotli could be 499 MB. What it costs to read a body (inflated-marks.ts), and what is made of it (work-meter.ts),
 * is bounded by the bytes that were sent.
 */
const INFLATION_MAX = 64
const FREE_BYTES = 8 * MEGABYTE
/** Largest zstd window, as a power of two: what a decoder must allow by RFC 8878, and no more. */
const ZSTD_WINDOW_LOG_MAX = 23

interface Outcome {
  readonly buffer: Buffer
  /** Its bytesWritten are the bytes of the body that were used. */
  readonly engine: { readonly bytesWritten: number }
}

type Decoder = (body: InputType, options: object) => unknown

interface DecoderRow {
  readonly decode: Decoder
  readonly params?: Record<number, number>
  /** How a body that is cut off is taken as far as it goes. */
  readonly cutOff: number
  /** Bytes that the body says it comes to; 0 = it does not say, or not in a way that this reads. */
  readonly statedBytes: (body: Uint8Array) => number
}

const DECODERS: Readonly<Record<Encoding, DecoderRow>> = {
  gzip: { decode: zlib.gunzipSync, cutOff: zlib.constants.Z_SYNC_FLUSH, statedBytes: gzipStatedBytes },
  br: { decode: zlib.brotliDecompressSync, cutOff: zlib.constants.BROTLI_OPERATION_FLUSH, statedBytes: () => 0 },
  zstd: {
    decode: zlib.zstdDecompressSync,
    params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
    cutOff: zlib.constants.ZSTD_e_flush,
    statedBytes: zstdStatedBytes,
  },
}

/** The first part of a body that is tried alone, how many times as large each next one is, and the whole at least: some more work for all, far less for a bomb. */
const FIRST_PART_BYTES = 16 * 1024
const PART_FACTOR = 16
const WHOLE_FACTOR = 3

const inflatedMax = (encodedBytes: number): number => FREE_BYTES + INFLATION_MAX * encodedBytes

/** Bytes of the first part that inflates too far; undefined: none does. What else is wrong with it shows when it is inflated whole. */
function bombWithin(body: Uint8Array, { decode, params, cutOff }: DecoderRow): number | undefined {
  for (let bytes = FIRST_PART_BYTES; bytes * WHOLE_FACTOR <= body.length; bytes *= PART_FACTOR) {
    const options = { chunkSize: CHUNK_BYTES, maxOutputLength: inflatedMax(bytes), finishFlush: cutOff }
    try {
      decode(body.subarray(0, bytes), params === undefined ? options : { ...options, params })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return bytes
    }
  }
  return undefined
}

const tooFar = (encoding: Encoding, encodedBytes: number): Refusal =>
  refuse('inflation_too_large', {
    encoding,
    encodedBytes,
    inflatedBytesMax: inflatedMax(encodedBytes),
    inflationMax: INFLATION_MAX,
    freeMegabytes: FREE_BYTES / MEGABYTE,
  })

/** The facts of a refusal name bytes; the tier is the caller's to add. */
export function inflate(
  body: Uint8Array,
  encoding: Encoding,
  payloadBytesMax: number,
): Uint8Array<ArrayBuffer> | Refusal {
  if (body.length === 0) return refuse('encoding_invalid', { encoding, reason: 'it is empty' })
  const { decode, params, statedBytes } = DECODERS[encoding]
  const bomb = inflatedMax(FIRST_PART_BYTES) < payloadBytesMax ? bombWithin(body, DECODERS[encoding]) : undefined
  if (bomb !== undefined) return tooFar(encoding, bomb)
  const inflatedBytesMax = inflatedMax(body.length)
  const maxOutputLength = Math.min(payloadBytesMax, inflatedBytesMax)
  try {
    const outcome = decode(body, {
      // exactly: what fills its memory goes to the next thread without a copy
      chunkSize: Math.max(CHUNK_BYTES, Math.min(statedBytes(body), maxOutputLength)),
      maxOutputLength,
      info: true,
      ...(params === undefined ? {} : { params }),
    }) as Outcome
    if (outcome.engine.bytesWritten < body.length) {
      return refuse('encoding_invalid', { encoding, reason: 'bytes follow its end' })
    }
    // node:zlib reports the end of a zstd body that was cut off as if it were whole
    if (encoding === 'zstd' && zstdFrameEnd(body) > body.length) {
      return refuse('encoding_invalid', { encoding, reason: 'unexpected end of file' })
    }
    return owned(outcome.buffer)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') return refuse('encoding_invalid', { encoding, reason: message })
    if (inflatedBytesMax < payloadBytesMax) return tooFar(encoding, body.length)
    return refuse('payload_too_large', {
      payloadBytes: payloadBytesMax + 1,
      payloadBytesMax,
      payloadMegabytesMax: payloadBytesMax / MEGABYTE,
    })
  }
}

/** With memory of its own, which can go to another thread. */
const owned = (bytes: Buffer): Uint8Array<ArrayBuffer> =>
  (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>

/** The last four bytes of a gzip file, modulo 2^32 (RFC 1952). */
function gzipStatedBytes(body: Uint8Array): number {
  const at = body.length - 4
  return at < 0 ? 0 : new DataView(body.buffer, body.byteOffset + at, 4).getUint32(0, true)
}

/** The content size in the header of a zstd frame, which a stream does not have (RFC 8878, 3.1.1.1.4). */
function zstdStatedBytes(body: Uint8Array): number {
  const { at, bytes } = contentSizeField(body)
  if (bytes < 2 || at + bytes > body.length) return 0
  let size = bytes === 2 ? 256 : 0
  for (let i = 0; i < bytes; i++) size += body[at + i] * 256 ** i
  return size
}

/** Bytes by the two top bits of a zstd frame header descriptor: of the content size, and by the two lowest: of the dictionary id. */
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
const DICTIONARY_ID_BYTES = [0, 1, 2, 4]
const RLE_BLOCK = 1

/** Where the field with the content size stands in the zstd frame that begins a body, and how long it is; 0 = it has none. */
function contentSizeField(body: Uint8Array): { at: number; bytes: number } {
  const descriptor = body[4] ?? 0
  const isSingleSegment = (descriptor & 0x20) !== 0
  const bytes = descriptor >> 6 === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[descriptor >> 6]
  return { at: 5 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3], bytes }
}

/** Where the zstd frame that begins a body ends by its block headers (RFC 8878, 3.1.1); beyond the body: it is cut off. */
function zstdFrameEnd(body: Uint8Array): number {
  const hasChecksum = ((body[4] ?? 0) & 0x04) !== 0
  const contentSize = contentSizeField(body)
  let at = contentSize.at + contentSize.bytes
  for (let isLast = false; !isLast; ) {
    if (at + 3 > body.length) return body.length + 1
    const header = body[at] | (body[at + 1] << 8) | (body[at + 2] << 16)
    isLast = (header & 1) === 1
    at += 3 + (((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3)
  }
  return at + (hasChecksum ? 4 : 0)
}
