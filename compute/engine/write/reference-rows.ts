/** A list of references by the row writer in WebAssembly: each of them is a row of one cell. */
import type { References } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import { BLOCK_REFERENCES } from './table-block.ts'
import { NOWHERE, type RowForm, tableModule, textRoomOf } from './table-module.ts'

/** Fewer are written sooner in TypeScript. */
const REFERENCES_MIN = 4
/** Texts that do not lie in the memory yet are laid there for a list of them if they are fewer bytes for each of its items. */
const TEXT_BYTES_MAX = 256

/** All of them, with their commas; writeReference writes one in TypeScript. false: nothing is written. */
export function writeReferenceRows(
  sink: ByteSink,
  { values, into, nullWhenEmpty }: References,
  writeReference: (i: number) => void,
): boolean {
  const { length } = values
  if (length < REFERENCES_MIN) return false
  const module = tableModule()
  if (module === undefined || (!module.holds(into) && textRoomOf(into) > TEXT_BYTES_MAX * length)) return false
  const texts = module.layTexts(into)
  if (texts === undefined) return false
  const { u32, i32, layout, blocksAt } = module
  const block = blocksAt + layout.COLUMN_BYTES
  const at = blocksAt >> 2
  module.describeColumn(at, layout.REFERENCE, block, NOWHERE)
  module.describeTexts(at, texts, 0, nullWhenEmpty === true)
  const rowBytes = layout.CELL_BYTES_MAX + 2 * layout.SLACK_BYTES
  const form: RowForm = { firstColumn: 0, columnCount: 1, isObject: false, rowBytes }
  const target = values instanceof Int32Array ? i32 : u32
  for (let from = 0; from < length; ) {
    const count = Math.min(BLOCK_REFERENCES, length - from)
    target.set(count === length ? values : values.subarray(from, from + count), block >> 2)
    const first = from
    from += count
    if (module.writeBlock(sink, blocksAt, count, first === 0, form, row => writeReference(first + row))) continue
    for (; from < length; from++) writeReference(from)
  }
  return true
}
