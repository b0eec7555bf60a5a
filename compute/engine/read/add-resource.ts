/** The name of a resource to the column of `resources`, without the blanks around it. */
import { skipBlanks, skipBlanksBack } from '../../../shared/schedule/dependency.ts'
import { type ColumnsBuilder, fieldIndex } from './columns-builder.ts'

export const RESOURCES = fieldIndex('resources')

/** An ASCII character that is no blank. */
const isVisible = (c: number): boolean => c > 0x20 && c < 0x80

export function addResource(builder: ColumnsBuilder, row: number, bytes: Uint8Array, from: number, to: number): void {
  let start = from
  let end = to
  if (to > from && !(isVisible(bytes[from]) && isVisible(bytes[to - 1]))) {
    start = skipBlanks(bytes, from, to)
    end = skipBlanksBack(bytes, start, to)
  }
  if (end > start) builder.codeSets(RESOURCES).add(row, bytes, start, end)
}
