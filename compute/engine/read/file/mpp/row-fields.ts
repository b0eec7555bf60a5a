/** Fields of the rows of a table: found by the map of the file, in a record, its second part or among the values. */
import type { Block } from './block.ts'
import { FieldMap } from './field-map.ts'
import { f64, i32, u16 } from './little-endian.ts'
import { known, momentAt } from './values.ts'

export type FieldKind = 'moment' | 'short' | 'whole' | 'double'
const SIZES: Readonly<Record<FieldKind, number>> = { moment: 4, short: 2, whole: 4, double: 8 }

const READERS: Readonly<Record<FieldKind, (bytes: Uint8Array, at: number) => number>> = {
  moment: momentAt,
  short: u16,
  whole: i32,
  double: (bytes, at) => known(f64(bytes, at)),
}

export interface NumberField {
  readonly field: number
  readonly kind: FieldKind
}

/** NaN = the row has it not. `i`: the record. */
export type Get = (i: number) => number

export class RowFields {
  readonly block: Block
  readonly map: FieldMap

  /** The table's own map; `mapBytes`: of the file. */
  constructor(block: Block, mapBytes: Uint8Array, isOld: boolean) {
    this.block = block
    this.map = new FieldMap(mapBytes, isOld)
  }

  /** Reads a field of a record or of its second part; a field among the values is always NaN there. */
  fixed({ field, kind }: NumberField): Get {
    const place = this.map.fixed.get(field)
    if (place === undefined) return () => Number.NaN
    const records = place.part === 0 ? this.block.records : this.block.second
    const { offset } = place
    const size = SIZES[kind]
    const read = READERS[kind]
    return i => {
      const from = records.start(i)
      return from < 0 || from + offset + size > records.end(i) ? Number.NaN : read(records.data, from + offset)
    }
  }

  /** Reads item k of the values. */
  value(k: number, kind: FieldKind): number {
    const { values } = this.block
    const size = values.size(k)
    if (size >= SIZES[kind]) return READERS[kind](values.data, values.start(k))
    return kind === 'whole' && size >= SIZES.short ? u16(values.data, values.start(k)) : Number.NaN
  }

  /** Fields that lie among the values, by their field number: entry f = 1 + its place in the list. */
  amongValues(fields: readonly NumberField[]): Int16Array {
    const places = new Int16Array(0x10000)
    for (const [n, { field }] of fields.entries()) places[field] = n + 1
    return places
  }
}
