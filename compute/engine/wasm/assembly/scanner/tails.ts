/**
 * What may stand behind the id of a link that is one string: a type, and a lag (shared/contract/schedule/dependency.ts has the grammar and decides). Only a string that
 * is no id is read so, and which ids there are is not known before the list ends. But an id that equals such a string ends as it does: so the forms in
 * which ids end are collected, and those in which links were read, and where they have one in common, TypeScript reads these links again.
 */
import { skipBlanksBack } from './bytes'
import { POWERS } from './layout'
import { DIGITS_EXACT_MAX } from './numbers'
import { byteAt, isDigit } from './scan'

const PLUS: u32 = 0x2b
const COMMA: u32 = 0x2c
const MINUS: u32 = 0x2d
const POINT: u32 = 0x2e
const COLON: u32 = 0x3a
const TYPES: u32 = 4
const SIGNS: u32 = 3
const UNITS: u32 = 2

/** Of the tail that was read last: the end of the id, and of what stands between it and the type. */
export let idEnd: usize = 0
let headEnd: usize = 0
export let tailType: u8 = 0
export let tailLag: f64 = 0
export let isTailElapsed: bool = false
/** Its lag has more digits than are read here. */
export let isTailLong: bool = false
/** A bit for the form: what is read of the tail, but for its number. */
export let tailForm: u64 = 0

/** Of a longer id it is not seen at once: see isPlain(). */
export const PLAIN_BYTES_MAX: i32 = 16

/** Forms of the tails of ids, and those in which links were read. */
let formsOfIds: u64 = 0
let formsOfLinks: u64 = 0

export function beginTails(): void {
  formsOfIds = 0
  formsOfLinks = 0
}

/** An id that is not looked at may end in any form. */
export function allFormsOfIds(): void {
  formsOfIds = ~(<u64>0)
}

/** An id of the list. One that ends in a blank or a separator may be longer than what is taken for the id of a link. */
export function noteId(at: usize, size: i32): void {
  if (isPlain(at, size)) return
  const end = at + size
  const last = byteAt(end - 1)
  if (last === COLON || last === COMMA || skipBlanksBack(at, end) !== end) allFormsOfIds()
  else if (readTail(at, end)) formsOfIds |= tailForm
}

/**
 * Of most ids it is seen at once that there is nothing to say: they are short, at either end is a letter or a digit, and no two letters follow each other
 * that could be a type.
 */
export function isPlain(at: usize, size: i32): bool {
  if (size > PLAIN_BYTES_MAX || size === 0) return false
  const last = byteAt(at + size - 1)
  if (byteAt(at) - 0x30 >= 0x50 || last - 0x30 >= 0x50 || last === COLON) return false
  const lower = v128.or(v128.load(at), i8x16.splat(0x20))
  const letters = i8x16.bitmask(v128.or(i8x16.eq(lower, i8x16.splat(0x66)), i8x16.eq(lower, i8x16.splat(0x73))))
  return (letters & (letters >> 1) & ((1 << (size - 1)) - 1)) === 0
}

export function isFormOfIds(): bool {
  return (formsOfIds & tailForm) !== 0
}

export function noteLink(): void {
  formsOfLinks |= tailForm
}

/** A link that was read in two parts may be an id as a whole. */
export function isAmbiguous(): bool {
  return (formsOfIds & formsOfLinks) !== 0
}

/** Reads the tail of bytes [start, end), which end in no blank; false = it has none. */
export function readTail(start: usize, end: usize): bool {
  let at = end - unitBefore(start, end)
  const hasUnit = at < end
  const elapsed = hasUnit && at > start && (byteAt(at - 1) | 0x20) === 0x65
  if (elapsed) at--
  if (hasUnit) at = skipBlanksBack(start, at)
  let from = at
  while (from > start && (isDigit(byteAt(from - 1)) || byteAt(from - 1) === POINT)) from--
  let lag: f64 = 0
  let signs: u32 = 0
  isTailLong = false
  if (from < at) {
    const numberEnd = at
    at = skipBlanksBack(start, from)
    const sign = at > start ? byteAt(at - 1) : 0
    if (sign !== PLUS && sign !== MINUS) return false
    lag = decimal(from, numberEnd)
    if (lag < 0) return false
    signs = sign === MINUS ? 2 : 1
    if (sign === MINUS && lag !== 0) lag = -lag
    at = skipBlanksBack(start, at - 1)
  } else if (hasUnit) return false
  if (at < start + 3) return false
  const type = typeAt(at - 2)
  if (type < 0) return false
  headEnd = at - 2
  tailType = <u8>type
  tailLag = lag
  isTailElapsed = elapsed
  idEnd = skipBlanksBack(start, headEnd)
  tailForm = (<u64>1) << (<u32>type + TYPES * (signs + SIGNS * (<u32>hasUnit + UNITS * <u32>(idEnd < headEnd))))
  const separator = idEnd > start ? byteAt(idEnd - 1) : 0
  if (separator === COLON || separator === COMMA) idEnd = skipBlanksBack(start, idEnd - 1)
  return true
}

/** Index of the type of the two letters at `at`, -1 = they are none. */
function typeAt(at: usize): i32 {
  const from = byteAt(at) | 0x20
  const to = byteAt(at + 1) | 0x20
  if (from === 0x66) return to === 0x73 ? 0 : to === 0x66 ? 2 : -1
  if (from === 0x73) return to === 0x73 ? 1 : to === 0x66 ? 3 : -1
  return -1
}

function before(start: usize, end: usize, back: usize): u32 {
  return end >= start + back ? byteAt(end - back) | 0x20 : 0
}

/** Bytes of the unit that ends the text. */
function unitBefore(start: usize, end: usize): usize {
  const last = before(start, end, 1)
  if (last === 0x64) return 1
  if (last === 0x79) return before(start, end, 2) === 0x61 && before(start, end, 3) === 0x64 ? 3 : 0
  return last === 0x73 &&
    before(start, end, 2) === 0x79 &&
    before(start, end, 3) === 0x61 &&
    before(start, end, 4) === 0x64
    ? 4
    : 0
}

/** Value of digits with at most one point among them, -1 = no such number. */
function decimal(from: usize, end: usize): f64 {
  let digits: u64 = 0
  let count: i64 = 0
  let places: i64 = -1
  for (let at = from; at < end; at++) {
    const c = byteAt(at)
    if (c === POINT) {
      if (places >= 0) return -1
      places = 0
    } else {
      count++
      if (places >= 0) places++
      digits = digits * 10 + (c - 0x30)
    }
  }
  if (count === 0) return -1
  if (count > DIGITS_EXACT_MAX) {
    isTailLong = true
    return 0
  }
  return places > 0 ? <f64>digits / load<f64>(POWERS + 8 * <usize>places) : <f64>digits
}
