/**
 * One of the tables of an .mpp, such as that of the tasks: records of a fixed layout with some bytes about each, a second part of these records, and
 * values of any length by the unique id of their row.
 */

import { sortedBy } from '../file-schedule.ts'
import { NumberList } from '../number-list.ts'
import { i32, u16 } from './little-endian.ts'

const META_FIRST_AT = 16
const META_OFFSET_AT = 4

/** Records with the bytes about them: record i is data[start(i) .. end(i)), its meta bytes are from metaAt(i) on. */
export class Records {
  readonly meta: Uint8Array
  readonly data: Uint8Array
  readonly metaSize: number
  readonly count: number

  constructor(meta: Uint8Array, data: Uint8Array, metaSize: number) {
    this.meta = meta
    this.data = data
    this.metaSize = metaSize
    this.count = metaSize === 0 ? 0 : Math.max(0, Math.floor((meta.length - META_FIRST_AT) / metaSize))
  }

  metaAt(i: number): number {
    return META_FIRST_AT + i * this.metaSize
  }

  /** -1 = the record lies not in the data. */
  start(i: number): number {
    if (i >= this.count) return -1
    const offset = i32(this.meta, this.metaAt(i) + META_OFFSET_AT)
    return offset >= 0 && offset < this.data.length ? offset : -1
  }

  /** Where the next record begins. */
  end(i: number): number {
    const from = this.start(i)
    const next = i + 1 < this.count ? i32(this.meta, this.metaAt(i + 1) + META_OFFSET_AT) : this.data.length
    return next > from ? Math.min(next, this.data.length) : this.data.length
  }

  /** Bits of a byte about record i. */
  has(i: number, byte: number, bits: number): boolean {
    return i < this.count && byte < this.metaSize && (this.meta[this.metaAt(i) + byte] & bits) !== 0
  }
}

const VAR_FIRST_AT = 24
const ITEM_BYTES_OLD = 8
const ITEM_BYTES = 12
const SIZE_BYTES = 4

/** Values of any length: item k is of row rowOf(uid), under a key, data[start .. start + size). */
class VarData {
  readonly data: Uint8Array
  readonly #meta: Uint8Array
  readonly #isOld: boolean
  readonly count: number
  /** Items by row; set by group(). */
  #order: Uint32Array = new Uint32Array(0)
  #first: Uint32Array = new Uint32Array(1)

  constructor(meta: Uint8Array, data: Uint8Array, isOld: boolean) {
    this.#meta = meta
    this.data = data
    this.#isOld = isOld
    this.count = Math.max(0, Math.floor((meta.length - VAR_FIRST_AT) / this.#itemBytes))
  }

  get #itemBytes(): number {
    return this.#isOld ? ITEM_BYTES_OLD : ITEM_BYTES
  }

  uid(k: number): number {
    const at = VAR_FIRST_AT + k * this.#itemBytes
    return this.#isOld ? i32(this.#meta, at) & 0xffffff : i32(this.#meta, at)
  }

  key(k: number): number {
    const at = VAR_FIRST_AT + k * this.#itemBytes
    return this.#isOld ? this.#meta[at + 3] : u16(this.#meta, at + 8)
  }

  /** Where the value begins; its size is size(k). */
  start(k: number): number {
    return i32(this.#meta, VAR_FIRST_AT + k * this.#itemBytes + 4) + SIZE_BYTES
  }

  /** 0 = it lies not in the data. */
  size(k: number): number {
    const from = this.start(k)
    if (from < SIZE_BYTES || from > this.data.length) return 0
    const size = i32(this.data, from - SIZE_BYTES)
    return size > 0 && from + size <= this.data.length ? size : 0
  }

  /** Sorts the items by row; those of no row are left out. */
  group(rowOf: ReadonlyMap<number, number>, rowCount: number): void {
    const rows = new NumberList()
    const items = new NumberList()
    for (let k = 0; k < this.count; k++) {
      const row = rowOf.get(this.uid(k))
      if (row === undefined) continue
      rows.push(row)
      items.push(k)
    }
    const keys = Int32Array.from(rows.values.subarray(0, rows.count))
    const order = sortedBy(keys, keys.length, rowCount)
    this.#first = new Uint32Array(rowCount + 1)
    for (const key of keys) this.#first[key + 1]++
    for (let row = 0; row < rowCount; row++) this.#first[row + 1] += this.#first[row]
    this.#order = order.map(n => items.at(n))
  }

  /** Items of a row: item(n) for n from first(row) up to first(row + 1). */
  first(row: number): number {
    return this.#first[row] ?? 0
  }
  item(n: number): number {
    return this.#order[n]
  }
}

export interface Block {
  readonly records: Records
  readonly second: Records
  readonly values: VarData
}

/** Least and most bytes about a second part of a record. */
interface SecondSizes {
  readonly least: number
  readonly most: number
}

export interface BlockLayout {
  readonly metaSize: number
  readonly second: SecondSizes
}

/** `read`: a stream of the table by its name, empty where it has none. */
export function blockOf({ metaSize, second }: BlockLayout, read: (name: string) => Uint8Array, isOld: boolean): Block {
  const records = new Records(read('FixedMeta'), read('FixedData'), metaSize)
  const secondMeta = read('Fixed2Meta')
  return {
    records,
    second: new Records(secondMeta, read('Fixed2Data'), sizeIn(secondMeta, second, records.count)),
    values: new VarData(read('VarMeta'), read('Var2Data'), isOld),
  }
}

/** The size that divides the length and gives as many items as there are records; else the one that fits best. 0 = none. */
function sizeIn(meta: Uint8Array, { least, most }: SecondSizes, count: number): number {
  const length = meta.length - META_FIRST_AT
  if (length <= 0 || count === 0) return 0
  for (let size = least; size <= most; size++) if (length === size * count) return size
  let best = 0
  let off = Number.POSITIVE_INFINITY
  for (let size = least; size <= most; size++) {
    if (length % size !== 0 || Math.abs(length / size - count) >= off) continue
    best = size
    off = Math.abs(length / size - count)
  }
  return best === 0 ? least : best
}
