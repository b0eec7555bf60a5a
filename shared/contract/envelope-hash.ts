/** SHA-256 of an envelope without its `metadata`, which depends on the call. The same schedule always gives the same hash. */
import { createHash } from 'node:crypto'

const TAIL_MARK = '"metadata":'
const TAIL_BYTES_MAX = 4_096

export class EnvelopeHash {
  readonly #hash = createHash('sha256')
  #held: Uint8Array = new Uint8Array(0)
  /** Bytes so far. */
  bytes = 0

  update(chunk: Uint8Array): void {
    this.bytes += chunk.byteLength
    const all = Buffer.concat([this.#held, chunk])
    const until = Math.max(0, all.byteLength - TAIL_BYTES_MAX)
    this.#hash.update(all.subarray(0, until))
    this.#held = all.subarray(until)
  }

  digest(): string {
    const held = Buffer.from(this.#held)
    const tail = held.lastIndexOf(TAIL_MARK)
    if (tail < 0) throw new Error('the envelope has no metadata')
    return this.#hash.update(held.subarray(0, tail)).digest('hex')
  }
}
