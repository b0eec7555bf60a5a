/**
 * Links of a list as the scanner left them, for rows whose predecessors are plain: the id or the text of each. link-reader.ts finds out whom they
 * name.
 */
import { RELATION_TYPES } from '../../../shared/schedule/fields.ts'
import { bytesMoved, NO_BYTES, NO_NUMBERS, NO_WORDS, numbersMoved, wordsMoved } from './growing-columns.ts'

/** Code of a link that is one string. Of others it is the type, plus ELAPSED where the lag counts round the clock. */
export const TEXT_LINK = 255
const ELAPSED = RELATION_TYPES.length

export const typeOfCode = (code: number): number => code & (ELAPSED - 1)
export const isElapsedCode = (code: number): boolean => (code & ELAPSED) !== 0

export class LinkRecords {
  /** Entry k: offset in the body, end of the text in `texts`, where the next one begins, code, and lag of record k. */
  at = NO_WORDS
  textEnds = NO_WORDS
  texts = NO_BYTES
  textBytes = 0
  codes = NO_BYTES
  lags = NO_NUMBERS
  count = 0
  /** Entry i: records up to row i; 0 = row i was read in another way. */
  rowEnds = NO_WORDS

  /** Records of the rows from `row` on; `ends` counts from 0. Room is made for `rowsExpected` rows at once. */
  append(row: number, block: LinkBlock, rowsExpected: number): void {
    const { at, textEnds, texts, codes, lags, ends } = block
    const rows = row + ends.length
    if (rows > this.rowEnds.length) this.rowEnds = wordsMoved(this.rowEnds, Math.max(rows, rowsExpected))
    for (let i = 0; i < ends.length; i++) this.rowEnds[row + i] = this.count + ends[i]
    const count = this.count + at.length
    if (count > this.at.length) this.#grow(Math.max(count, Math.ceil((1.1 * count * rowsExpected) / rows)))
    const textBytes = this.textBytes + texts.length
    if (textBytes > this.texts.length)
      this.texts = bytesMoved(this.texts, Math.max(textBytes, Math.ceil((1.1 * textBytes * rowsExpected) / rows)))
    this.texts.set(texts, this.textBytes)
    for (let k = 0; k < textEnds.length; k++) this.textEnds[this.count + k] = this.textBytes + textEnds[k]
    this.textBytes = textBytes
    this.at.set(at, this.count)
    this.codes.set(codes, this.count)
    this.lags.set(lags, this.count)
    this.count = count
  }

  /** Records up to row i, 0 where there are none. */
  endOf(row: number): number {
    return row < this.rowEnds.length ? this.rowEnds[row] : 0
  }

  #grow(capacity: number): void {
    this.at = wordsMoved(this.at, capacity)
    this.textEnds = wordsMoved(this.textEnds, capacity)
    this.codes = bytesMoved(this.codes, capacity)
    this.lags = numbersMoved(this.lags, capacity)
  }
}

/** The same of a block, its rows and its texts beginning with 0. */
export interface LinkBlock {
  readonly at: Uint32Array
  readonly textEnds: Uint32Array
  readonly texts: Uint8Array
  readonly codes: Uint8Array
  readonly lags: Float64Array
  readonly ends: Uint32Array
}
