/** The name of a resource to the column of `resources`, without the blanks around it. */
import { skipBlanks, skipBlanksBack } from '../../../shared/contract/schedule/dependency.ts'
import { type ColumnsBuilder, fieldIndex } from './columns-builder.ts'

export const RESOURCES = fieldIndex('resources')

export function addResource(builder: ColumnsBuilder, row: number, bytes: Uint8Array, from: number, to: number): void {
  const start = skipBlanks(bytes, from, to)
  const end = skipBlanksBack(bytes, start, to)
  if (end > start) builder.codeSets(RESOURCES).add(row, bytes, start, end)
}
