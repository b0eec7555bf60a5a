/**
 * Names of elements that were met, each with the one that followed it: elements of one list mostly have the same children in the same order, so the
 * tag that is expected next is compared as words before anything is scanned. What it remembers changes no result.
 */

/** More distinct names are not learned: no format has so many. */
export const LEARNED_MAX = 1_000
const SLOTS = 4_096
const TRIES_MAX = 8
const NAME_BYTES_MAX = 100
/** "<a>" would be less than a word of four. */
const NAME_BYTES_MIN = 2

/** Byte strings as words of eight, the last overlapping; shorter ones as two words of four. No ASCII text makes a NaN or a zero of one. */
class Tags {
  readonly #size = new Int32Array(LEARNED_MAX + 1)
  readonly #start = new Int32Array(LEARNED_MAX + 2)
  readonly #first = new Int32Array(LEARNED_MAX + 1)
  readonly #last = new Int32Array(LEARNED_MAX + 1)
  #doubles = new Float64Array(1_024)

  set(entry: number, text: Uint8Array): void {
    const view = new DataView(text.buffer, text.byteOffset, text.byteLength)
    const size = text.length
    this.#size[entry] = size
    this.#first[entry] = view.getInt32(0, true)
    this.#last[entry] = view.getInt32(size - 4, true)
    let d = this.#start[entry]
    if (d + size > this.#doubles.length) {
      const larger = new Float64Array(2 * (d + size))
      larger.set(this.#doubles)
      this.#doubles = larger
    }
    if (size >= 8) {
      for (let from = 0; from < size - 8; from += 8) this.#doubles[d++] = view.getFloat64(from, true)
      this.#doubles[d++] = view.getFloat64(size - 8, true)
    }
    this.#start[entry + 1] = d
  }

  /** Bytes of the tag where it stands at `at`, 0 = it does not. */
  match(entry: number, view: DataView, at: number, length: number): number {
    const size = this.#size[entry]
    if (at + size > length) return 0
    if (size < 8) {
      const isEqual =
        view.getInt32(at, true) === this.#first[entry] && view.getInt32(at + size - 4, true) === this.#last[entry]
      return isEqual ? size : 0
    }
    const doubles = this.#doubles
    const last = at + size - 8
    let d = this.#start[entry]
    for (let from = at; from < last; from += 8) if (view.getFloat64(from, true) !== doubles[d++]) return 0
    return view.getFloat64(last, true) === doubles[d] ? size : 0
  }
}

export class LearnedNames {
  #count = 0
  /** Entry e: number that the cursor gives for the name. */
  readonly number = new Uint16Array(LEARNED_MAX + 1)
  /** "<name>" and "</name>". */
  readonly open = new Tags()
  readonly close = new Tags()
  /** Entry e: the name that last followed, and the one before it that was another; entry 0 is before the first. */
  readonly following = new Uint16Array(LEARNED_MAX + 1)
  readonly otherFollowing = new Uint16Array(LEARNED_MAX + 1)
  /** Slot of the hash, or one of those behind it: entry, 0 = empty. */
  readonly #slots = new Uint16Array(SLOTS)
  readonly #names: Uint8Array[] = []

  /** Entry of the name bytes[start, end) of that hash and number, 0 = it is not learned. */
  entryOf(hash: number, bytes: Uint8Array, start: number, end: number, number: number): number {
    let slot = (hash ^ (hash >>> 12)) & (SLOTS - 1)
    // names made to fall on one slot are soon not learned
    for (let tries = 0; this.#slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const known = this.#slots[slot]
      if (this.#isName(known, bytes, start, end)) return known
      if (++tries === TRIES_MAX) return 0
    }
    const size = end - start
    if (size < NAME_BYTES_MIN || size > NAME_BYTES_MAX || this.#count === LEARNED_MAX) return 0
    for (let at = start; at < end; at++) if (bytes[at] >= 0x7f) return 0
    const entry = ++this.#count
    const name = bytes.subarray(start, end)
    this.#slots[slot] = entry
    this.number[entry] = number
    this.#names[entry] = name.slice()
    this.open.set(entry, Uint8Array.of(0x3c, ...name, 0x3e))
    this.close.set(entry, Uint8Array.of(0x3c, 0x2f, ...name, 0x3e))
    return entry
  }

  /** Keeps that `entry` came behind `last`. */
  follow(last: number, entry: number): void {
    if (this.following[last] === entry) return
    this.otherFollowing[last] = this.following[last]
    this.following[last] = entry
  }

  #isName(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const name = this.#names[entry]
    if (name.length !== end - start) return false
    for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false
    return true
  }
}
