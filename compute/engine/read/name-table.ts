/**
 * Member names to numbers, on bytes. Objects of one list mostly have the same members in the same order, so the name
 * that followed the last one before is compared first. A table may serve many requests: what it remembers changes no
 * result. Names that are not declared go to an IgnoredNames, of which every request has its own.
 */
import { IGNORED_FIELDS_MAX } from '../../../shared/contract/schedule/input.ts'
import { hashOf } from '../ids/byte-hash.ts'
import { ByteTable } from '../ids/byte-table.ts'
import { cutBytes } from './cut-text.ts'
import { GrowingText } from './growing-texts.ts'
import { type Tokens, UNDECLARED } from './tokens.ts'

const encoder = new TextEncoder()

/** A longer ignored name is cut for the list each time it comes, and not remembered as it is. */
const REMEMBERED_BYTES_MAX = 200

export class NameTable {
  readonly #names: GrowingText
  readonly #table: ByteTable
  /** Entry n + 1: the name that last followed name n; entry 0: the one that began an object. */
  readonly #following: Uint16Array
  #last = -1
  // Name n as JSON.stringify writes it, `"name":`, has sizes[n] bytes. From 8 bytes on they are compared as doubles, the
  // last one overlapping: doubles[doubleStart[n] .. doubleStart[n + 1]). No text makes a NaN or a zero of one, so equal
  // doubles are equal bytes. Shorter ones are compared as two words that overlap.
  readonly #sizes: Uint16Array
  readonly #doubleStart: Uint16Array
  #doubles = new Float64Array(0)
  readonly #firstWord: Int32Array
  readonly #lastWord: Int32Array

  constructor(names: readonly string[]) {
    this.#names = new GrowingText({ rowCount: names.length, textBytesMax: Number.MAX_SAFE_INTEGER })
    this.#table = new ByteTable(this.#names, names.length)
    this.#following = new Uint16Array(names.length + 1)
    this.#sizes = new Uint16Array(names.length)
    this.#doubleStart = new Uint16Array(names.length + 1)
    this.#firstWord = new Int32Array(names.length)
    this.#lastWord = new Int32Array(names.length)
    for (const name of names) this.#add(name)
  }

  /** To be called before the first name of an object. */
  begin(): void {
    this.#last = -1
  }

  /** The name that is expected next. */
  get expected(): number {
    return this.#following[this.#last + 1]
  }

  /** Bytes of `"name":` where name n stands so at `at`, 0 = it does not. */
  matchKey(view: DataView, at: number, n: number): number {
    const size = this.#sizes[n]
    if (at + size > view.byteLength) return 0
    if (size < 8) {
      const isEqual =
        view.getInt32(at, true) === this.#firstWord[n] && view.getInt32(at + size - 4, true) === this.#lastWord[n]
      return isEqual ? size : 0
    }
    const doubles = this.#doubles
    const last = at + size - 8
    let d = this.#doubleStart[n]
    for (let from = at; from < last; from += 8) if (view.getFloat64(from, true) !== doubles[d++]) return 0
    return view.getFloat64(last, true) === doubles[d] ? size : 0
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

  #add(name: string): void {
    const n = this.#names.rowCount
    const bytes = encoder.encode(name)
    this.#names.set(n, bytes, 0, bytes.length)
    this.#table.add(n, hashOf(bytes, 0, bytes.length))
    const quoted = encoder.encode(`${JSON.stringify(name)}:`)
    const view = new DataView(quoted.buffer)
    const last = quoted.length - 8
    const doubles: number[] = []
    for (let from = 0; from < last; from += 8) doubles.push(view.getFloat64(from, true))
    if (last >= 0) doubles.push(view.getFloat64(last, true))
    this.#sizes[n] = quoted.length
    this.#doubleStart[n + 1] = this.#doubleStart[n] + doubles.length
    this.#doubles = Float64Array.of(...this.#doubles, ...doubles)
    this.#firstWord[n] = view.getInt32(0, true)
    this.#lastWord[n] = view.getInt32(quoted.length - 4, true)
  }
}

/** Names that no table declares: the first IGNORED_FIELDS_MAX of them. */
export class IgnoredNames {
  /** Made with the first name: most requests have none. */
  #known: KnownNames | undefined

  get texts(): Iterable<string> {
    return this.#known?.texts ?? []
  }

  /** The key that the tokens have just read. */
  add(tokens: Tokens): void {
    const { bytes, start, end } = keyOf(tokens)
    this.addName(bytes, start, end)
  }

  /** Without escapes. */
  addName(bytes: Uint8Array, start: number, end: number): void {
    this.#known ??= new KnownNames()
    const { names, table, texts } = this.#known
    const hash = hashOf(bytes, start, end)
    if (texts.size >= IGNORED_FIELDS_MAX || table.entryOf(bytes, start, end, hash) >= 0) return
    texts.add(cutBytes(bytes, start, end))
    if (end - start > REMEMBERED_BYTES_MAX) return
    const n = names.rowCount
    names.set(n, bytes, start, end)
    table.add(n, hash)
  }
}

class KnownNames {
  readonly names = new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })
  readonly table = new ByteTable(this.names)
  readonly texts = new Set<string>()
}

/** Where the key that was just read stands, without escapes. */
function keyOf(tokens: Tokens): { bytes: Uint8Array; start: number; end: number } {
  const { bytes, start, end } = tokens
  if (!tokens.escaped) return { bytes, start, end }
  const length = tokens.unescape(start, end)
  return { bytes: tokens.unescaped, start: 0, end: length }
}
