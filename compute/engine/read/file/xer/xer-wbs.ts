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

/** Levels of a path; a hostile file could make paths as long as the file, one for each row. */
const LEVELS_MAX = 50
const POINT = Uint8Array.of(0x2e)
const BETWEEN_NAMES = new TextEncoder().encode(WBS_NAME_SEPARATOR)

export class XerWbs {
  /** Entry n: path of row n, by short names and by names. */
  readonly #codes = pathTexts()
  readonly #names = pathTexts()
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
    const cut = fillPaths(this.#codes, { texts: shortNames, parents, between: POINT, bytesMax: CODE_BYTES_MAX })
    if (names.rowCount > 0)
      fillPaths(this.#names, { texts: names, parents, between: BETWEEN_NAMES, bytesMax: NAME_BYTES_MAX })
    file.warnings.add(
      'wbs_too_deep',
      `Rows of PROJWBS lie in a circle or deeper than ${LEVELS_MAX} levels; their codes begin there.`,
      cut,
    )
  }

  /** Number of the row that field i names, -1 = none. */
  find(rows: XerRows, i: number): number {
    return this.#keys.find(rows, i)
  }

  /** Code and names of row n, to a task. */
  setPaths(builder: ColumnsBuilder, task: number, n: number): void {
    for (const [f, { bytes, offsets }] of [
      [CODE, this.#codes],
      [NAMES, this.#names],
    ] as const)
      if (offsets[n + 1] > offsets[n]) builder.codes(f).set(task, bytes, offsets[n], offsets[n + 1])
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

const pathTexts = (): GrowingText => new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })

/** Bytes of one text that a path takes: of one that is long the end is no use there. */
const CODE_BYTES_MAX = 100
const NAME_BYTES_MAX = 300
/** Of a whole path of names. */
const PATH_BYTES_MAX = 5_000

interface Levels {
  /** Entry n: the text of row n. */
  readonly texts: GrowingText
  /** Entry n: the row above row n, -1 = none. */
  readonly parents: Int32Array
  readonly between: Uint8Array
  readonly bytesMax: number
}

/** The texts down to each row; returns how many of them do not begin at the top. */
function fillPaths(paths: GrowingText, { texts, parents, between, bytesMax }: Levels): number {
  const chain: number[] = []
  let cut = 0
  const path = { bytes: new Uint8Array(256), length: 0 }
  for (let n = 0; n < parents.length; n++) {
    chain.length = 0
    for (let at = n; at >= 0 && chain.length < LEVELS_MAX; at = parents[at]) chain.push(at)
    if (chain.length === LEVELS_MAX) cut++
    path.length = 0
    for (let level = chain.length - 1; level >= 0 && path.length < PATH_BYTES_MAX; level--) {
      const at = chain[level]
      if (path.length > 0) append(path, between, 0, between.length)
      if (at >= texts.rowCount) continue
      append(path, texts.bytes, texts.offsets[at], Math.min(texts.offsets[at + 1], texts.offsets[at] + bytesMax))
    }
    paths.set(n, path.bytes, 0, path.length)
  }
  return cut
}

function append(path: { bytes: Uint8Array; length: number }, from: Uint8Array, start: number, end: number): void {
  let last = end
  // not within a character
  while (last < from.length && last > start && (from[last] & 0xc0) === 0x80) last--
  const needed = path.length + last - start
  if (needed > path.bytes.length) {
    const more = new Uint8Array(2 * needed)
    more.set(path.bytes)
    path.bytes = more
  }
  for (let at = start; at < last; at++) path.bytes[path.length++] = from[at]
}
