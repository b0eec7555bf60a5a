/**
 * Walks a stored result: what stands outside of lists comes as values, lists come item by item, in the order of the envelope. A table
 * that stands there as columns comes as the list that it would be, so nobody behind knows of options.table.
 */
import { tableOfKey } from '../../../../shared/contract/endpoint/table-form.ts'
import { JsonSource } from './json-source.ts'

/** Names of the members that lead to a value, e.g. data, agreement, fields. */
export type MemberPath = readonly string[]

export interface ResultVisitor {
  /** A text, number, boolean or null. */
  value(path: MemberPath, value: unknown): void
  beginList(path: MemberPath): void
  /** An item, whole, with everything in it. */
  item(value: unknown): void
  endList(): void
}

export function visitResult(chunks: Iterable<Uint8Array>, visitor: ResultVisitor): void {
  const source = new JsonSource(chunks)
  const path: string[] = []
  const visitColumns = (table: string): void => {
    visitor.beginList([...path.slice(0, -1), table])
    for (const row of rowsOfColumns(source)) visitor.item(row)
    visitor.endList()
  }
  const visit = (): void => {
    const table = source.isObject ? tableOfKey(path.at(-1) ?? '') : undefined
    if (table !== undefined) visitColumns(table)
    else if (source.isObject) {
      source.members(name => {
        path.push(name)
        visit()
        path.pop()
      })
    } else if (source.isArray) {
      visitor.beginList([...path])
      source.items(() => visitor.item(source.value()))
      visitor.endList()
    } else visitor.value([...path], source.value())
  }
  visit()
}

/** An object of lists as a list of objects. The bytes of the lists lie in memory meanwhile, their values do not. */
function* rowsOfColumns(source: JsonSource): Generator<Readonly<Record<string, unknown>>> {
  const columns: { readonly name: string; readonly cells: JsonSource }[] = []
  source.members(name => columns.push({ name, cells: new JsonSource(source.bytes()) }))
  let hasRow = columns.length > 0
  for (const { cells } of columns) hasRow = cells.firstItem() && hasRow
  while (hasRow) {
    const row: Record<string, unknown> = {}
    for (const { name, cells } of columns) row[name] = cells.value()
    yield row
    for (const { cells } of columns) hasRow = cells.nextItem() && hasRow
  }
}
