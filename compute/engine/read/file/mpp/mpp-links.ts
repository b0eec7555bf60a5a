/** Links of an .mpp: a record of 20 bytes each. */
import { sortedBy } from '../file-schedule.ts'
import type { TaskKeeper } from '../ms-project/task-keeper.ts'
import type { Block } from './block.ts'
import { i32, u16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'

const LAYOUT = { metaSize: 10, second: { least: 8, most: 16 } }
const LINK_BYTES = 20
const LINK = { predecessor: 4, successor: 8, type: 12, lag: 14 } as const

/** Links by the row of their successor. */
export class Links {
  readonly #block: Block
  readonly #isRearranged: boolean
  #order: Uint32Array = new Uint32Array(0)
  #first: Uint32Array = new Uint32Array(1)

  constructor(block: Block, isRearranged: boolean) {
    this.#block = block
    this.#isRearranged = isRearranged
  }

  group(rowOf: ReadonlyMap<number, number>, rowCount: number): void {
    const { records } = this.#block
    const { data } = records
    const rows: number[] = []
    const links: number[] = []
    let last = -1
    for (let i = 0; i < records.count; i++) {
      const from = records.start(i)
      if (from < 0 || from + LINK_BYTES > records.end(i) || u16(records.meta, records.metaAt(i)) !== 0) continue
      // numbers of links rise; one that does not is an old copy
      const number = i32(data, from)
      if (number <= last) continue
      last = number
      const successor = i32(data, from + LINK.successor)
      const row = rowOf.get(successor)
      if (row === undefined || i32(data, from + LINK.predecessor) === successor) continue
      rows.push(row)
      links.push(from)
    }
    const keys = Int32Array.from(rows)
    this.#first = new Uint32Array(rowCount + 1)
    for (const key of keys) this.#first[key + 1]++
    for (let row = 0; row < rowCount; row++) this.#first[row + 1] += this.#first[row]
    this.#order = sortedBy(keys, keys.length, rowCount).map(n => links[n])
  }

  /** Those of a row to the keeper. */
  give(row: number, tasks: TaskKeeper): void {
    const { data } = this.#block.records
    for (let n = this.#first[row]; n < this.#first[row + 1]; n++) {
      const at = this.#order[n]
      const lagAt = at + LINK.lag + (this.#isRearranged ? 0 : 2)
      const unitAt = at + LINK.lag + (this.#isRearranged ? 4 : 0)
      const type = u16(data, at + LINK.type)
      const predecessor = i32(data, at + LINK.predecessor)
      tasks.links.push(tasks.rows.count, predecessor, false, type & 3, i32(data, lagAt), u16(data, unitAt))
    }
  }
}

export const linksOf = (file: MppFile): Links => new Links(file.block('TBkndCons', LAYOUT), file.isRearranged)
