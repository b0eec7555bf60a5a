/** The tasks of a list, block by block, to columns. What is not plain ends the block before its task. */
import { copy, equal, equalNames, FACTOR, hashOf } from './bytes'
import {
  beginColumns,
  fillBytes,
  fillDays,
  fillNumbers,
  fillTexts,
  fillWords,
  pairCount,
  takeBackPairs,
  textLength,
  textStart,
} from './columns'
import { beginDictionary, entryCount, takeBack } from './dictionary'
import { beginIds, setTask, stopIds } from './ids'
import {
  BOOLEAN,
  CODE,
  DAY,
  ENUM,
  FILLED,
  FOLLOWING,
  ID,
  KINDS,
  LINKS,
  NAME_BYTES_MAX,
  NAME_SIZES,
  NAME_SLOTS,
  NAME_SLOTS_MASK,
  NAMES,
  NUMBER,
  OBJECT,
  RESULTS,
  ROWS_MAX,
  TEXT,
  TOLD,
  TOLD_SIZES,
} from './layout'
import {
  beginLinks,
  comingCount,
  endRow,
  leftCount,
  linkCount,
  linkTextBytes,
  nameTasks,
  takeBackLinks,
  unusualCount,
} from './links'
import { setPowers } from './numbers'
import { blanks, byteAt, plainBytes, skip, string, textAt, textSize } from './scan'
import { allFormsOfIds, beginTails, noteId } from './tails'
import { beginTask, beginValues, value } from './values'

/** A name that no field has. */
declare function ignore(at: usize, size: i32): void

const QUOTE: u32 = 0x22
const COLON: u32 = 0x3a
const CLOSING: u32 = 0x5d
const UNKNOWN: i32 = -1

/** Behind the last task that was read whole. */
let taskEnd: usize = 0

let fieldCount: i32 = 0
let idField: i32 = 0

/** When the tables of layout.ts are written. */
export function setFields(count: i32, id: i32): void {
  fieldCount = count
  idField = id
  setPowers()
  for (let f: i32 = 0; f < count; f++) {
    let slot = nameSlot(NAMES + f * NAME_BYTES_MAX + 1, <i32>load<u8>(NAME_SIZES + f) - 3)
    while (load<u8>(NAME_SLOTS + slot) !== 0) slot = (slot + 1) & NAME_SLOTS_MASK
    store<u8>(NAME_SLOTS + slot, <u8>(f + 1))
  }
}

/** At the start of a list: names are told again, no id is known. It has at most so many bytes. */
export function beginList(bytes: u32): void {
  memory.fill(TOLD_SIZES, 0, 64)
  beginIds(bytes)
  beginTails()
}

/** The id of a task that was read in TypeScript. */
export function addTask(at: usize, size: i32, task: i32): void {
  noteId(at, size)
  setTask(at, size, task)
}

/** Tasks that were read in TypeScript are not told. */
export function stopTasks(): void {
  stopIds()
  allFormsOfIds()
}

/** Where a name is looked for, by its first and its last eight bytes: those of all fields differ there, or stand side by side. */
function nameSlot(at: usize, size: i32): i32 {
  const isShort = size < 8
  const start = load<u64>(at)
  const end = load<u64>(at + size - 8)
  const first = isShort ? start << (64 - 8 * <u64>size) : start
  return <i32>(((first ^ (isShort ? 0 : rotl(end, 29))) * FACTOR) >> 56)
}

/**
 * Reads tasks from `from` on, behind the opening of the list (`firstTask` 0) or behind a task, and gives their number. `offset`
 * makes a place of the window one of the body, `firstTask` is the index in the list of the first of them.
 */
export function readTasks(from: usize, firstTask: i32, rowsMax: i32, strict: bool, offset: i32): i32 {
  beginColumns()
  beginDictionary()
  beginLinks()
  beginValues(strict, offset)
  taskEnd = from
  const rows = readRows(firstTask, min(rowsMax, ROWS_MAX))
  addTasks(rows, firstTask)
  nameTasks(offset)
  finishColumns(rows)
  tellResults()
  return rows
}

/** At most so many rows from `taskEnd` on, which is then behind the last of them. */
function readRows(firstTask: i32, rowsMax: i32): i32 {
  let row: i32 = 0
  let at = taskEnd
  while (row < rowsMax) {
    at = blanks(at)
    if (row > 0 || firstTask > 0) {
      if (byteAt(at) !== 0x2c) break
      at = blanks(at + 1)
    }
    if (byteAt(at) !== 0x7b) break
    const entries = entryCount
    const pairs = pairCount
    const links = linkCount
    at = task(at + 1, row)
    if (at === 0) {
      takeBack(entries)
      takeBackPairs(pairs)
      takeBackLinks(links)
      break
    }
    endRow(row)
    row++
    taskEnd = at
  }
  return row
}

/** The ids of the rows of a block. */
function addTasks(rows: i32, firstTask: i32): void {
  for (let row: i32 = 0; row < rows; row++) addTask(textStart(idField, row), textLength(idField, row), firstTask + row)
}

/** A global of the module costs the binding more to read than a word of the memory. */
function tellResults(): void {
  store<u32>(RESULTS, <u32>taskEnd)
  store<u32>(RESULTS, entryCount, 4)
  store<u32>(RESULTS, pairCount, 8)
  store<u32>(RESULTS, linkCount, 12)
  store<u32>(RESULTS, linkTextBytes, 16)
  store<u32>(RESULTS, leftCount, 20)
  store<u32>(RESULTS, comingCount, 24)
  store<u32>(RESULTS, unusualCount, 28)
  // the list ends here
  store<u32>(RESULTS, byteAt(blanks(taskEnd)) === CLOSING ? 1 : 0, 32)
}

function task(from: usize, row: i32): usize {
  beginTask()
  // bit f: the task has field f
  let seen: u64 = 0
  let before = FOLLOWING
  let at = blanks(from)
  while (true) {
    let f: i32 = load<u8>(before)
    const size: i32 = load<u8>(NAME_SIZES + f)
    if (equalNames(NAMES + f * NAME_BYTES_MAX, at, size)) at = blanks(at + size)
    else {
      at = otherName(at)
      if (at === 0) return 0
      f = fieldRead
    }
    if (f === UNKNOWN) at = skip(at)
    else {
      store<u8>(before, <u8>f)
      const bit: u64 = (<u64>1) << f
      if ((seen & bit) !== 0) return 0
      seen |= bit
      before = FOLLOWING + 1 + f
      at = value(f, at, row)
    }
    if (at === 0) return 0
    at = blanks(at)
    const c = byteAt(at)
    if (c === 0x2c) {
      at = blanks(at + 1)
      continue
    }
    if (c !== 0x7d) return 0
    // an id that is null or not there is a fault
    return load<u32>(FILLED + 4 * idField) === row + 1 ? at + 1 : 0
  }
}

/** The field whose name otherName() read. */
let fieldRead: i32 = 0

/** A name that is not the one that is expected: up to its value, 0 = it is none. */
function otherName(from: usize): usize {
  if (byteAt(from) !== QUOTE) return 0
  const size = plainBytes(from + 1)
  let slot = nameSlot(from + 1, size)
  while (true) {
    fieldRead = <i32>load<u8>(NAME_SLOTS + slot) - 1
    if (fieldRead < 0) break
    const known = NAMES + fieldRead * NAME_BYTES_MAX
    if (equalNames(known, from, size + 3)) return blanks(from + size + 3)
    slot = (slot + 1) & NAME_SLOTS_MASK
  }
  let at = string(from + 1)
  if (at === 0) return 0
  fieldRead = fieldOf()
  at = blanks(at)
  return byteAt(at) === COLON ? blanks(at + 1) : 0
}

/** The field whose name was read last; others are told, each once as long as there is room to remember them. */
function fieldOf(): i32 {
  let slot = nameSlot(textAt, textSize)
  while (true) {
    const f: i32 = <i32>load<u8>(NAME_SLOTS + slot) - 1
    if (f < 0) break
    if (<i32>load<u8>(NAME_SIZES + f) - 3 === textSize && equal(NAMES + f * NAME_BYTES_MAX + 1, textAt, textSize))
      return f
    slot = (slot + 1) & NAME_SLOTS_MASK
  }
  const told = hashOf(textAt, textSize) & 63
  const known = TOLD + told * NAME_BYTES_MAX
  if (<i32>load<u8>(TOLD_SIZES + told) === textSize && equal(known, textAt, textSize) && textSize > 0) return UNKNOWN
  ignore(textAt, textSize)
  if (textSize <= NAME_BYTES_MAX - 16) {
    copy(known, textAt, textSize)
    store<u8>(TOLD_SIZES + told, <u8>textSize)
  }
  return UNKNOWN
}

/** Columns that some row has set reach to the last row. */
function finishColumns(rows: i32): void {
  for (let f: i32 = 0; f < fieldCount; f++) {
    const filled = <i32>load<u32>(FILLED + 4 * f)
    if (filled === 0 || filled >= rows) continue
    switch (load<u8>(KINDS + f)) {
      case NUMBER:
        fillNumbers(f, rows)
        break
      case DAY:
        fillDays(f, rows)
        break
      case ENUM:
      case BOOLEAN:
      case OBJECT:
        fillBytes(f, rows)
        break
      case CODE:
      case LINKS:
        fillWords(f, rows)
        break
      case ID:
      case TEXT:
        fillTexts(f, rows)
        break
    }
    store<u32>(FILLED + 4 * f, rows)
  }
}
