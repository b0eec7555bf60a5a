/** Columns of a block. Rows ascend; rows that are left out are absent, which is written when a later row has a value. */
import { copy } from './bytes'
import { BESIDE, BESIDE_FILLED, COLUMNS, FIELDS_MAX, FILLED, PAIR_ENTRIES, PAIR_ROWS, PAIRS_MAX } from './layout'

const DAY_ABSENT: i32 = i32.MIN_VALUE

/** Pairs of a row and a resource. */
export let pairCount: i32 = 0

export function beginColumns(): void {
  memory.fill(FILLED, 0, FIELDS_MAX * 4)
  memory.fill(BESIDE_FILLED, 0, FIELDS_MAX * 4)
  pairCount = 0
}

export function takeBackPairs(count: i32): void {
  pairCount = count
}

function column(f: i32): usize {
  return load<u32>(COLUMNS + 4 * f)
}
function filled(f: i32): i32 {
  return load<u32>(FILLED + 4 * f)
}
function setFilled(f: i32, rows: i32): void {
  store<u32>(FILLED + 4 * f, rows)
}

export function fillNumbers(f: i32, row: i32): void {
  for (let i = filled(f); i < row; i++) store<f64>(column(f) + 8 * i, NaN)
}
export function setNumber(f: i32, row: i32, value: f64): void {
  if (filled(f) < row) fillNumbers(f, row)
  store<f64>(column(f) + 8 * row, value)
  setFilled(f, row + 1)
}

export function fillDays(f: i32, row: i32): void {
  for (let i = filled(f); i < row; i++) store<i32>(column(f) + 4 * i, DAY_ABSENT)
}
export function setDay(f: i32, row: i32, value: i32): void {
  if (filled(f) < row) fillDays(f, row)
  store<i32>(column(f) + 4 * row, value)
  setFilled(f, row + 1)
}

export function setTime(f: i32, row: i32, value: u16): void {
  const times: usize = load<u32>(BESIDE + 4 * f)
  const from = <i32>load<u32>(BESIDE_FILLED + 4 * f)
  for (let i = from; i < row; i++) store<u16>(times + 2 * i, 0)
  store<u16>(times + 2 * row, value)
  store<u32>(BESIDE_FILLED + 4 * f, row + 1)
}

export function fillBytes(f: i32, row: i32): void {
  for (let i = filled(f); i < row; i++) store<u8>(column(f) + i, 0)
}
export function setByte(f: i32, row: i32, value: u8): void {
  if (filled(f) < row) fillBytes(f, row)
  store<u8>(column(f) + row, value)
  setFilled(f, row + 1)
}

export function fillWords(f: i32, row: i32): void {
  for (let i = filled(f); i < row; i++) store<u32>(column(f) + 4 * i, 0)
}
export function setWord(f: i32, row: i32, value: u32): void {
  if (filled(f) < row) fillWords(f, row)
  store<u32>(column(f) + 4 * row, value)
  setFilled(f, row + 1)
}

/** Offsets up to entry `row`: rows that are left out are empty. */
export function fillTexts(f: i32, row: i32): void {
  const length = load<u32>(BESIDE_FILLED + 4 * f)
  const first = filled(f)
  for (let i = first === 0 ? 0 : first + 1; i <= row; i++) store<u32>(column(f) + 4 * i, first === 0 ? 0 : length)
}
export function setText(f: i32, row: i32, at: usize, size: i32): void {
  if (filled(f) < row || row === 0) fillTexts(f, row)
  const length = load<u32>(BESIDE_FILLED + 4 * f)
  copy(<usize>load<u32>(BESIDE + 4 * f) + length, at, size)
  store<u32>(BESIDE_FILLED + 4 * f, length + size)
  store<u32>(column(f) + 4 * row, length + size, 4)
  setFilled(f, row + 1)
}

/** False when there is no room. */
export function addPair(row: i32, entry: u32): bool {
  if (pairCount === PAIRS_MAX) return false
  store<u32>(PAIR_ROWS + 4 * pairCount, row)
  store<u32>(PAIR_ENTRIES + 4 * pairCount, entry)
  pairCount++
  return true
}

/** Where the text of a row stands that is set, and its size. */
export function textStart(f: i32, row: i32): usize {
  return <usize>load<u32>(BESIDE + 4 * f) + load<u32>(column(f) + 4 * row)
}
export function textLength(f: i32, row: i32): i32 {
  return <i32>(load<u32>(column(f) + 4 * row, 4) - load<u32>(column(f) + 4 * row))
}
