/**
 * PROJWBS: the rows of the work breakdown structure are no tasks of ours; a task has the short names down to its row, with points between, and their
 * names in the same way.
 */
import { WBS_NAME_SEPARATOR } from '../../../../../shared/schedule/fields.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { GrowingText } from '../../growing-texts.ts'
import { KeyTable } from './key-table.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'

const WANTED = ['wbs_id', 'parent_wbs_id', 'wbs_short_name', 'wbs_name', 'proj_node_flag', 'proj_id']
const [ID, PARENT, SHORT_NAME, NAME, IS_PROJECT, PROJECT] = WANTED.keys()

const CODE = fieldIndex('wbs_code')
const NAMES = fieldIndex('wbs_name')

/** Levels of a path. */
const LEVELS_MAX = 50
const POINT = Uint8Array.of(0x2e)
const BETWEEN_NAMES = new TextEncoder().encode(WBS_NAME_SEPARATOR)
/** Bytes of one text that a path takes: of one that is long the end is no use there. */
const CODE_BYTES_MAX = 100
const NAME_BYTES_MAX = 300
/** Of a whole path of names. */
const PATH_BYTES_MAX = 5_000

export class XerWbs {
  readonly #codes: Paths
  readonly #names: Paths
  readonly #keys: KeyTable
  /** Name of the row that stands for the project. */
  projectName: string | null = null

  constructor(file: XerFile, project: XerProject) {
    const { length } = file.bytes
    const shortNames = new GrowingText({ rowCount: 0, textBytesMax: length })
    const names = new GrowingText({ rowCount: 0, textBytesMax: length })
    this.#keys = new KeyTable(length)
    const rows = new XerRows(file, 'PROJWBS', WANTED)
    while (rows.next()) {
      const n = this.#keys.add(rows, ID)
      if (n < 0) continue
      if (rows.is(IS_PROJECT, 'Y') && (project.id === undefined || rows.is(PROJECT, project.id)))
        this.projectName ??= rows.string(NAME) || null
      if (rows.text(SHORT_NAME)) shortNames.set(n, rows.bytes, rows.from, rows.to)
      if (rows.text(NAME)) names.set(n, rows.bytes, rows.from, rows.to)
    }
    rows.finish()
    const parents = this.#parentsOf(file)
    const spend = (bytes: number): void =>
      file.meter.spend(bytes, PATH_COST, ['PROJWBS'], () => 'Paths of the work breakdown structure')
    this.#codes = new Paths({ texts: shortNames, parents, between: POINT, bytesMax: CODE_BYTES_MAX }, spend)
    this.#names = new Paths({ texts: names, parents, between: BETWEEN_NAMES, bytesMax: NAME_BYTES_MAX }, spend)
    file.warnings.add(
      'wbs_too_deep',
      `Rows of PROJWBS lie in a circle or deeper than ${LEVELS_MAX} levels; their codes begin there.`,
      countDeep(parents),
    )
  }

  /** Number of the row that field i names, -1 = none. */
  find(rows: XerRows, i: number): number {
    return this.#keys.find(rows, i)
  }

  /** Code and names of row n, to a task. */
  setPaths(builder: ColumnsBuilder, task: number, n: number): void {
    this.#codes.set(builder, CODE, task, n)
    this.#names.set(builder, NAMES, task, n)
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
}

/** Of a byte of a path: it is put together, looked up and kept. */
const PATH_COST = { steps: 4, memory: 3 }

interface Levels {
  /** Entry n: the text of row n. */
  readonly texts: GrowingText
  /** Entry n: the row above row n, -1 = none. */
  readonly parents: Int32Array
  readonly between: Uint8Array
  readonly bytesMax: number
}

/** The texts down to a row, made when a task first needs them: each repeats all that stands above it. */
class Paths {
  readonly #levels: Levels
  readonly #spend: (bytes: number) => void
  /** Entry n: 2 + the code of the path of row n among the values of the column; 1 = the path is empty, 0 = not made yet. */
  readonly #made: Uint32Array
  #bytes = new Uint8Array(256)
  #length = 0

  constructor(levels: Levels, spend: (bytes: number) => void) {
    this.#levels = levels
    this.#spend = spend
    this.#made = new Uint32Array(levels.texts.rowCount === 0 ? 0 : levels.parents.length)
  }

  set(builder: ColumnsBuilder, f: number, task: number, n: number): void {
    if (n >= this.#made.length) return
    if (this.#made[n] === 0) {
      this.#lay(n)
      this.#made[n] = this.#length === 0 ? 1 : 2 + builder.codes(f).codeOf(this.#bytes, 0, this.#length)
    }
    if (this.#made[n] > 1) builder.codes(f).setCode(task, this.#made[n] - 2)
  }

  #lay(n: number): void {
    const { texts, parents, between, bytesMax } = this.#levels
    const chain: number[] = []
    for (let at = n; at >= 0 && chain.length < LEVELS_MAX; at = parents[at]) chain.push(at)
    this.#length = 0
    for (let level = chain.length - 1; level >= 0 && this.#length < PATH_BYTES_MAX; level--) {
      const at = chain[level]
      if (this.#length > 0) this.#append(between, 0, between.length)
      if (at >= texts.rowCount) continue
      this.#append(texts.bytes, texts.offsets[at], Math.min(texts.offsets[at + 1], texts.offsets[at] + bytesMax))
    }
    this.#spend(this.#length)
  }

  #append(from: Uint8Array, start: number, end: number): void {
    let last = end
    // not within a character
    while (last < from.length && last > start && (from[last] & 0xc0) === 0x80) last--
    const needed = this.#length + last - start
    if (needed > this.#bytes.length) {
      const more = new Uint8Array(2 * needed)
      more.set(this.#bytes)
      this.#bytes = more
    }
    for (let at = start; at < last; at++) this.#bytes[this.#length++] = from[at]
  }
}

/** Rows that lie LEVELS_MAX levels deep or deeper, as those of a circle do. */
function countDeep(parents: Int32Array): number {
  /** Entry n: levels of row n, at most LEVELS_MAX; 0 = not known, -1 = on the way up from the row that is looked at. */
  const levels = new Int8Array(parents.length)
  const way: number[] = []
  let deep = 0
  for (let n = 0; n < parents.length; n++) {
    let at = n
    for (; at >= 0 && levels[at] === 0; at = parents[at]) {
      levels[at] = -1
      way.push(at)
    }
    let above = at < 0 ? 0 : levels[at] < 0 ? LEVELS_MAX : levels[at]
    while (way.length > 0) levels[way.pop()!] = above = Math.min(LEVELS_MAX, above + 1)
    if (levels[n] === LEVELS_MAX) deep++
  }
  return deep
}
