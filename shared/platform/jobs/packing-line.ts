/**
 * zstd for chunks of large frames and results, on a thread of libuv beside the one that calls: one chunk after the other, each a frame with the
 * bytes of zstd() (zstd.ts). A line is made for one job: its compressor takes longer to make than a small job to pack.
 */
import type { TransformOptions } from 'node:stream'
import { constants, createZstdCompress, type ZstdOptions } from 'node:zlib'
import { ZSTD_PARAMS } from './zstd.ts'

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

  /** Of at most FRAME_CHUNK_BYTES, which must not change meanwhile. */
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
