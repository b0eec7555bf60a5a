/**
 * Pieces of a workbook where there is no zlib: one search for matches, and the fixed codes of deflate (RFC 1951). The content is that of the service's workbook,
 * in some more bytes.
 */

const LENGTH_MIN = 3
const LENGTH_MAX = 258
const DISTANCE_MAX = 32_768
const HASH_BITS = 15

/** Of each symbol from its first: the least value and the bits that follow. */
const LENGTHS: [least: number, bits: number][] = []
for (let code = 0, least = LENGTH_MIN; code < 28; code++) {
  const bits = code < 8 ? 0 : (code >> 2) - 1
  LENGTHS.push([least, bits])
  least += 1 << bits
}
LENGTHS.push([LENGTH_MAX, 0])
const DISTANCES: [least: number, bits: number][] = []
for (let code = 0, least = 1; code < 30; code++) {
  const bits = code < 4 ? 0 : (code >> 1) - 1
  DISTANCES.push([least, bits])
  least += 1 << bits
}

const symbolOf = (table: readonly [number, number][], value: number): number => {
  let low = 0
  for (let high = table.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1
    if (table[middle]![0] <= value) low = middle
    else high = middle - 1
  }
  return low
}
const LENGTH_SYMBOLS = Uint8Array.from({ length: LENGTH_MAX + 1 }, (_, length) => symbolOf(LENGTHS, length))

/** Codes of Huffman are written from their highest bit on. */
function reversed(code: number, length: number): number {
  let out = 0
  for (let i = 0; i < length; i++) out |= ((code >> i) & 1) << (length - 1 - i)
  return out
}

/** The fixed code of literals, the end of the block and lengths (RFC 1951, 3.2.6). */
const CODE_LENGTHS = Uint8Array.from({ length: 288 }, (_, n) => (n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8))
const CODES = Uint16Array.from({ length: 288 }, (_, n) =>
  reversed(n < 144 ? 0x30 + n : n < 256 ? 0x190 + n - 144 : n < 280 ? n - 256 : 0xc0 + n - 280, CODE_LENGTHS[n]!),
)
const DISTANCE_CODES = Uint8Array.from({ length: 30 }, (_, n) => reversed(n, 5))
const END = 256

class Bits {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  #held = 0
  #heldBits = 0

  put(value: number, bits: number): void {
    this.#held |= value << this.#heldBits
    this.#heldBits += bits
    while (this.#heldBits >= 8) this.#byte()
  }

  #byte(): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes[this.#length++] = this.#held & 0xff
    this.#held >>>= 8
    this.#heldBits = Math.max(0, this.#heldBits - 8)
  }

  /** An empty stored block, so that another piece may follow at a whole byte. */
  flushed(): Uint8Array<ArrayBuffer> {
    this.put(0, 3)
    if (this.#heldBits > 0) this.#byte()
    for (const byte of [0, 0, 0xff, 0xff]) this.put(byte, 8)
    return this.#bytes.slice(0, this.#length)
  }
}

/** As one block that ends with a flush, open at its end. */
export function deflateRawSync(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Bits()
  const code = (symbol: number): void => out.put(CODES[symbol]!, CODE_LENGTHS[symbol]!)
  // not the last block, fixed codes
  out.put(0b010, 3)
  const last = new Int32Array(1 << HASH_BITS).fill(-1)
  const { length } = bytes
  for (let at = 0; at < length; ) {
    let matched = 0
    let from = -1
    if (at + LENGTH_MIN < length) {
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      const slot = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
      from = last[slot]!
      last[slot] = at
      if (from >= 0 && at - from <= DISTANCE_MAX) {
        const most = Math.min(LENGTH_MAX, length - at)
        while (matched < most && bytes[from + matched] === bytes[at + matched]) matched++
      }
    }
    if (matched < LENGTH_MIN) {
      code(bytes[at++]!)
      continue
    }
    const symbol = LENGTH_SYMBOLS[matched]!
    const [least, bits] = LENGTHS[symbol]!
    code(END + 1 + symbol)
    out.put(matched - least, bits)
    const distance = at - from
    const far = symbolOf(DISTANCES, distance)
    out.put(DISTANCE_CODES[far]!, 5)
    out.put(distance - DISTANCES[far]![0], DISTANCES[far]![1])
    at += matched
  }
  code(END)
  return out.flushed()
}
