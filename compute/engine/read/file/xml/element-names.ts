/** Names of elements to numbers, on bytes: the cursor hashes a name while it looks for its end. */

export const UNKNOWN_ELEMENT = 0

/** Hash of a name whose bytes are folded in one by one. */
export const foldName = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0

const encoder = new TextEncoder()

/** The names of a format, and by each name the number that the cursor gives for it. */
export function elementsOf<const Name extends string>(
  names: readonly Name[],
): { names: ElementNames; numbers: Readonly<Record<Name, number>> } {
  const numbers = Object.fromEntries(names.map((name, n) => [name, n + 1])) as Record<Name, number>
  return { names: new ElementNames(names), numbers }
}

export class ElementNames {
  /** Slot s: number of the name, 0 = empty. */
  readonly #slots: Uint16Array
  readonly #mask: number
  readonly #hashes: Int32Array
  readonly #bytes: readonly Uint8Array[]

  /** Entry n is the name of number n + 1. */
  constructor(names: readonly string[]) {
    let size = 64
    while (size < 8 * names.length) size *= 2
    this.#mask = size - 1
    this.#slots = new Uint16Array(size)
    this.#bytes = [new Uint8Array(0), ...names.map(name => encoder.encode(name))]
    this.#hashes = Int32Array.from(this.#bytes, bytes => bytes.reduce(foldName, 0))
    for (let n = 1; n < this.#bytes.length; n++) {
      let slot = this.#slotOf(this.#hashes[n])
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = n
    }
  }

  /** Number of the name bytes[start, end) of that hash, UNKNOWN_ELEMENT = none. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    for (let slot = this.#slotOf(hash); ; slot = (slot + 1) & this.#mask) {
      const n = this.#slots[slot]
      if (n === 0) return UNKNOWN_ELEMENT
      if (this.#hashes[n] !== hash) continue
      const name = this.#bytes[n]
      if (name.length !== end - start) continue
      let i = 0
      while (i < name.length && name[i] === bytes[start + i]) i++
      if (i === name.length) return n
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 11)) & this.#mask
  }
}
