/**
 * The string form of a relation, "A", "A FS+2 d", "a ss - 1.5 days": the only reader and printer of it. It works on UTF-8 bytes, because
 * the readers of requests have bytes; parseDependency() is the same for a string. What an object form looks like is the readers' business.
 *
 * Grammar, blanks allowed between the parts and around them:
 *   id | id [:,]? (FS|SS|FF|SF) ((+|-) number unit?)?
 *   unit: d, day, days; w, wk, wks, week, weeks of 5 work days; an e before it says elapsed days round the clock, of which a week has 7; eh and em, in all
 *   spellings of hours and minutes, are parts of an elapsed day. Hours and minutes of work and shares of a duration (%) are no lag here: they are told.
 * A whole string that is an id wins over every reading of its parts, exactly as it is written before the same without the
 * blanks around it, and the longest id that exists wins among the parts.
 * Every step is one pass over the bytes: ids are tried in ascending order of their ends, only before a type, a sign or
 * %, and the finder carries one running hash along.
 */
import { ID_LENGTH_MAX, RELATION_TYPES, type RelationType } from './fields.ts'

/** Looks up the ids that begin at one place of a byte string. */
export interface IdFinder {
  /** Bytes of the longest id: what is longer is not looked up. */
  readonly bytesMax: number
  begin(bytes: Uint8Array, start: number): void
  /** Index of the task whose id is bytes[start, end), -1 = none. Ends ascend between two calls of begin(). */
  find(end: number): number
}

/** What a string turned out to be. unparsable: begins with an id and a type, sign or %, yet follows no form. */
type DependencyKind = 'link' | 'unparsable' | 'unknown'

/** An id of ID_LENGTH_MAX characters has at most this many bytes; longer beginnings of a string are not looked up. */
const ID_BYTES_MAX = 4 * ID_LENGTH_MAX

/** Decimals up to here are exact as digits / 10^places (both are exact doubles). */
const DIGITS_EXACT_MAX = 15

const POWERS_OF_TEN = Array.from({ length: DIGITS_EXACT_MAX + 1 }, (_, i) => 10 ** i)

const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const COLON = 0x3a
const PERCENT = 0x25

/** Bytes of the blank that begins at `at` (white space as String.prototype.trim knows it), 0 = none. */
function blankAt(bytes: Uint8Array, at: number, end: number): number {
  const c = bytes[at]!
  if (c === 0x20 || (c >= 0x09 && c <= 0x0d)) return 1
  if (c < 0xc2) return 0
  if (c === 0xc2) return at + 1 < end && bytes[at + 1] === 0xa0 ? 2 : 0
  return at + 2 < end && isWideBlank(c, bytes[at + 1]!, bytes[at + 2]!) ? 3 : 0
}

/** Bytes of the blank that ends before `at`, 0 = none. */
function blankBefore(bytes: Uint8Array, at: number, start: number): number {
  const c = bytes[at - 1]!
  if (c === 0x20 || (c >= 0x09 && c <= 0x0d)) return 1
  if (c < 0x80 || at - 2 < start) return 0
  if (c === 0xa0 && bytes[at - 2] === 0xc2) return 2
  return at - 3 >= start && isWideBlank(bytes[at - 3]!, bytes[at - 2]!, c) ? 3 : 0
}

function isWideBlank(a: number, b: number, c: number): boolean {
  if (a === 0xe2) {
    if (b === 0x80) return (c >= 0x80 && c <= 0x8a) || c === 0xa8 || c === 0xa9 || c === 0xaf
    return b === 0x81 && c === 0x9f
  }
  return (
    (a === 0xe1 && b === 0x9a && c === 0x80) ||
    (a === 0xe3 && b === 0x80 && c === 0x80) ||
    (a === 0xef && b === 0xbb && c === 0xbf)
  )
}

/** An ASCII character that is no blank: most strings begin and end with one. */
const isVisible = (c: number): boolean => c > 0x20 && c < 0x80

/** First byte at or after `start` that is no blank. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  if (start < end && isVisible(bytes[start]!)) return start
  let at = start
  for (let n = 1; at < end && n > 0; at += n) n = blankAt(bytes, at, end)
  return at
}

/** End of bytes[start, end) without the blanks at its end. */
export function skipBlanksBack(bytes: Uint8Array, start: number, end: number): number {
  if (start < end && isVisible(bytes[end - 1]!)) return end
  let at = end
  for (let n = 1; at > start && n > 0; at -= n) n = blankBefore(bytes, at, start)
  return at
}

/** Whether there is nothing but blanks. */
export const isBlank = (bytes: Uint8Array, start: number, end: number): boolean => skipBlanks(bytes, start, end) === end

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39
const isTypeLetter = (c: number): boolean => (c | 0x20) === 0x66 || (c | 0x20) === 0x73

/** Index into RELATION_TYPES of the two letters at `at`, -1 = no type. */
function typeAt(bytes: Uint8Array, at: number): number {
  const from = bytes[at]! | 0x20
  const to = bytes[at + 1]! | 0x20
  if (from === 0x66) return to === 0x73 ? 0 : to === 0x66 ? 2 : -1
  if (from === 0x73) return to === 0x73 ? 1 : to === 0x66 ? 3 : -1
  return -1
}

/** The task whose whole id is bytes[start, end), -1 = none. */
function findId(bytes: Uint8Array, start: number, end: number, ids: IdFinder): number {
  if (end - start > ids.bytesMax) return -1
  ids.begin(bytes, start)
  return ids.find(end)
}

/** Reads one string after the other; the last result stays in its members. One per reader, no state between strings. */
export class DependencyReader {
  /** The string last read without the blanks around it. */
  start = 0
  end = 0
  /** Index of the predecessor of a link, and where its id stands. */
  task = -1
  idStart = 0
  idEnd = 0
  /** Type of a link, as an index into RELATION_TYPES. */
  type = 0
  lagDays = 0
  /** Whether the lag of a link counts round the clock. */
  isElapsed = false
  /** End of bytes[start, end) before the type that its tail names, -1 = its tail names none. */
  #headEnd = -1

  read(bytes: Uint8Array, from: number, to: number, ids: IdFinder): DependencyKind {
    this.type = 0
    this.lagDays = 0
    this.isElapsed = false
    this.task = this.findWhole(bytes, from, to, ids)
    if (this.task >= 0) return 'link'
    const { start, end } = this
    // an id may begin with the blanks that stand before it
    this.#readTail(bytes, from, end)
    if (this.#findHead(bytes, from, ids) || (from < start && this.#findHead(bytes, start, ids))) return 'link'
    this.type = 0
    this.lagDays = 0
    this.isElapsed = false
    return this.#beginsLikeLink(bytes, start, end, ids) ? 'unparsable' : 'unknown'
  }

  /** The task whose id is bytes[from, to) as it is written, else without the blanks around it; -1 = none. */
  findWhole(bytes: Uint8Array, from: number, to: number, ids: IdFinder): number {
    this.start = skipBlanks(bytes, from, to)
    this.end = skipBlanksBack(bytes, this.start, to)
    this.idStart = from
    this.idEnd = to
    const asWritten = findId(bytes, from, to, ids)
    if (asWritten >= 0 || (this.start === from && this.end === to)) return asWritten
    this.idStart = this.start
    this.idEnd = this.end
    return findId(bytes, this.start, this.end, ids)
  }

  #findHead(bytes: Uint8Array, start: number, ids: IdFinder): boolean {
    if (this.#headEnd <= start) return false
    this.idStart = start
    ids.begin(bytes, start)
    return this.#findBefore(bytes, start, this.#headEnd, ids)
  }

  /** From the end: unit, number, sign, type. A tail can be read in one way only. */
  #readTail(bytes: Uint8Array, start: number, end: number): void {
    this.#headEnd = -1
    const unit = unitBefore(bytes, start, end)
    let at = unit === undefined ? end : end - unit.word.length
    const hasUnit = unit !== undefined
    const isElapsed = hasUnit && at > start && (bytes[at - 1]! | 0x20) === 0x65
    if (isElapsed) at--
    const scale = unit === undefined ? 1 : isElapsed ? unit.elapsedDays : unit.days
    if (Number.isNaN(scale)) return
    if (hasUnit) at = skipBlanksBack(bytes, start, at)
    let from = at
    while (from > start && (isDigit(bytes[from - 1]!) || bytes[from - 1] === POINT)) from--
    let lagDays = 0
    if (from < at) {
      lagDays = decimal(bytes, from, at) * scale
      if (!Number.isFinite(lagDays)) return
      at = skipBlanksBack(bytes, start, from)
      const sign = at > start ? bytes[at - 1] : 0
      if (sign !== PLUS && sign !== MINUS) return
      if (sign === MINUS && lagDays !== 0) lagDays = -lagDays
      at = skipBlanksBack(bytes, start, at - 1)
    } else if (hasUnit) return
    if (at - 2 <= start) return
    const type = typeAt(bytes, at - 2)
    if (type < 0) return
    this.type = type
    this.lagDays = lagDays
    this.isElapsed = isElapsed
    this.#headEnd = at - 2
  }

  /**
   * The longest id that begins the string and ends at `end`, or earlier with nothing but a separator and blanks between.
   * These stretches of blanks and separators never overlap for two values of `end`, so all of them together are linear.
   */
  #findBefore(bytes: Uint8Array, start: number, end: number, ids: IdFinder): boolean {
    let at = skipBlanksBack(bytes, start, end)
    const separator = at > start ? bytes[at - 1] : 0
    if (separator === COLON || separator === COMMA) at = skipBlanksBack(bytes, start, at - 1)
    let found = false
    for (at = Math.max(at, start + 1); at <= end && at - start <= ID_BYTES_MAX; at++) {
      const task = ids.find(at)
      if (task < 0) continue
      this.task = task
      this.idEnd = at
      found = true
    }
    return found
  }

  #beginsLikeLink(bytes: Uint8Array, start: number, end: number, ids: IdFinder): boolean {
    ids.begin(bytes, start)
    for (let at = start + 1; at < end; at++) {
      const c = bytes[at]!
      const isMarker =
        c === PLUS || c === MINUS || c === PERCENT || (isTypeLetter(c) && at + 1 < end && isTypeLetter(bytes[at + 1]!))
      if (!isMarker) continue
      if (this.#findBefore(bytes, start, at, ids)) return true
    }
    return false
  }
}

interface Unit {
  readonly word: Uint8Array
  /** Days of it; NaN = it says nothing without the hours of a day. */
  readonly days: number
  readonly elapsedDays: number
}

const HOURS_PER_DAY = 24
const encoder = new TextEncoder()
const unitsOf = (words: readonly string[], days: number, elapsedDays: number): Unit[] =>
  words.map(word => ({ word: encoder.encode(word), days, elapsedDays }))

/** Where units share an ending, the longer one stands first. */
const UNITS: readonly Unit[] = [
  ...unitsOf(['days', 'day', 'd'], 1, 1),
  ...unitsOf(['weeks', 'week', 'wks', 'wk', 'w'], 5, 7),
  ...unitsOf(['hours', 'hour', 'hrs', 'hr', 'h'], Number.NaN, 1 / HOURS_PER_DAY),
  ...unitsOf(['minutes', 'minute', 'mins', 'min', 'm'], Number.NaN, 1 / (60 * HOURS_PER_DAY)),
]

/** The unit that ends the string. */
function unitBefore(bytes: Uint8Array, start: number, end: number): Unit | undefined {
  // most strings end with a digit, or with the F or S of a type
  if (end > start && isDigit(bytes[end - 1]!)) return undefined
  return UNITS.find(({ word }) => end - word.length >= start && endsWith(bytes, end, word))
}

function endsWith(bytes: Uint8Array, end: number, word: Uint8Array): boolean {
  for (let n = word.length, at = end; n > 0; n--, at--) if ((bytes[at - 1]! | 0x20) !== word[n - 1]) return false
  return true
}

/** Value of digits with at most one point among them, NaN = not such a number. */
function decimal(bytes: Uint8Array, start: number, end: number): number {
  let digits = 0
  let places = -1
  let value = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === POINT) {
      if (places >= 0) return NaN
      places = 0
    } else {
      digits++
      if (places >= 0) places++
      value = value * 10 + (bytes[at]! - 0x30)
    }
  }
  if (digits === 0) return NaN
  if (digits <= DIGITS_EXACT_MAX) return places > 0 ? value / POWERS_OF_TEN[places]! : value
  return Number(new TextDecoder('latin1').decode(bytes.subarray(start, end)))
}

export type Dependency =
  | { readonly kind: 'link'; readonly id: string; readonly type: RelationType; readonly lagDays: number }
  | { readonly kind: 'unparsable' }
  | { readonly kind: 'unknown'; readonly text: string }

/** Parses a string by a set of ids. */
export function parseDependency(text: string, isKnownId: (id: string) => boolean): Dependency {
  const bytes = new TextEncoder().encode(text)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let from = 0
  const finder: IdFinder = {
    bytesMax: Infinity,
    begin(_, start) {
      from = start
    },
    find: end => (isKnownId(decoder.decode(bytes.subarray(from, end))) ? 0 : -1),
  }
  const reader = new DependencyReader()
  const kind = reader.read(bytes, 0, bytes.length, finder)
  if (kind === 'unparsable') return { kind }
  if (kind === 'unknown') return { kind, text: text.trim() }
  const id = decoder.decode(bytes.subarray(reader.idStart, reader.idEnd))
  return { kind, id, type: RELATION_TYPES[reader.type]!, lagDays: reader.lagDays }
}

/** "A", "A SS", "A FS+2 d", "A SS-1 d": read back as the same link where no other id begins so. */
export function formatDependency(link: { id: string; type: RelationType; lagDays: number }): string {
  if (link.lagDays === 0) return link.type === 'FS' ? link.id : `${link.id} ${link.type}`
  return `${link.id} ${link.type}${link.lagDays < 0 ? '-' : '+'}${plain(Math.abs(link.lagDays))} d`
}

/** The shortest digits that read back as the same number, without the exponent that the grammar does not know. */
function plain(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [whole = '', fraction = ''] = mantissa.split('.')
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  return point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`
}
