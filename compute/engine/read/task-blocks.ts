/**
 * A task list by blocks: the scanner reads what is plain and right, and its columns are appended to those of the list. Where
 * it stops, for whatever reason, the reader in TypeScript goes on: it takes what is unusual and reports what is wrong.
 */
import { type FieldKind, TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { fleetingCall } from '../ids/short-arrays.ts'
import { RESOURCES } from './add-resource.ts'
import { fieldIndex } from './columns-builder.ts'
import { ScannerIds } from './scanner-ids.ts'
import type { ScheduleList } from './schedule-list.ts'
import {
  COMING_COUNT,
  discardScanner,
  ENTRY_COUNT,
  IS_LAST,
  isTrap,
  LEFT_COUNT,
  LINK_COUNT,
  type OnIgnored,
  PAIR_COUNT,
  TASK_END,
  type TaskScanner,
  taskScanner,
  WINDOW_BYTES,
} from './task-scanner.ts'
import type { Tokens } from './tokens.ts'

/** A block of fewer rows costs more than it saves. */
const ROWS_WORTH_IT = 8
/** After so many of these in a list the rest of it is read in TypeScript. */
const SHORT_BLOCKS_MAX = 4

/** More tasks between two blocks are not told to the scanner: it finds no more links then. */
const TOLD_MAX = 16
/** So many bytes of an id fit into its memory. */
const ID_BYTES_MAX = 4096

/** More than a block holds, and an integer. */
const ROWS_MAX = 2 ** 20

const ID = fieldIndex('id')
const KINDS = TASK_FIELDS.map(({ kind }) => kind)

export class TaskBlocks {
  readonly #scanner: TaskScanner
  readonly #list: ScheduleList
  readonly #tokens: Tokens
  readonly #isStrict: boolean
  readonly #onIgnored: OnIgnored
  readonly #from: number
  readonly #claim: number
  /** Bytes [windowFrom, windowEnd) of the body are in the window. */
  #windowFrom = 0
  #windowEnd = 0
  #shortBlocks = 0
  /** Tasks whose ids the scanner was told or has read; rows that it read. */
  #toldTo = 0
  #scannedRows = 0

  /** The opening of the list is read. */
  constructor(scanner: TaskScanner, list: ScheduleList, tokens: Tokens, isStrict: boolean) {
    this.#scanner = scanner
    this.#list = list
    this.#tokens = tokens
    this.#isStrict = isStrict
    const onIgnored = (bytes: Uint8Array, start: number, end: number): void =>
      list.ignored.inTasks.addName(bytes, start, end)
    this.#onIgnored = onIgnored
    this.#from = tokens.pos
    this.#claim = ++scanner.claims
    scanner.beginList(tokens.bytes.length - tokens.pos)
  }

  /** There is nothing more to expect of it. */
  get isOver(): boolean {
    return this.#shortBlocks >= SHORT_BLOCKS_MAX
  }

  /** Reads on from row `row` as far as it goes, but not beyond row `storedMax`; returns the row that is next. */
  read(row: number, storedMax: number): number {
    let next = row
    while (!this.isOver && next < storedMax) {
      const count = this.#readBlock(next, storedMax - next)
      if (count > 0) this.#append(next, count)
      next += count
      // it may only be short because the window ends
      if (count < ROWS_WORTH_IT && !(count > 0 && this.#windowEnd < this.#tokens.bytes.length)) {
        this.#shortBlocks++
        break
      }
    }
    return next
  }

  /** At the end of the list, of so many tasks: which links they name. */
  finish(taskCount: number): void {
    if (taskScanner() !== this.#scanner || this.#scanner.claims !== this.#claim) return
    this.#tellTasks(taskCount)
    const { linkRecords, linksAt } = this.#list
    linkRecords.finish(this.#scanner, this.#scannedRows === taskCount && linksAt.values.length === 0)
    this.#list.hasOwnIds = this.#scanner.knowsAllIds
    if (this.#list.hasOwnIds && linkRecords.areFewOpen) this.#list.ids = new ScannerIds(this.#scanner)
  }

  /** The tasks up to `end` that were read in TypeScript. */
  #tellTasks(end: number): void {
    const from = this.#toldTo
    this.#toldTo = end
    if (from === end) return
    if (end - from > TOLD_MAX) {
      this.#scanner.stopTasks()
      return
    }
    const { bytes, offsets, rowCount } = this.#list.builder.texts(ID)
    for (let task = from; task < Math.min(end, rowCount); task++) {
      const size = offsets[task + 1] - offsets[task]
      if (size > ID_BYTES_MAX) this.#scanner.stopTasks()
      else if (size > 0) this.#scanner.addTask(bytes, offsets[task], offsets[task + 1], task)
    }
  }

  #readBlock(row: number, rowsMax: number): number {
    const scanner = this.#scanner
    this.#tellTasks(row)
    const tokens = this.#tokens
    const { pos, bytes } = tokens
    if (scanner.claims !== this.#claim || pos < this.#windowFrom || pos >= this.#windowEnd) this.#fillWindow()
    let count = this.#scan(row, rowsMax)
    if (count === 0 && !this.isOver && pos > this.#windowFrom && this.#windowEnd < bytes.length) {
      // the task may only be cut at the end of the window
      this.#fillWindow()
      count = this.#scan(row, rowsMax)
    }
    if (count > 0) tokens.pos = scanner.result(TASK_END) - scanner.windowAt + this.#windowFrom
    this.#toldTo += count
    this.#scannedRows += count
    return count
  }

  #scan(row: number, rowsMax: number): number {
    const scanner = this.#scanner
    const offset = this.#windowFrom - scanner.windowAt
    try {
      return scanner.readTasks(
        this.#tokens.pos - offset,
        row,
        Math.min(rowsMax, ROWS_MAX),
        this.#isStrict,
        offset,
        this.#onIgnored,
      )
    } catch (error) {
      if (!isTrap(error)) throw error
      discardScanner()
      this.#shortBlocks = SHORT_BLOCKS_MAX
      return 0
    }
  }

  #fillWindow(): void {
    const { pos, bytes } = this.#tokens
    const size = Math.min(WINDOW_BYTES, bytes.length - pos)
    this.#scanner.fillWindow(bytes, pos, size)
    this.#windowFrom = pos
    this.#windowEnd = pos + size
  }

  #append(row: number, count: number): void {
    const scanner = this.#scanner
    const { u32, filledAt } = scanner
    const { expected } = this.#list.builder
    const end = row + count
    const isLast = scanner.result(IS_LAST) === 1
    if (isLast) expected.rowCount = end
    else if (end >= expected.rowCount) expected.rowCount = expectedRows(this.#tokens, this.#from, end, Infinity)
    if (scanner.result(ENTRY_COUNT) > 0) this.#giveMeanings(scanner.result(ENTRY_COUNT))
    // all of the list in one block, of a call whose arrays are gone with it: they stay where they are
    const isLent = isLast && row === 0 && fleetingCall() > 0
    if (isLent) scanner.lend(this.#list)
    for (let f = 0; f < KINDS.length; f++) {
      if (u32[filledAt / 4 + f] !== 0) this.#appendColumn(KINDS[f], f, row, count, isLent)
    }
    const { linkRecords } = this.#list
    if (scanner.result(LINK_COUNT) + linkRecords.count > 0) {
      const block = scanner.linksOf(count)
      if (isLent && block.unusual === undefined) linkRecords.lend(block)
      else linkRecords.append(row, block, expected.rowCount)
      linkRecords.addCounts(scanner.result(LEFT_COUNT), scanner.result(COMING_COUNT))
    }
    const pairCount = scanner.result(PAIR_COUNT)
    if (pairCount === 0) return
    const { pairRowsAt, pairEntriesAt, meanings } = scanner
    const sets = this.#list.builder.codeSets(RESOURCES)
    const [rows, entries] = [pairRowsAt / 4, pairEntriesAt / 4]
    for (let pair = 0; pair < pairCount; pair++) {
      sets.addCode(row + u32[rows + pair], meanings[u32[entries + pair]])
    }
  }

  /** Codes of the list for the entries of the block's dictionary, in the order in which they are mentioned. */
  #giveMeanings(entryCount: number): void {
    const { u8, u32, entryAt, entrySizeAt, entryGroupAt, meanings } = this.#scanner
    const { builder } = this.#list
    for (let entry = 0; entry < entryCount; entry++) {
      const f = u8[entryGroupAt + entry]
      const at = u32[entryAt / 4 + entry]
      const end = at + u32[entrySizeAt / 4 + entry]
      meanings[entry + 1] =
        KINDS[f] === 'code' ? builder.codes(f).codeOf(u8, at, end) + 1 : builder.codeSets(f).codeOf(u8, at, end)
    }
  }

  #appendColumn(kind: FieldKind, f: number, row: number, count: number, isLent: boolean): void {
    const { buffer, u32, columnAt, besideAt, besideFilledAt, meanings } = this.#scanner
    const { builder, linksAt } = this.#list
    const at = columnAt[f]
    switch (kind) {
      case 'number':
        append(builder.numbers(f), row, new Float64Array(buffer, at, count), isLent)
        return
      case 'day': {
        append(builder.days(f), row, new Int32Array(buffer, at, count), isLent)
        const timed = Math.min(u32[besideFilledAt / 4 + f], count)
        if (timed > 0) builder.times(f).setRows(row, new Uint16Array(buffer, besideAt[f], timed))
        return
      }
      case 'enum':
      case 'boolean':
      case 'object':
        append(builder.bytes(f), row, new Uint8Array(buffer, at, count), isLent)
        return
      case 'code':
        builder.codes(f).setRows(row, new Uint32Array(buffer, at, count), meanings)
        return
      case 'links':
        linksAt.setRows(row, new Uint32Array(buffer, at, count))
        return
      case 'id':
      case 'text': {
        const offsets = new Uint32Array(buffer, at, count + 1)
        const text = new Uint8Array(buffer, besideAt[f], offsets[count])
        if (isLent) builder.texts(f).lend(text, offsets)
        else builder.texts(f).setRows(row, text, offsets)
      }
    }
  }
}

function append<T>(column: Rows<T>, row: number, values: T, isLent: boolean): void {
  if (isLent) column.lend(values)
  else column.setRows(row, values)
}

interface Rows<T> {
  lend(values: T): void
  setRows(row: number, values: T): void
}

/** How many times the rows so far a list is expected to reach at most, whatever its first rows say. */
const GROWTH_MAX = 32

/** How many rows a list will have by its first ones, so that its storage is allocated once: `rows` rows were read from `from` to where the tokens are; more than `rowsMax` are not stored. */
export function expectedRows({ bytes, pos }: Tokens, from: number, rows: number, rowsMax: number): number {
  const rowsToCome = (bytes.length - pos) / ((pos - from) / rows)
  return Math.ceil(Math.min(rows + 1.02 * rowsToCome + 1, GROWTH_MAX * rows, rowsMax))
}
