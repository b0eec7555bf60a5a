/**
 * Maps the words of an enum and their other spellings to numbers, on bytes: letters and digits count, in either case. It is used only
 * when a value is not exactly one of the words, so only imported files pay for it.
 */
import type { Aliases } from '../../../shared/contract/schedule/aliases.ts'
import { hashOf } from '../ids/byte-hash.ts'
import { ByteTable } from '../ids/byte-table.ts'
import { GrowingText } from './growing-texts.ts'

/** A longer value is no word, however many blanks it has. */
const WORD_BYTES_MAX = 64

const SPACE = 0x20
const MINUS = 0x2d
const UNDERSCORE = 0x5f

const encoder = new TextEncoder()

export class WordTable {
  readonly #texts = new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })
  readonly #table = new ByteTable(this.#texts)
  /** Entry n: the word that spelling n stands for. */
  readonly #words: number[] = []
  readonly #folded = new Uint8Array(WORD_BYTES_MAX)
  /** The value that was looked up last, as it stood, and its word: neighbours in a file mostly have the same. */
  readonly #last = new Uint8Array(WORD_BYTES_MAX)
  #lastLength = -1
  #lastWord = -1

  constructor(words: readonly string[], aliases: Aliases = {}) {
    words.forEach((word, w) => {
      for (const spelling of [word, ...(aliases[word] ?? [])]) this.#add(encoder.encode(spelling), w)
    })
  }

  /** Index of the word that bytes[start, end) spells, -1 = none. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (this.#isLast(bytes, start, end)) return this.#lastWord
    const length = this.#fold(bytes, start, end)
    if (length === 0) return -1
    const folded = this.#folded
    const n = this.#table.entryOf(folded, 0, length, hashOf(folded, 0, length))
    this.#lastLength = end - start
    for (let i = 0; i < end - start; i++) this.#last[i] = bytes[start + i]
    this.#lastWord = n < 0 ? -1 : this.#words[n]
    return this.#lastWord
  }

  #isLast(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== this.#lastLength) return false
    for (let i = 0; i < this.#lastLength; i++) if (bytes[start + i] !== this.#last[i]) return false
    return true
  }

  #add(spelling: Uint8Array, word: number): void {
    const known = this.find(spelling, 0, spelling.length)
    if (known === word) return
    if (known >= 0) throw new Error(`one spelling of two words: ${new TextDecoder().decode(spelling)}`)
    const length = this.#fold(spelling, 0, spelling.length)
    const n = this.#texts.rowCount
    this.#texts.set(n, this.#folded, 0, length)
    this.#table.add(n, hashOf(this.#folded, 0, length))
    this.#words.push(word)
    this.#lastLength = -1
  }

  /** Letters in lower case and digits to #folded; their number, 0 = there is more than letters, digits, blanks, - and _. */
  #fold(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > WORD_BYTES_MAX) return 0
    let length = 0
    for (let at = start; at < end; at++) {
      const c = bytes[at]
      const lower = c | 0x20
      if (lower >= 0x61 && lower <= 0x7a) this.#folded[length++] = lower
      else if (c >= 0x30 && c <= 0x39) this.#folded[length++] = c
      else if (c !== SPACE && c !== MINUS && c !== UNDERSCORE) return 0
    }
    return length
  }
}
