/** Byte strings to entry numbers: open addressing over the entries of a text column, which the table does not own. */

import type { IdFinder } from '../../../shared/contract/schedule/dependency.ts'
import { HASH_SEED, hashOf, hashRest, hashWords } from './byte-hash.ts'
import { zeros } from './short-arrays.ts'

/** The part of a text column, finished or growing, that the table compares with. */
export interface Texts {
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
}

const SLOTS_LEAST = 16

/** One empty slot and its tag, shared by all tables that nothing was added to. */
const NO_SLOTS = new Int32Array(1)
const NO_TAGS = new Uint8Array(1)

/** The part of a hash that stands beside the slot: the slot itself comes from the low bits. */
const tagOf = (hash: number): number => hash >>> 24

const NO_STRING = new Uint8Array(0)

export class ByteTable implements IdFinder {
  readonly #texts: Texts
  /** Slot s: entry number + 1, 0 = empty. A power of two, at most three quarters of them taken. */
  #slots: Int32Array = NO_SLOTS
  /** Slot s: tag of the entry's hash. */
  #tags: Uint8Array = NO_TAGS
  #mask = 0
  #used = 0
  /** Bytes of the longest entry. */
  bytesMax = 0
  // the string that begin() named, how far it is hashed in whole words, and their hash
  #bytes: Uint8Array = NO_STRING
  #start = 0
  #hashedTo = 0
  #hash = 0

  constructor(texts: Texts, entriesExpected = 0) {
    this.#texts = texts
    if (entriesExpected > 0) this.#resize(1.5 * entriesExpected)
  }

  /** Entry that equals bytes[start, end), whose hash is given; -1 = none. */
  entryOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const tags = this.#tags
    const tag = tagOf(hash)
    const { bytes: known, offsets } = this.#texts
    const length = end - start
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = slots[slot] - 1
      if (entry < 0) return -1
      if (tags[slot] !== tag) continue
      const from = offsets[entry]
      if (offsets[entry + 1] - from !== length) continue
      let i = 0
      while (i < length && known[from + i] === bytes[start + i]) i++
      if (i === length) return entry
    }
  }

  /** Adds an entry that entryOf() did not find, whose text is there. */
  add(entry: number, hash: number): void {
    if (4 * (this.#used + 1) > 3 * (this.#mask + 1)) this.#resize(2 * (this.#mask + 1))
    this.#used++
    const { offsets } = this.#texts
    this.bytesMax = Math.max(this.bytesMax, offsets[entry + 1] - offsets[entry])
    this.#place(entry, hash)
  }

  begin(bytes: Uint8Array, start: number): void {
    this.#bytes = bytes
    this.#start = start
    this.#hashedTo = start
    this.#hash = HASH_SEED
  }

  find(end: number): number {
    const bytes = this.#bytes
    const wordsEnd = end - ((end - this.#start) & 3)
    this.#hash = hashWords(this.#hash, bytes, this.#hashedTo, wordsEnd)
    this.#hashedTo = wordsEnd
    return this.entryOf(bytes, this.#start, end, hashRest(this.#hash, bytes, wordsEnd, end))
  }

  /** At least so many slots. */
  #resize(slotsLeast: number): void {
    const old = this.#slots
    let slots = SLOTS_LEAST
    while (slots < slotsLeast) slots *= 2
    this.#slots = zeros<Int32Array>(Int32Array, slots)
    this.#tags = zeros<Uint8Array>(Uint8Array, slots)
    this.#mask = slots - 1
    const { bytes, offsets } = this.#texts
    for (const known of old) {
      if (known !== 0) this.#place(known - 1, hashOf(bytes, offsets[known - 1], offsets[known]))
    }
  }

  #place(entry: number, hash: number): void {
    let slot = hash & this.#mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
    this.#slots[slot] = entry + 1
    this.#tags[slot] = tagOf(hash)
  }
}
