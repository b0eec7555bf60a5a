/** Numbers, equal to Number(text) bit for bit. */
import { POWERS } from './layout'
import { byteAt, isDigit, passNumber } from './scan'

/** Number(text) of the bytes: digits beyond those that are exact, and exponents. */
declare function numberOf(at: usize, size: i32): f64
export const DIGITS_EXACT_MAX: i64 = 15

/** The number that was read last. */
export let numberRead: f64 = 0

/** Powers of ten up to 10^15: each product is exact. */
export function setPowers(): void {
  let power: f64 = 1
  for (let places: usize = 0; places <= <usize>DIGITS_EXACT_MAX; places++) {
    store<f64>(POWERS + 8 * places, power)
    power *= 10
  }
}

/** In each byte of a word: 1, the digit 0, what carries a value from 10 on to the high bit, that bit. */
const ONES: u64 = ((<u64>0x01010101) << 32) | 0x01010101
const ZERO_DIGITS: u64 = 0x30 * ONES
const CARRIES: u64 = 0x76 * ONES
const HIGH_BITS: u64 = 0x80 * ONES
/** Every second byte, every second pair of bytes. */
const SECOND_BYTES: u64 = ((<u64>0x00ff00ff) << 32) | 0x00ff00ff
const SECOND_PAIRS: u64 = ((<u64>0x0000ffff) << 32) | 0x0000ffff

/** Digits that the eight bytes begin with. */
function digitCount(bytes: u64): u64 {
  const values = bytes ^ ZERO_DIGITS
  return ctz(((values + CARRIES) | values) & HIGH_BITS) >> 3
}

/** Value of the first `count` bytes, which are digits: in all eight bytes at once, then in pairs of them, then in fours. */
function numberOfDigits(bytes: u64, count: u64): f64 {
  // zeros come in front
  const values = (bytes ^ ZERO_DIGITS) << (64 - 8 * count)
  const pairs = ((values * (10 * 0x100 + 1)) >> 8) & SECOND_BYTES
  const fours = ((pairs * (100 * 0x10000 + 1)) >> 16) & SECOND_PAIRS
  return <f64>(<i64>((fours * (10000 * 0x100000000 + 1)) >> 32))
}

/** The number from `from` on, to numberRead. Short ones, as most are, take no look at single digits: where they end cannot be foreseen. */
export function readNumber(from: usize): usize {
  const isNegative = byteAt(from) === 0x2d
  const first = from + <usize>isNegative
  const digits = load<u64>(first)
  const count = digitCount(digits)
  if (count - 1 >= 7) return longNumber(from)
  if ((digits & 0xff) === 0x30 && count > 1) return 0
  let read = numberOfDigits(digits, count)
  let at = first + <usize>count
  if (byteAt(at) === 0x2e) {
    const fraction = load<u64>(at + 1)
    const places = digitCount(fraction)
    if (places - 1 >= 7) return longNumber(from)
    const power = load<f64>(POWERS + 8 * <usize>places)
    read = (read * power + numberOfDigits(fraction, places)) / power
    at += 1 + <usize>places
  }
  if ((byteAt(at) | 0x20) === 0x65) return longNumber(from)
  numberRead = isNegative ? -read : read
  return at
}

/** The same of any number. */
function longNumber(from: usize): usize {
  let at = from
  const isNegative = byteAt(at) === 0x2d
  if (isNegative) at++
  const firstDigit = at
  let digits: u64 = 0
  let c = byteAt(at)
  if (!isDigit(c)) return 0
  while (isDigit(c)) {
    digits = digits * 10 + (c - 0x30)
    c = byteAt(++at)
  }
  let count: i64 = at - firstDigit
  if (count > 1 && byteAt(firstDigit) === 0x30) return 0
  let places: i64 = 0
  if (c === 0x2e) {
    const firstPlace = ++at
    c = byteAt(at)
    while (isDigit(c)) {
      digits = digits * 10 + (c - 0x30)
      c = byteAt(++at)
    }
    places = at - firstPlace
    if (places === 0) return 0
    count += places
  }
  let read: f64 = 0
  if ((c | 0x20) === 0x65 || count > DIGITS_EXACT_MAX) {
    at = passNumber(from)
    if (at === 0) return 0
    read = numberOf(from, <i32>(at - from))
    if (read === Infinity || read === -Infinity) return 0
  } else {
    read = <f64>digits
    if (places > 0) read /= load<f64>(POWERS + 8 * <usize>places)
    if (isNegative) read = -read
  }
  numberRead = read
  return at
}
