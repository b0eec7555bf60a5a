/** Bytes of a fetched file, in slabs with memory of their own, which can be transferred to a worker. */
import type { Slabs } from '../pipeline/call.ts'

const SLAB_BYTES = 1024 * 1024

export class FetchedBytes {
  readonly #slabs: Uint8Array<ArrayBuffer>[] = []
  /** Of the last slab. */
  #slabBytes = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.byteLength; ) {
      let slab = this.#slabs.at(-1)
      if (slab === undefined || this.#slabBytes === slab.byteLength) {
        slab = new Uint8Array(SLAB_BYTES)
        this.#slabs.push(slab)
        this.#slabBytes = 0
      }
      const part = bytes.subarray(from, from + slab.byteLength - this.#slabBytes)
      slab.set(part, this.#slabBytes)
      this.#slabBytes += part.byteLength
      from += part.byteLength
    }
    this.#bytes += bytes.byteLength
  }

  get slabs(): Slabs {
    const last = this.#slabs.length - 1
    return this.#slabs.map((slab, i) => (i === last ? slab.slice(0, this.#slabBytes) : slab))
  }
}
