/** Values of the fields of a task, each from its first byte on; see scan.ts for what the functions give. */
import { equal, skipBlanks, skipBlanksBack } from './bytes'
import { addPair, setByte, setDay, setNumber, setText, setTime, setWord } from './columns'
import { intern } from './dictionary'
import {
  BOOLEAN,
  CODE,
  DAY,
  ENUM,
  FIRST_WORDS,
  GROUPS,
  ID,
  ID_BYTES_MAX,
  KINDS,
  LAST_WORDS,
  LINKS,
  MAXIMA,
  MINIMA,
  NAME_BYTES_MAX,
  NUMBER,
  OBJECT,
  RESOURCE,
  RESOURCES,
  TEXT,
  WORD_COUNTS,
  WORD_SIZES,
  WORDS,
} from './layout'
import { linkCount, links, takeBackLinks } from './links'
import { numberRead, readNumber } from './numbers'
import { blanks, byteAt, isEscaped, isFalse, isNull, isTrue, shortString, skip, string, textAt, textSize } from './scan'

/** Index of the value that an enum field spells otherwise, -1 = it spells none. */
declare function wordOf(field: i32, at: usize, size: i32): i32

const QUOTE: u32 = 0x22
const DATE_BYTES: i32 = 10
const FRACTION_MAX: i32 = 9

let monthStarts: usize = 0
let yearMin: i32 = 0
let yearMax: i32 = 0
let dayMin: i32 = 0
let dayMax: i32 = 0

/** `at`: entry 12 (year - first) + month - 1 is the day number of the first of the month, one more at the end. */
export function setCalendar(at: usize, firstYear: i32, lastYear: i32, firstDay: i32, lastDay: i32): void {
  monthStarts = at
  yearMin = firstYear
  yearMax = lastYear
  dayMin = firstDay
  dayMax = lastDay
}

let isStrict: bool = false
/** What is added to a place of the window to make it one of the body. */
let bodyOffset: i32 = 0
/** Resources of the present task were read: one that stands in `resource` would have to come before them. */
let hasResources: bool = false

export function beginValues(strict: bool, offset: i32): void {
  isStrict = strict
  bodyOffset = offset
}

export function beginTask(): void {
  hasResources = false
}

/** The value of field f, which is neither given twice nor unknown. */
export function value(f: i32, at: usize, row: i32): usize {
  const c = byteAt(at)
  const kind = load<u8>(KINDS + f)
  if (c === 0x6e) return isNull(at) ? at + 4 : 0
  if (c === QUOTE) {
    if (kind === DAY && byteAt(at + 1 + DATE_BYTES) === QUOTE) {
      const day = dayOf(at + 1)
      if (day !== i32.MIN_VALUE) {
        setDay(f, row, day)
        return at + DATE_BYTES + 2
      }
    }
    let end = shortString(at + 1)
    if (end === 0) {
      end = string(at + 1)
      if (end === 0) return 0
    }
    if (kind === TEXT && textSize > 0) {
      setText(f, row, textAt, textSize)
      return end
    }
    return text(f, kind, row) ? end : 0
  }
  switch (kind) {
    case NUMBER:
      return number(f, at, row)
    case BOOLEAN:
      if (isTrue(at)) {
        setByte(f, row, 2)
        return at + 4
      }
      if (isFalse(at)) {
        setByte(f, row, 1)
        return at + 5
      }
      return 0
    case RESOURCES:
      return c === 0x5b ? resources(f, at + 1, row) : 0
    case LINKS:
      if (c !== 0x5b) return 0
      return predecessors(f, at, row)
    case OBJECT:
      return c === 0x7b ? customFields(f, at + 1, row) : 0
    default:
      return 0
  }
}

function predecessors(f: i32, at: usize, row: i32): usize {
  const count = linkCount
  const end = links(at + 1, bodyOffset)
  if (end !== 0) return end
  takeBackLinks(count)
  const after = skip(at)
  if (after !== 0) setWord(f, row, <u32>at + bodyOffset)
  return after
}

/** The string that was read last is the value. An empty one is none, but as an id it is a fault. */
function text(f: i32, kind: u8, row: i32): bool {
  if (textSize === 0) return kind !== ID
  switch (kind) {
    case ID:
      if (textSize > ID_BYTES_MAX) return false
      setText(f, row, textAt, textSize)
      return true
    case TEXT:
      setText(f, row, textAt, textSize)
      return true
    case DAY: {
      const day = textSize >= DATE_BYTES ? dayOf(textAt) : i32.MIN_VALUE
      if (day === i32.MIN_VALUE) return false
      if (textSize > DATE_BYTES) {
        if (!isTimeTail(textAt + DATE_BYTES, textAt + textSize)) return false
        const time = timeOf(textAt)
        if (time > 0) setTime(f, row, time)
      }
      setDay(f, row, day)
      return true
    }
    case CODE: {
      const entry = intern(<u8>f, textAt, textSize, isEscaped)
      if (entry === 0) return false
      setWord(f, row, entry)
      return true
    }
    case ENUM:
      return word(f, row)
    case RESOURCE:
      return !hasResources && resource(f, row)
    default:
      return false
  }
}

function word(f: i32, row: i32): bool {
  const first: i32 = load<u8>(FIRST_WORDS + f)
  const count: i32 = load<u8>(WORD_COUNTS + f)
  let v: i32 = load<u8>(LAST_WORDS + f)
  if (!isWord(first + v)) {
    v = 0
    while (v < count && !isWord(first + v)) v++
    if (v === count) {
      v = wordOf(f, textAt, textSize)
      if (v < 0) return false
    }
    store<u8>(LAST_WORDS + f, <u8>v)
  }
  setByte(f, row, <u8>(v + 1))
  return true
}

function isWord(w: i32): bool {
  return load<u8>(WORD_SIZES + w) === textSize && equal(WORDS + w * NAME_BYTES_MAX, textAt, textSize)
}

/** The string that was read last, without the blanks around it, as a resource of the task. */
function resource(f: i32, row: i32): bool {
  const group = load<u8>(GROUPS + f)
  const start = skipBlanks(textAt, textAt + textSize)
  const end = skipBlanksBack(start, textAt + textSize)
  if (end === start) return true
  const entry = intern(group, start, <i32>(end - start), isEscaped)
  return entry !== 0 && addPair(row, entry)
}

function resources(f: i32, from: usize, row: i32): usize {
  hasResources = true
  let at = blanks(from)
  if (byteAt(at) === 0x5d) return at + 1
  while (true) {
    if (byteAt(at) !== QUOTE) return 0
    at = string(at + 1)
    if (at === 0 || !resource(f, row)) return 0
    at = blanks(at)
    const c = byteAt(at)
    if (c === 0x5d) return at + 1
    if (c !== 0x2c) return 0
    at = blanks(at + 1)
  }
}

/** custom_field_map: whether one of the two reasons for float has a value that is neither null nor empty. */
function customFields(f: i32, from: usize, row: i32): usize {
  let given: u32 = 0
  let at = blanks(from)
  if (byteAt(at) === 0x7d) return at + 1
  while (true) {
    if (byteAt(at) !== QUOTE) return 0
    at = string(at + 1)
    if (at === 0) return 0
    const bit = reasonBit()
    at = blanks(at)
    if (byteAt(at) !== 0x3a) return 0
    at = blanks(at + 1)
    if (bit !== 0) {
      const isEmpty = byteAt(at) === 0x6e || (byteAt(at) === QUOTE && byteAt(at + 1) === QUOTE)
      given = isEmpty ? given & ~bit : given | bit
    }
    at = skip(at)
    if (at === 0) return 0
    at = blanks(at)
    const c = byteAt(at)
    if (c === 0x7d) break
    if (c !== 0x2c) return 0
    at = blanks(at + 1)
  }
  if (given !== 0) setByte(f, row, 1)
  return at + 1
}

let reasons: usize = 0
let reasonCount: i32 = 0

/** `count` names of NAME_BYTES_MAX bytes, each with its size in the last of them. */
export function setReasons(at: usize, count: i32): void {
  reasons = at
  reasonCount = count
}

/** The bit of the member whose name was read last, 0 = it gives no reason. */
function reasonBit(): u32 {
  for (let i: i32 = 0; i < reasonCount; i++) {
    const name = reasons + i * NAME_BYTES_MAX
    if (load<u8>(name + NAME_BYTES_MAX - 1) === textSize && equal(name, textAt, textSize)) return 1 << i
  }
  return 0
}

function number(f: i32, from: usize, row: i32): usize {
  const at = readNumber(from)
  if (at === 0) return 0
  if (isStrict && (numberRead < load<f64>(MINIMA + 8 * f) || numberRead > load<f64>(MAXIMA + 8 * f))) return 0
  setNumber(f, row, numberRead)
  return at
}

/** Day number of the ten bytes YYYY-MM-DD, i32.MIN_VALUE = they are no date in range. */
function dayOf(at: usize): i32 {
  // what is left without "0000", "-00-" and "00" are the values of the digits; added, the words of 7s carry from 10 on
  const y = load<u32>(at) ^ 0x30303030
  const m = load<u32>(at, 4) ^ 0x2d30302d
  const d: u32 = <u32>load<u16>(at, 8) ^ 0x3030
  if (((y | (y + 0x76767676) | m | (m + 0x7f76767f) | d | (d + 0x7676)) & 0x80808080) !== 0) return i32.MIN_VALUE
  const year: i32 = 1000 * (y & 15) + 100 * ((y >> 8) & 15) + 10 * ((y >> 16) & 15) + (y >> 24)
  const month: i32 = 10 * ((m >> 8) & 15) + ((m >> 16) & 15)
  const dayOfMonth: i32 = 10 * (d & 15) + (d >> 8)
  if (year < yearMin || year > yearMax || month < 1 || month > 12 || dayOfMonth < 1) return i32.MIN_VALUE
  const entry = monthStarts + 4 * (12 * (year - yearMin) + month - 1)
  const day = load<i32>(entry) + dayOfMonth - 1
  return day < load<i32>(entry, 4) && day >= dayMin && day <= dayMax ? day : i32.MIN_VALUE
}

function isByte(at: usize, end: usize, a: i32, b: i32): bool {
  if (at >= end) return false
  const byte: i32 = byteAt(at)
  return byte === a || byte === b
}

/** The two digits there, more than any where there are none. */
function twoDigits(at: usize, end: usize): i32 {
  if (at + 2 > end) return 100
  const a: i32 = <i32>byteAt(at) - 0x30
  const b: i32 = <i32>byteAt(at + 1) - 0x30
  return a < 0 || a > 9 || b < 0 || b > 9 ? 100 : 10 * a + b
}

/** Whether what stands behind a day is a time that exists, with seconds or without, and a zone: isTimeTail of day-bytes.ts, without names of zones. */
function isTimeTail(start: usize, end: usize): bool {
  const hour = twoDigits(start + 1, end)
  const minute = twoDigits(start + 4, end)
  if (!isByte(start, end, 0x54, 0x74) && !isByte(start, end, 0x20, 0x20)) return false
  if (!isByte(start + 3, end, 0x3a, 0x3a) || minute > 59 || hour > (minute === 0 ? 24 : 23)) return false
  let at = start + 6
  if (isByte(at, end, 0x3a, 0x3a)) {
    if (twoDigits(at + 1, end) > 69) return false
    at += 3
    if (isByte(at, end, 0x2e, 0x2c)) {
      at++
      const from = at
      while (at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39) at++
      if (at === from || <i32>(at - from) > FRACTION_MAX) return false
    }
  }
  if (at === end) return true
  if (isByte(at, end, 0x20, 0x20)) at++
  if (isByte(at, end, 0x5a, 0x7a)) return at + 1 === end
  if (!isByte(at, end, 0x2b, 0x2d) || twoDigits(at + 1, end) > 23) return false
  at += 3
  const minutes = isByte(at, end, 0x3a, 0x3a) ? at + 1 : at
  if (twoDigits(minutes, end) <= 59) at = minutes + 2
  else if (minutes !== at) return false
  return at === end
}

/** Minutes after midnight + 1 of the time in YYYY-MM-DDTHH:MM, 0 = it has none that exists. */
function timeOf(at: usize): u16 {
  if (byteAt(at + 13) !== 0x3a) return 0
  const a = byteAt(at + 11) - 0x30
  const b = byteAt(at + 12) - 0x30
  const c = byteAt(at + 14) - 0x30
  const d = byteAt(at + 15) - 0x30
  if (a > 2 || b > 9 || c > 5 || d > 9) return 0
  const minute = 600 * a + 60 * b + 10 * c + d
  return minute < 24 * 60 ? <u16>(minute + 1) : 0
}
