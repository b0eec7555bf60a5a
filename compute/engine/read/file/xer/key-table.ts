/** Keys of rows (task_id, rsrc_id ...) to numbers, on bytes: no string is made of them. */
import { hashOf } from '../../../ids/byte-hash.ts'
import { ByteTable } from '../../../ids/byte-table.ts'
import { GrowingText } from '../../growing-texts.ts'
import type { XerRows } from './xer-rows.ts'

export class KeyTable {
  readonly #texts: GrowingText
  readonly #table: ByteTable
  /** Hash of the key that find() looked for last. */
  #hash = 0
  /** Keys so far; the next one gets this number. */
  get count(): number {
    return this.#texts.rowCount
  }

  constructor(bytesMax: number) {
    this.#texts = new GrowingText({ rowCount: 0, textBytesMax: bytesMax })
    this.#table = new ByteTable(this.#texts)
  }

  /** Number of the key in field i, -1 = it is not there. */
  find(rows: XerRows, i: number): number {
    const { body } = rows
    const start = rows.start(i)
    const end = rows.end(i)
    if (start >= end) return -1
    this.#hash = hashOf(body, start, end)
    return this.#table.entryOf(body, start, end, this.#hash)
  }

  /** Number of a key that is new, -1 = it is empty or was there before. */
  add(rows: XerRows, i: number): number {
    return this.find(rows, i) >= 0 || rows.isEmpty(i) ? -1 : this.addMissing(rows, i)
  }

  /** Number of the key, which is a new one where it was not there; -1 = the field is empty. */
  numberOf(rows: XerRows, i: number): number {
    const found = this.find(rows, i)
    return found >= 0 || rows.isEmpty(i) ? found : this.addMissing(rows, i)
  }

  /** Number of the key that find() has just not found. */
  addMissing(rows: XerRows, i: number): number {
    const number = this.#texts.rowCount
    this.#texts.set(number, rows.body, rows.start(i), rows.end(i))
    this.#table.add(number, this.#hash)
    return number
  }
}
