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

/** The number from `from` on, to numberRead. */
export function readNumber(from: usize): usize {
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
