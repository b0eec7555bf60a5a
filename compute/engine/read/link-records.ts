/**
 * Links of a list as the scanner left them, for rows whose predecessors are plain: of each its task, as far as the scanner could say it. Where it could of all
 * links of the list these are its columns; else link-reader.ts goes over them.
 */
import type { LinkColumns } from '../../../shared/contract/schedule/columns.ts'
import { copied, giveBack, zeros } from '../ids/short-arrays.ts'
import {
  bytesMoved,
  integersMoved,
  NO_BYTES,
  NO_INTEGERS,
  NO_NUMBERS,
  NO_WORDS,
  numbersMoved,
  trimmed,
  wordsMoved,
} from './growing-columns.ts'
import type { TaskScanner } from './task-scanner.ts'

// in the place of a task: the link is left to TypeScript, with its text; below it, COMING - the entry of the scanner's ids whose task comes later
const LEFT = -1
const COMING = -2

// what a link is, beside its type
const ELAPSED = 4
const TEXT = 8
/** That text was read as an id with a type and a lag. */
const TAILED = 16

/** So many ids are put into a table in the time in which the scanner is asked for those of one text. */
const TASKS_PER_OPEN = 8

export class LinkRecords {
  count = 0
  /** Entry k: task, type and lag of record k. */
  tasks = NO_INTEGERS
  types = NO_BYTES
  lags = NO_NUMBERS
  /** Entry i + 1: records up to row i; 0 = row i was read in another way. */
  #starts = NO_WORDS
  // of blocks in which a record is unusual, else 0: offset in the body, code, and end of the text in `texts`, where the next one begins
  #at = NO_WORDS
  #codes = NO_BYTES
  #textEnds = NO_WORDS
  texts = NO_BYTES
  #textBytes = 0
  #leftCount = 0
  #comingCount = 0
  /** A text that was read as an id with a tail may be an id as a whole. */
  #isAmbiguous = true
  /** These are the links of the list: nothing is left to find out. */
  isWhole = false
  /** All tasks of the list have theirs here. */
  areAll = false
  /** Records that name a task the scanner could not tell. */
  #openCount = 0

  /** Records of the rows from `row` on; `starts` counts from 0. Room is made for `rowsExpected` rows at once. */
  append(row: number, block: LinkBlock, rowsExpected: number): void {
    const { tasks, types, lags, starts, unusual } = block
    const from = this.count
    const rows = row + starts.length - 1
    if (rows >= this.#starts.length) this.#starts = wordsMoved(this.#starts, Math.max(rows, rowsExpected) + 1)
    if (from === 0) this.#starts.set(starts, row)
    else for (let i = 1; i < starts.length; i++) this.#starts[row + i] = from + starts[i]
    const count = from + tasks.length
    if (count > this.tasks.length) this.#grow(roomFor(count, rows, rowsExpected))
    this.tasks.set(tasks, from)
    this.types.set(types, from)
    this.lags.set(lags, from)
    this.count = count
    if (unusual !== undefined) this.#appendUnusual(from, unusual, rows, rowsExpected)
  }

  /** The arrays are all records that there will be, and nothing about them is unusual; they are not copied. */
  lend({ tasks, types, lags, starts }: LinkBlock): void {
    this.#starts = starts
    this.tasks = tasks
    this.types = types
    this.lags = lags
    this.count = tasks.length
  }

  /** What was lent is about to be overwritten. */
  keep(): void {
    this.#starts = copied(this.#starts)
    this.tasks = copied(this.tasks)
    this.types = copied(this.types)
    this.lags = copied(this.lags)
  }

  #appendUnusual(from: number, { at, codes, textEnds, texts }: UnusualLinks, rows: number, rowsExpected: number): void {
    if (this.count > this.#at.length) this.#growUnusual(this.tasks.length)
    this.#at.set(at, from)
    this.#codes.set(codes, from)
    if (texts.length === 0) return
    const before = this.#textBytes
    const textBytes = before + texts.length
    if (textBytes > this.texts.length) this.texts = bytesMoved(this.texts, roomFor(textBytes, rows, rowsExpected))
    this.texts.set(texts, before)
    if (from > 0) this.#textEnds[from - 1] = before
    for (let k = 0; k < textEnds.length; k++) this.#textEnds[from + k] = before + textEnds[k]
    this.#textBytes = textBytes
  }

  /** What the counts of the scanner say of a block. */
  addCounts(left: number, coming: number): void {
    this.#leftCount += left
    this.#comingCount += coming
  }

  /**
   * At the end of the list, whose ids the scanner still has: the tasks that came later. `areAll`: the scanner read all rows.
   */
  finish(scanner: TaskScanner, areAll: boolean): void {
    let missing = 0
    if (this.#comingCount > 0) {
      for (let k = 0; k < this.count; k++) {
        if (this.tasks[k] > COMING) continue
        const task = scanner.taskOfEntry(COMING - this.tasks[k])
        if (task >= 0) this.tasks[k] = task
        else missing++
      }
    }
    this.#isAmbiguous = scanner.isAmbiguous
    this.areAll = areAll
    this.#openCount = missing + this.#leftCount
    this.isWhole = areAll && this.#openCount === 0 && !this.#isAmbiguous && !this.#hasElapsedLags
  }

  /** Where these are the links of the list. */
  columns(taskCount: number): LinkColumns {
    return {
      start: this.count === 0 ? zeros<Uint32Array>(Uint32Array, taskCount + 1) : trimmed(this.#starts, taskCount + 1),
      task: trimmed(this.tasks, this.count),
      type: trimmed(this.types, this.count),
      lagDays: trimmed(this.lags, this.count),
    }
  }

  /** When link-reader.ts has gone over them. `areKept`: their tasks, types and lags have become columns. */
  giveBack(areKept: boolean): void {
    for (const each of [this.#starts, this.#at, this.#codes, this.#textEnds, this.texts]) giveBack(each)
    if (areKept) return
    for (const each of [this.tasks, this.types, this.lags]) giveBack(each)
  }

  /** Few enough that to look for their ids in the scanner takes less time than a table of all ids. */
  get areFewOpen(): boolean {
    return !this.#isAmbiguous && this.#openCount * TASKS_PER_OPEN < this.#starts.length
  }

  /** The first record from record k on of which more is to be known than its task, type and lag; `count`: there is none. */
  nextOpen(from: number): number {
    const { tasks, count } = this
    const codes = this.#codes
    const open = this.#isAmbiguous ? ELAPSED | TAILED : ELAPSED
    let k = from
    while (k < count && tasks[k] >= 0 && (codes[k] & open) === 0) k++
    return k
  }

  /** Records up to row i, 0 where there are none. */
  endOf(row: number): number {
    return row + 1 < this.#starts.length ? this.#starts[row + 1] : 0
  }

  /** Copies the ends of rows [from, to), less `dropped`, to `ends` from its entry from + 1 on. */
  copyEnds(from: number, to: number, dropped: number, ends: Uint32Array): void {
    const rows = this.#starts.subarray(from + 1, to + 1)
    if (dropped === 0) ends.set(rows, from + 1)
    else for (let i = 0; i < rows.length; i++) ends[from + 1 + i] = rows[i] - dropped
  }

  /** Before the records are looked at one by one: room for what no block had. */
  complete(): void {
    if (this.#at.length < this.count) this.#growUnusual(this.count)
  }

  /** The task that record k names for sure, -1 = its text has to be read. */
  taskOf(k: number): number {
    return this.tasks[k] >= 0 && !(this.#isAmbiguous && (this.#codes[k] & TAILED) !== 0) ? this.tasks[k] : -1
  }

  isElapsed(k: number): boolean {
    return (this.#codes[k] & ELAPSED) !== 0
  }

  isText(k: number): boolean {
    return (this.#codes[k] & TEXT) !== 0
  }

  /** Where the id or the text of record k stands in the body, 0 = its block had nothing unusual. */
  at(k: number): number {
    return this.#at[k]
  }

  /** Whether record k has its text in `texts`. */
  hasText(k: number): boolean {
    return this.tasks[k] === LEFT
  }
  textStart(k: number): number {
    return k === 0 ? 0 : this.#textEnds[k - 1]
  }
  textEnd(k: number): number {
    return this.#textEnds[k]
  }

  get #hasElapsedLags(): boolean {
    for (let k = 0; k < this.#codes.length; k++) if (this.isElapsed(k) && this.lags[k] !== 0) return true
    return false
  }

  #grow(capacity: number): void {
    this.tasks = integersMoved(this.tasks, capacity)
    this.types = bytesMoved(this.types, capacity)
    this.lags = numbersMoved(this.lags, capacity)
  }

  #growUnusual(capacity: number): void {
    this.#at = wordsMoved(this.#at, capacity)
    this.#codes = bytesMoved(this.#codes, capacity)
    this.#textEnds = wordsMoved(this.#textEnds, capacity)
  }
}

/** Room for the rows that are expected, by how many entries `rows` rows have. */
const roomFor = (count: number, rows: number, rowsExpected: number): number =>
  rowsExpected <= rows ? count : Math.max(count, Math.ceil((1.1 * count * rowsExpected) / rows))

/** The links of a block, its rows and its texts beginning with 0. */
export interface LinkBlock {
  readonly tasks: Int32Array<ArrayBuffer>
  readonly types: Uint8Array<ArrayBuffer>
  readonly lags: Float64Array<ArrayBuffer>
  /** Entry i: links before row i; one more than there are rows. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** Where more is to be known of a link than its task, type and lag. */
  readonly unusual: UnusualLinks | undefined
}

export interface UnusualLinks {
  readonly at: Uint32Array
  readonly codes: Uint8Array
  readonly textEnds: Uint32Array
  readonly texts: Uint8Array
}
