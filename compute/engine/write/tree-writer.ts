/** What the envelope needs of a format. Both writers put the same tree into bytes; undefined members are left out. */
import type { ResultValue } from '../result/result.ts'

export interface TreeWriter {
  /** Begins a map of so many members; each is then a key() and what value() or another map writes. */
  beginMap(memberCount: number): void
  key(name: string, isFirst: boolean): void
  value(value: ResultValue): void
  endMap(): void
}

/** Names of the members a map will have on paper. */
export const writtenNames = (map: Readonly<Record<string, ResultValue | undefined>>): string[] =>
  Object.keys(map).filter(name => map[name] !== undefined)

export function writeMembers(writer: TreeWriter, map: Readonly<Record<string, ResultValue | undefined>>): void {
  const names = writtenNames(map)
  writer.beginMap(names.length)
  for (let i = 0; i < names.length; i++) {
    writer.key(names[i], i === 0)
    writer.value(map[names[i]]!)
  }
  writer.endMap()
}
