/**
 * The work breakdown structure of a project of P6: its rows are no tasks of ours; a task has the codes down to its row, with points between, and their
 * names in the same way.
 */
import { WBS_NAME_SEPARATOR } from '../../../../../shared/contract/schedule/fields.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { GrowingText } from '../../growing-texts.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { NumberList } from '../number-list.ts'
import type { RowRecord } from '../row-record.ts'
import { WBS } from './p6-fields.ts'
import type { P6Words } from './p6-words.ts'

const { T } = WBS
const CODE = fieldIndex('wbs_code')
const NAMES = fieldIndex('wbs_name')

/** Levels of a path. */
const LEVELS_MAX = 50
const POINT = Uint8Array.of(0x2e)
const BETWEEN_NAMES = new TextEncoder().encode(WBS_NAME_SEPARATOR)
/** Characters of one text that a path takes: of one that is long the end is no use there. */
const CODE_LENGTH_MAX = 100
const NAME_LENGTH_MAX = 300
/** Bytes of a whole path of names. */
const PATH_BYTES_MAX = 5_000

export class P6Wbs {
  readonly #record: RowRecord
  readonly #codes: GrowingText
  readonly #names: GrowingText
  /** Entry k: the row whose key has the number k, and entry n: the number of the key of the row above row n; -1 = none. */
  readonly #rowOfKey: number[] = []
  readonly #parentKeys = new NumberList()

  /** `record`: what the reader fills for each row. */
  constructor(record: RowRecord, textBytesMax: number) {
    this.#record = record
    this.#codes = new GrowingText({ rowCount: 0, textBytesMax })
    this.#names = new GrowingText({ rowCount: 0, textBytesMax })
  }

  /** The record becomes a row; both are numbers of keys, -1 = it has none. Of rows with one key the first counts. */
  add(key: number, parentKey: number): void {
    if (key < 0 || this.#rowOfKey[key] !== undefined) return
    const { source, start, end } = this.#record
    const n = this.#parentKeys.count
    this.#rowOfKey[key] = n
    this.#parentKeys.push(parentKey)
    if (this.#record.has(T.code)) this.#codes.set(n, source[T.code], start[T.code], end[T.code])
    if (this.#record.has(T.name)) this.#names.set(n, source[T.name], start[T.name], end[T.name])
  }

  /** When all rows are read: their paths to the tasks, of which entry t of `keys` is the number of the key of task t's row, -1 = none. */
  setPaths(
    keys: NumberList,
    builder: ColumnsBuilder,
    meter: WorkMeter,
    warnings: ImportWarnings,
    words: P6Words,
  ): void {
    const { count } = this.#parentKeys
    const parents = Int32Array.from({ length: count }, (_, n) => this.#rowOf(this.#parentKeys.at(n)))
    const list = WBS.name[words.side]
    const spend = (bytes: number): void =>
      meter.spend(bytes, PATH_COST, [list], () => 'Paths of the work breakdown structure')
    const codes = new Paths({ texts: this.#codes, parents, between: POINT, lengthMax: CODE_LENGTH_MAX }, spend)
    const names = new Paths({ texts: this.#names, parents, between: BETWEEN_NAMES, lengthMax: NAME_LENGTH_MAX }, spend)
    for (let task = 0; task < keys.count; task++) {
      const n = this.#rowOf(keys.at(task))
      if (n < 0) continue
      codes.set(builder, CODE, task, n)
      names.set(builder, NAMES, task, n)
    }
    warnings.add(
      'wbs_too_deep',
      `Rows of ${list} lie in a circle or deeper than ${LEVELS_MAX} levels; their codes begin there.`,
      countDeep(parents),
    )
  }

  #rowOf(key: number): number {
    return key < 0 ? -1 : (this.#rowOfKey[key] ?? -1)
  }
}

/** What a byte of a path costs: it is put together, looked up and kept. */
const PATH_COST = { steps: 4, memory: 3 }

interface Levels {
  /** Entry n: the text of row n. */
  readonly texts: GrowingText
  /** Entry n: the row above row n, -1 = none. */
  readonly parents: Int32Array
  readonly between: Uint8Array
  /** Characters of a text that a path takes. */
  readonly lengthMax: number
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
    const { texts, parents, between, lengthMax } = this.#levels
    const chain: number[] = []
    for (let at = n; at >= 0 && chain.length < LEVELS_MAX; at = parents[at]) chain.push(at)
    this.#length = 0
    for (let level = chain.length - 1; level >= 0 && this.#length < PATH_BYTES_MAX; level--) {
      const at = chain[level]
      if (this.#length > 0) this.#append(between, 0, between.length)
      if (at >= texts.rowCount) continue
      this.#append(
        texts.bytes,
        texts.offsets[at],
        cutEnd(texts.bytes, texts.offsets[at], texts.offsets[at + 1], lengthMax),
      )
    }
    this.#spend(this.#length)
  }

  #append(from: Uint8Array, start: number, end: number): void {
    const needed = this.#length + end - start
    if (needed > this.#bytes.length) {
      const more = new Uint8Array(2 * needed)
      more.set(this.#bytes)
      this.#bytes = more
    }
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = from[at]
  }
}

/** Where so many characters of UTF-8 end. */
function cutEnd(bytes: Uint8Array, start: number, end: number, lengthMax: number): number {
  if (end - start <= lengthMax) return end
  let characters = 0
  for (let at = start; at < end; at++) if ((bytes[at] & 0xc0) !== 0x80 && ++characters > lengthMax) return at
  return end
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
