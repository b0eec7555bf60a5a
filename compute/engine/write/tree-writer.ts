/** What the envelope needs of a format. Both writers put the same tree into bytes; undefined members are left out. */
import type { ResultValue } from '../result/result.ts'

export interface TreeWriter {
  /** Begins a map of so many members; each is then a key() and what value() or another map writes. */
  beginMap(memberCount: number): void
  key(name: string, isFirst: boolean): void
  value(value: ResultValue): void
  endMap(): void
}

/** How many members a map will have on paper. */
export function writtenCount(map: Readonly<Record<string, ResultValue | undefined>>): number {
  let count = 0
  for (const name in map) if (map[name] !== undefined) count++
  return count
}

export function writeMembers(writer: TreeWriter, map: Readonly<Record<string, ResultValue | undefined>>): void {
  writer.beginMap(writtenCount(map))
  let isFirst = true
  for (const name in map) {
    const value = map[name]
    if (value === undefined) continue
    writer.key(name, isFirst)
    writer.value(value)
    isFirst = false
  }
  writer.endMap()
}
