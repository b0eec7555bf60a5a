/** Keys of rows (task_id, rsrc_id ...) to numbers, on bytes: no string is made of them. */
import { hashOf } from '../../../ids/byte-hash.ts'
import { ByteTable } from '../../../ids/byte-table.ts'
import { GrowingText } from '../../growing-columns.ts'
import type { XerRows } from './xer-rows.ts'

export class KeyTable {
  readonly #texts: GrowingText
  readonly #table: ByteTable
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
    return start >= end ? -1 : this.#table.entryOf(body, start, end, hashOf(body, start, end))
  }

  /** Number of a key that is new, -1 = it is empty or was there before. */
  add(rows: XerRows, i: number): number {
    const { body } = rows
    const start = rows.start(i)
    const end = rows.end(i)
    if (start >= end) return -1
    const hash = hashOf(body, start, end)
    if (this.#table.entryOf(body, start, end, hash) >= 0) return -1
    const number = this.#texts.rowCount
    this.#texts.set(number, body, start, end)
    this.#table.add(number, hash)
    return number
  }
}
