/**
 * Member names to numbers, on bytes. Objects of one list mostly have the same members in the same order, so the name
 * that followed the last one before is compared first. A LearningNameTable also learns the names that are not declared,
 * up to IGNORED_FIELDS_MAX, so that they are passed over as fast as the others, and so that they can be listed.
 */
import { IGNORED_FIELDS_MAX } from '../../shared/schedule/input.ts'
import { hashOf } from './byte-hash.ts'
import { ByteTable } from './byte-table.ts'
import { cutBytes } from './cut-text.ts'
import { GrowingText } from './growing-columns.ts'
import type { Tokens } from './tokens.ts'

/** A longer name that is not declared is listed, cut, but not learnt. */
const LEARNT_BYTES_MAX = 200

const encoder = new TextEncoder()

export class NameTable {
  readonly #declared: number
  readonly #names: GrowingText
  readonly #table: ByteTable
  /** Entry n + 1: the name that last followed name n; entry 0: the one that began an object. */
  readonly #following: Uint16Array
  #last = -1

  constructor(names: readonly string[], learntMax = 0) {
    this.#declared = names.length
    this.#names = new GrowingText({ rowCount: names.length + learntMax, textBytesMax: Number.MAX_SAFE_INTEGER })
    this.#table = new ByteTable(this.#names, names.length + learntMax)
    this.#following = new Uint16Array(names.length + learntMax + 1)
    for (const name of names) {
      const bytes = encoder.encode(name)
      this.add(bytes, 0, bytes.length)
    }
  }

  /** To be called before the first name of an object. */
  begin(): void {
    this.#last = -1
  }

  /** Number of the key that the tokens have just read, -1 = not declared. */
  findKey(tokens: Tokens): number {
    if (!tokens.escaped) return this.#find(tokens.bytes, tokens.start, tokens.end)
    const length = tokens.unescape(tokens.start, tokens.end)
    return this.#find(tokens.unescaped, 0, length)
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    const { bytes: known, offsets } = this.#names
    const guess = this.#following[this.#last + 1]!
    const from = offsets[guess]!
    if (offsets[guess + 1]! - from === end - start) {
      let i = start
      while (i < end && bytes[i] === known[from + i - start]) i++
      if (i === end) {
        this.#last = guess
        return guess < this.#declared ? guess : -1
      }
    }
    const found = this.#table.entryOf(bytes, start, end, hashOf(bytes, start, end))
    if (found < 0) {
      this.learn(bytes, start, end)
      return -1
    }
    this.#following[this.#last + 1] = found
    this.#last = found
    return found < this.#declared ? found : -1
  }

  /** Called with a name that is not known. */
  protected learn(_bytes: Uint8Array, _start: number, _end: number): void {}

  protected add(bytes: Uint8Array, start: number, end: number): void {
    this.#table.add(this.#names.rowCount, hashOf(bytes, start, end))
    this.#names.set(this.#names.rowCount, bytes, start, end)
  }
}

export class LearningNameTable extends NameTable {
  readonly #ignored = new Set<string>()

  constructor(names: readonly string[]) {
    super(names, IGNORED_FIELDS_MAX)
  }

  /** Names that were asked for and not declared: the first IGNORED_FIELDS_MAX. */
  get ignored(): readonly string[] {
    return [...this.#ignored]
  }

  protected override learn(bytes: Uint8Array, start: number, end: number): void {
    if (this.#ignored.size >= IGNORED_FIELDS_MAX) return
    this.#ignored.add(cutBytes(bytes, start, end))
    if (end - start <= LEARNT_BYTES_MAX) this.add(bytes, start, end)
  }
}
