/** PROJWBS: the rows of the work breakdown structure are no tasks of ours; a task has the short names down to its row, with points between. */
import { GrowingText } from '../../growing-texts.ts'
import { KeyTable } from './key-table.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'

const WANTED = ['wbs_id', 'parent_wbs_id', 'wbs_short_name', 'wbs_name', 'proj_node_flag', 'proj_id']
const [ID, PARENT, SHORT_NAME, NAME, IS_PROJECT, PROJECT] = WANTED.keys()

/** Levels of a path; a hostile file could make paths as long as the file, one for each row. */
const LEVELS_MAX = 50
const POINT = Uint8Array.of(0x2e)

export class XerWbs {
  /** Entry n: path of row n. */
  readonly paths: GrowingText
  readonly #keys: KeyTable
  /** Name of the row that stands for the project. */
  projectName: string | null = null

  constructor(file: XerFile, project: XerProject) {
    const { length } = file.bytes
    const names = new GrowingText({ rowCount: 0, textBytesMax: length })
    this.paths = new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })
    this.#keys = new KeyTable(length)
    const rows = new XerRows(file, 'PROJWBS', WANTED)
    while (rows.next()) {
      const n = this.#keys.add(rows, ID)
      if (n < 0) continue
      if (rows.is(IS_PROJECT, 'Y') && (project.id === undefined || rows.is(PROJECT, project.id)))
        this.projectName ??= rows.string(NAME) || null
      if (rows.text(SHORT_NAME)) names.set(n, rows.bytes, rows.from, rows.to)
    }
    rows.finish()
    this.#makePaths(file, names, this.#parentsOf(file))
  }

  /** Number of the row that field i names, -1 = none. */
  find(rows: XerRows, i: number): number {
    return this.#keys.find(rows, i)
  }

  /** A second time over the rows, since a parent may stand below its child. */
  #parentsOf(file: XerFile): Int32Array {
    const parents = new Int32Array(this.#keys.count).fill(-1)
    const rows = new XerRows(file, 'PROJWBS', WANTED)
    while (rows.next()) {
      const n = this.#keys.find(rows, ID)
      if (n >= 0 && parents[n] < 0) parents[n] = this.#keys.find(rows, PARENT)
    }
    return parents
  }

  #makePaths(file: XerFile, names: GrowingText, parents: Int32Array): void {
    const chain: number[] = []
    let cut = 0
    const path = { bytes: new Uint8Array(256), length: 0 }
    for (let n = 0; n < parents.length; n++) {
      chain.length = 0
      for (let at = n; at >= 0 && chain.length < LEVELS_MAX; at = parents[at]) chain.push(at)
      if (chain.length === LEVELS_MAX) cut++
      path.length = 0
      for (let level = chain.length - 1; level >= 0; level--) {
        const at = chain[level]
        if (path.length > 0) append(path, POINT, 0, 1)
        if (at < names.rowCount) append(path, names.bytes, names.offsets[at], names.offsets[at + 1])
      }
      // bounded: of a name that is long the end is no use in a path
      this.paths.set(n, path.bytes, 0, path.length)
    }
    file.warnings.add(
      'wbs_too_deep',
      `Rows of PROJWBS lie in a circle or deeper than ${LEVELS_MAX} levels; their codes begin there.`,
      cut,
    )
  }
}

/** Bytes of one short name that a path takes. */
const NAME_BYTES_MAX = 100

function append(path: { bytes: Uint8Array; length: number }, from: Uint8Array, start: number, end: number): void {
  let last = Math.min(end, start + NAME_BYTES_MAX)
  // not within a character
  while (last < end && last > start && (from[last] & 0xc0) === 0x80) last--
  const needed = path.length + last - start
  if (needed > path.bytes.length) {
    const more = new Uint8Array(2 * needed)
    more.set(path.bytes)
    path.bytes = more
  }
  for (let at = start; at < last; at++) path.bytes[path.length++] = from[at]
}
