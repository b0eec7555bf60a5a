/**
 * An encoded body to its bytes, bounded: the output is counted chunk by chunk and the work stops at the limit, so that a
 * bomb costs no more than the limit and a chunk. It runs in a worker, hence synchronously.
 */
import { brotliDecompressSync, constants, gunzipSync, type InputType, zstdDecompressSync } from 'node:zlib'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { MEGABYTE } from '../../shared/tiers.ts'

export type Encoding = 'gzip' | 'br' | 'zstd'

/** The output is counted each time so many bytes have come. */
const CHUNK_BYTES = 2 ** 16
/** Largest zstd window, as a power of two: what a decoder must allow by RFC 8878, and no more. */
const ZSTD_WINDOW_LOG_MAX = 23

interface Outcome {
  readonly buffer: Buffer
  /** Its bytesWritten are the bytes of the body that were used. */
  readonly engine: { readonly bytesWritten: number }
}

type Decoder = (body: InputType, options: object) => unknown

const DECODERS: Readonly<Record<Encoding, { readonly decode: Decoder; readonly params?: Record<number, number> }>> = {
  gzip: { decode: gunzipSync },
  br: { decode: brotliDecompressSync },
  zstd: { decode: zstdDecompressSync, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } },
}

/** The facts of a refusal name bytes; the tier is the caller's to add. */
export function inflate(body: Uint8Array, encoding: Encoding, payloadBytesMax: number): Uint8Array | Refusal {
  if (body.length === 0) return refuse('encoding_invalid', { encoding, reason: 'it is empty' })
  const { decode, params } = DECODERS[encoding]
  try {
    const outcome = decode(body, {
      chunkSize: CHUNK_BYTES,
      maxOutputLength: payloadBytesMax,
      info: true,
      ...(params === undefined ? {} : { params }),
    }) as Outcome
    if (outcome.engine.bytesWritten < body.length) {
      return refuse('encoding_invalid', { encoding, reason: 'bytes follow its end' })
    }
    return outcome.buffer
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') return refuse('encoding_invalid', { encoding, reason: message })
    return refuse('payload_too_large', {
      payloadBytes: payloadBytesMax + 1,
      payloadBytesMax,
      payloadMegabytesMax: payloadBytesMax / MEGABYTE,
    })
  }
}
