/**
 * Member names to numbers, on bytes. Objects of one list mostly have the same members in the same order, so the name
 * that followed the last one before is compared first. A table may serve many requests: what it remembers changes no
 * result. Names that are not declared go to an IgnoredNames, of which every request has its own.
 */
import { IGNORED_FIELDS_MAX } from '../../shared/schedule/input.ts'
import { hashOf } from './byte-hash.ts'
import { ByteTable } from './byte-table.ts'
import { cutBytes } from './cut-text.ts'
import { GrowingText } from './growing-columns.ts'
import { type Tokens, UNDECLARED } from './tokens.ts'

const encoder = new TextEncoder()

const QUOTE = 0x22

/** A longer ignored name is cut for the list each time it comes, and not remembered as it is. */
const REMEMBERED_BYTES_MAX = 200

export class NameTable {
  readonly #names: GrowingText
  readonly #table: ByteTable
  /** Entry n + 1: the name that last followed name n; entry 0: the one that began an object. */
  readonly #following: Uint16Array
  #last = -1
  /**
   * Name n and a quotation mark, as little-endian words words[wordStart[n] .. wordStart[n + 1]), the last one padded
   * with zeros; lastMask[n] has the bits of the last word that count.
   */
  #words = new Int32Array(0)
  readonly #wordStart: Uint32Array
  readonly #lastMask: Int32Array

  constructor(names: readonly string[]) {
    this.#names = new GrowingText({ rowCount: names.length, textBytesMax: Number.MAX_SAFE_INTEGER })
    this.#table = new ByteTable(this.#names, names.length)
    this.#following = new Uint16Array(names.length + 1)
    this.#wordStart = new Uint32Array(names.length + 1)
    this.#lastMask = new Int32Array(names.length)
    for (const name of names) this.#add(encoder.encode(name))
  }

  /** To be called before the first name of an object. */
  begin(): void {
    this.#last = -1
  }

  /** The name that is expected next. */
  get expected(): number {
    return this.#following[this.#last + 1]!
  }

  /** Bytes of name n and a closing quotation mark where they stand at `at`; 0 = they do not. */
  matchQuoted(view: DataView, at: number, n: number): number {
    const first = this.#wordStart[n]!
    const last = this.#wordStart[n + 1]! - 1
    if (last < first || at + 4 * (last - first + 1) > view.byteLength) return 0
    const words = this.#words
    let from = at
    for (let w = first; w < last; w++, from += 4) if (view.getInt32(from, true) !== words[w]) return 0
    const mask = this.#lastMask[n]!
    if ((view.getInt32(from, true) & mask) !== words[last]) return 0
    // 1 to 4 bytes count in the last word
    return from - at + 4 - (Math.clz32(mask) >> 3)
  }

  /** The expected name was read. */
  accept(n: number): void {
    this.#last = n
  }

  /** Number of the key that the tokens have just read, UNDECLARED = none. */
  find(tokens: Tokens): number {
    const { bytes, start, end } = keyOf(tokens)
    const found = this.#table.entryOf(bytes, start, end, hashOf(bytes, start, end))
    if (found < 0) return UNDECLARED
    this.#following[this.#last + 1] = found
    this.#last = found
    return found
  }

  #add(name: Uint8Array): void {
    const n = this.#names.rowCount
    this.#table.add(n, hashOf(name, 0, name.length))
    this.#names.set(n, name, 0, name.length)
    const size = name.length + 1
    const wordCount = Math.ceil(size / 4)
    const quoted = new Uint8Array(4 * wordCount)
    quoted.set(name)
    quoted[name.length] = QUOTE
    const view = new DataView(quoted.buffer)
    const first = this.#wordStart[n]!
    this.#words = Int32Array.of(
      ...this.#words,
      ...Array.from({ length: wordCount }, (_, w) => view.getInt32(4 * w, true)),
    )
    this.#wordStart[n + 1] = first + wordCount
    this.#lastMask[n] = -1 >>> (8 * (4 * wordCount - size))
  }
}

/** Names that no table declares: the first IGNORED_FIELDS_MAX of them. */
export class IgnoredNames {
  readonly #names = new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })
  readonly #table = new ByteTable(this.#names)
  readonly #texts = new Set<string>()

  get texts(): Iterable<string> {
    return this.#texts
  }

  /** The key that the tokens have just read. */
  add(tokens: Tokens): void {
    const { bytes, start, end } = keyOf(tokens)
    const hash = hashOf(bytes, start, end)
    if (this.#texts.size >= IGNORED_FIELDS_MAX || this.#table.entryOf(bytes, start, end, hash) >= 0) return
    this.#texts.add(cutBytes(bytes, start, end))
    if (end - start > REMEMBERED_BYTES_MAX) return
    this.#table.add(this.#names.rowCount, hash)
    this.#names.set(this.#names.rowCount, bytes, start, end)
  }
}

/** Where the key that was just read stands, without escapes. */
function keyOf(tokens: Tokens): { bytes: Uint8Array; start: number; end: number } {
  const { bytes, start, end } = tokens
  if (!tokens.escaped) return { bytes, start, end }
  const length = tokens.unescape(start, end)
  return { bytes: tokens.unescaped, start: 0, end: length }
}
