/** Rows of a table from their columns, as many as there is room for. */
import { quotedDay, quotedMoment } from './days'
import {
  BEFORE,
  BEFORE_SIZE,
  BOOLEAN,
  BOOLEANS,
  COLUMN_BYTES,
  DAY,
  FIRST,
  IS_UNUSUAL,
  KIND,
  LABEL,
  MOMENT,
  NULL_WHEN_EMPTY,
  NUMBER,
  OFFSETS,
  PLAIN,
  REFERENCE,
  REFERENCES,
  ROUNDED,
  ROWS_END,
  SIGNED,
  START,
  TEXT,
  TEXTS,
  UNSIGNED,
  VALUES,
} from './layout'
import { integer, isGiven, number, rounded, shortDigits } from './numbers'
import { copy, quoted } from './texts'

const QUOTE: u8 = 0x22
const CLOSE_OBJECT: u8 = 0x7d
const OPEN_ARRAY: u8 = 0x5b
const CLOSE_ARRAY: u8 = 0x5d
const COMMA: u8 = 0x2c
/** "null", "true" and "false", the first byte lowest. */
const NULL: u32 = 0x6c6c756e
const TRUE: u32 = 0x65757274
const FALSE: u64 = 0x65736c6166
const DAY_ABSENT: i32 = i32.MIN_VALUE

function nothing(at: usize): usize {
  store<u32>(at, NULL)
  return at + 4
}

function unlessUnusual(at: usize): usize {
  if (at === 0) store<u32>(IS_UNUSUAL, 1)
  return at
}

/** Bytes of text `index`, of -1 none. */
function sizeOf(column: usize, index: i32): i32 {
  if (index < 0) return 0
  const offsets: usize = load<u32>(column, OFFSETS) + 4 * index
  return load<u32>(offsets, 4) - load<u32>(offsets)
}

/** A text without escapes. */
function plain(column: usize, index: i32, size: i32, at: usize): usize {
  const from = load<u32>(<usize>load<u32>(column, OFFSETS) + 4 * index)
  store<u8>(at, QUOTE)
  const end = copy(at + 1, <usize>load<u32>(column, TEXTS) + from, size)
  store<u8>(end, QUOTE)
  return end + 1
}

/** Text `index` of a column, -1 = null. */
function text(column: usize, index: i32, at: usize, limit: usize): usize {
  if (index < 0) return nothing(at)
  const offsets: usize = load<u32>(column, OFFSETS) + 4 * index
  const from = load<u32>(offsets)
  const size = load<u32>(offsets, 4) - from
  if (size === 0 && load<u32>(column, NULL_WHEN_EMPTY) === 1) return nothing(at)
  return quoted(at, <usize>load<u32>(column, TEXTS) + from, size, limit)
}

/** A list of texts without escapes; 0: there is no room, or one of them is null or empty. */
function plainList(column: usize, row: i32, start: usize, limit: usize): usize {
  const starts: usize = load<u32>(column, START) + 4 * row
  const values: usize = load<u32>(column, VALUES)
  let reference = values + 4 * <usize>load<u32>(starts)
  const end = values + 4 * <usize>load<u32>(starts, 4)
  let at = start
  store<u8>(at, OPEN_ARRAY)
  // where it is empty, the first bracket stands in the place of a comma
  if (reference === end) at++
  for (; reference < end; reference += 4) {
    const index = load<i32>(reference)
    const size = sizeOf(column, index)
    if (size <= 0 || at + size > limit) return 0
    at = plain(column, index, size, at + 1)
    store<u8>(at, COMMA)
  }
  store<u8>(at, CLOSE_ARRAY)
  return at + 1
}

function references(column: usize, row: i32, start: usize, limit: usize): usize {
  const starts: usize = load<u32>(column, START) + 4 * row
  const values: usize = load<u32>(column, VALUES)
  const first = load<u32>(starts)
  const end = load<u32>(starts, 4)
  let at = start
  store<u8>(at++, OPEN_ARRAY)
  for (let i = first; i < end; i++) {
    if (at > limit) return 0
    if (i > first) store<u8>(at++, COMMA)
    at = text(column, load<i32>(values + 4 * i), at, limit)
    if (at === 0) return 0
  }
  store<u8>(at, CLOSE_ARRAY)
  return at + 1
}

function label(column: usize, value: u8, at: usize): usize {
  const entry: usize = load<u32>(column, TEXTS) + 8 * <u32>value
  return copy(at, load<u32>(entry), load<u32>(entry, 4))
}

export function setBooleans(): void {
  store<u64>(BOOLEANS, FALSE | ((<u64>5) << 56))
  store<u64>(BOOLEANS, <u64>TRUE | ((<u64>4) << 56), 8)
  store<u64>(BOOLEANS, <u64>NULL | ((<u64>4) << 56), 16)
}

/** Without a branch: true and false follow each other in no order. */
function boolean(value: u8, at: usize): usize {
  const word = load<u64>(BOOLEANS + 8 * <usize>value)
  store<u64>(at, word)
  return at + <usize>(word >> 56)
}

/** A cell that plainCells leaves. */
function cell(column: usize, row: i32, at: usize, limit: usize): usize {
  const values: usize = load<u32>(column, VALUES)
  switch (load<u32>(column, KIND)) {
    case NUMBER: {
      const value = load<f64>(values + 8 * row)
      return isGiven(value) ? unlessUnusual(number(at, value)) : nothing(at)
    }
    case ROUNDED: {
      const value = load<f64>(values + 8 * row)
      return isGiven(value) ? unlessUnusual(rounded(at, value, column)) : nothing(at)
    }
    case SIGNED:
      return integer(at, load<i32>(values + 4 * row))
    case UNSIGNED:
      return integer(at, load<u32>(values + 4 * row))
    case DAY: {
      const day = load<i32>(values + 4 * row)
      return day === DAY_ABSENT ? nothing(at) : unlessUnusual(quotedDay(at, day))
    }
    case MOMENT: {
      const moment = load<f64>(values + 8 * row)
      return isGiven(moment) ? unlessUnusual(quotedMoment(at, moment)) : nothing(at)
    }
    case TEXT:
      return text(column, row - load<i32>(column, FIRST), at, limit)
    case REFERENCE:
      return text(column, load<i32>(values + 4 * row) - load<i32>(column, FIRST), at, limit)
    case REFERENCES:
      return references(column, row, at, limit)
    default:
      return unlessUnusual(0)
  }
}

/** Where plainCells has ended. */
let restColumn: usize = 0

/**
 * Cells of a row from a column on, up to the first that is not one of most: that is left to cell(), behind what stands before it. Nothing is called
 * here, so that all that is at hand stays in registers. Exported, since else the compiler puts it into its only caller.
 */
export function plainCells(columns: usize, columnsEnd: usize, row: i32, start: usize, limit: usize): usize {
  let at = start
  let column = columns
  for (; column < columnsEnd; column += COLUMN_BYTES) {
    at = copy(at, load<u32>(column, BEFORE), load<u32>(column, BEFORE_SIZE))
    const kind = load<u32>(column, KIND)
    const values: usize = load<u32>(column, VALUES)
    if (kind <= ROUNDED) {
      const value = load<f64>(values + 8 * row)
      const digits = shortDigits(value)
      if (digits !== 0) {
        store<u32>(at, digits)
        at += digits >> 24
        continue
      }
      if (isGiven(value)) break
      at = nothing(at)
    } else if (kind === BOOLEAN) {
      at = boolean(load<u8>(values + row), at)
    } else if (kind === LABEL) {
      at = label(column, load<u8>(values + row), at)
    } else if (kind >= TEXT && kind <= REFERENCE && load<u32>(column, PLAIN) === 1) {
      const index = (kind === TEXT ? row : load<i32>(values + 4 * row)) - load<i32>(column, FIRST)
      const size = sizeOf(column, index)
      if (size <= 0 || at + size > limit) break
      at = plain(column, index, size, at)
    } else if (kind === REFERENCES && load<u32>(column, PLAIN) === 1) {
      const end = plainList(column, row, at, limit)
      if (end === 0) break
      at = end
    } else break
  }
  restColumn = column
  return at
}

/**
 * Rows from .. to of the block to `out`; gives how many are written. limit: where the last row may begin, and up to which a text may reach;
 * behind it all other cells of a row have room. isFirst: no comma stands before the first of them. isObject: rows are closed as objects are;
 * else they are cells alone.
 */
export function writeRows(
  columns: usize,
  columnCount: i32,
  from: i32,
  to: i32,
  out: usize,
  limit: usize,
  isFirst: bool,
  isObject: bool,
): i32 {
  const columnsEnd = columns + <usize>columnCount * COLUMN_BYTES
  let at = out
  store<u32>(ROWS_END, out)
  store<u32>(IS_UNUSUAL, 0)
  for (let row = from; row < to; row++) {
    if (at > limit) return row - from
    if (row > from || !isFirst) store<u8>(at++, COMMA)
    at = plainCells(columns, columnsEnd, row, at, limit)
    while (restColumn < columnsEnd) {
      const column = restColumn
      at = cell(column, row, at, limit)
      if (at === 0) return row - from
      at = plainCells(column + COLUMN_BYTES, columnsEnd, row, at, limit)
    }
    if (isObject) store<u8>(at++, CLOSE_OBJECT)
    store<u32>(ROWS_END, at)
  }
  return to - from
}
