/** Numbers as String(n) gives them, where that needs no search for the shortest digits; 0 = it does, or the number is none. */
import { DECIMALS, PAIRS, POWER, THREES, TIE } from './layout'

/** Distinct decimals of so many digits are distinct doubles, so below it a decimal that reads back is the shortest one. */
const EXACT_DECIMAL_MAX: f64 = 1e15
const FRACTION_DIGITS: i32 = 6
const FRACTION_SCALE: u64 = 1000000

/** Times 10^6 it is below EXACT_DECIMAL_MAX. */
const WHOLE_MAX: f64 = 1e8

const ZERO: u8 = 0x30
const MINUS: u8 = 0x2d
const POINT: u8 = 0x2e

export function setPairs(): void {
  for (let v: u32 = 0; v < 100; v++) store<u16>(PAIRS + 2 * v, <u16>((0x30 + v / 10) | ((0x30 + (v % 10)) << 8)))
  for (let v: u32 = 0; v < 1000; v++) {
    const zeros: u32 = v >= 100 ? 1 : v >= 10 ? 2 : 3
    store<u32>(THREES + 4 * v, (four(v) >> (8 * zeros)) | ((4 - zeros) << 24))
  }
}

export function pair(value: u32): u32 {
  return load<u16>(PAIRS + 2 * value)
}

/** The four digits of a number below 10,000, the first lowest. */
export function four(value: u32): u32 {
  const high = value / 100
  return pair(high) | (pair(value - high * 100) << 16)
}

/** Digits of a number below 10,000. */
function short(at: usize, value: u32): usize {
  const zeros: u32 = value >= 100 ? (value >= 1000 ? 0 : 1) : value >= 10 ? 2 : 3
  store<u32>(at, four(value) >> (8 * zeros))
  return at + 4 - zeros
}

export function digits(at: usize, value: u64): usize {
  if (value < 1000) {
    const three = load<u32>(THREES + 4 * <usize>value)
    store<u32>(at, three)
    return at + (three >> 24)
  }
  if (value < 10000) return short(at, <u32>value)
  if (value < 100000000) {
    const rest = <u32>value
    const high = rest / 10000
    const end = short(at, high)
    store<u32>(end, four(rest - high * 10000))
    return end + 4
  }
  const high = value / 100000000
  const end = digits(at, high)
  const low = <u32>(value - high * 100000000)
  const middle = low / 10000
  store<u32>(end, four(middle))
  store<u32>(end, four(low - middle * 10000), 4)
  return end + 8
}

/** scaled / 10^places without trailing zeros, at most six places. */
function fixed(start: usize, isNegative: bool, scaled: u64, places: i32, power: u64): usize {
  let at = start
  if (isNegative) store<u8>(at++, MINUS)
  const whole = scaled / power
  at = digits(at, whole)
  let fraction = <u32>(scaled - whole * power)
  if (fraction === 0) return at
  for (let i = places; i < FRACTION_DIGITS; i++) fraction *= 10
  const high = fraction / 10000
  store<u8>(at, POINT)
  store<u16>(at + 1, <u16>pair(high))
  store<u32>(at + 3, four(fraction - high * 10000))
  at += 1 + FRACTION_DIGITS
  while (load<u8>(at - 1) === ZERO) at--
  return at
}

export function integer(start: usize, value: i64): usize {
  if (value >= 0) return digits(start, <u64>value)
  store<u8>(start, MINUS)
  return digits(start + 1, <u64>-value)
}

/** No NaN, which is neither less nor more than anything. */
export function isGiven(value: f64): bool {
  return value <= Infinity
}

/** 2^52: the lowest bits of a number that is added to it are a whole number. */
const WHOLE_SHIFT: f64 = 4503599627370496
const WHOLE_SHIFT_BITS: u64 = 0x4330000000000000
const SHORT_COUNT: u64 = 1000

/** Digits of a number that is whole and has at most three of them, without a sign, as most days and floats: 0 = it is not. The highest byte is how many. */
export function shortDigits(value: f64): u32 {
  const shifted = value + WHOLE_SHIFT
  const whole = reinterpret<u64>(shifted) - WHOLE_SHIFT_BITS
  return whole < SHORT_COUNT && shifted - WHOLE_SHIFT === value ? load<u32>(THREES + 4 * <usize>whole) : 0
}

/** String(value); 0 for -0. */
export function number(at: usize, value: f64): usize {
  if (Math.abs(value) < <f64>i32.MAX_VALUE) {
    const whole = <i32>value
    if (value === <f64>whole) return integer(at, whole)
  }
  const scaled = Math.round(Math.abs(value) * <f64>FRACTION_SCALE)
  if (!(scaled < EXACT_DECIMAL_MAX) || scaled / <f64>FRACTION_SCALE !== Math.abs(value)) return 0
  return fixed(at, value < 0, <u64>scaled, FRACTION_DIGITS, FRACTION_SCALE)
}

/** String(roundHalfAway(value, decimals)): see compute/engine/wording/numbers.ts. */
export function rounded(at: usize, value: f64, column: usize): usize {
  // what is whole needs no rounding, and is no longer for it
  if (Math.abs(value) < WHOLE_MAX) {
    const whole = <i32>value
    if (value === <f64>whole) return integer(at, whole)
  }
  const power = load<f64>(column, POWER)
  const scaled = Math.floor(Math.abs(value) * power + 0.5 + load<f64>(column, TIE))
  if (!(scaled < EXACT_DECIMAL_MAX)) return 0
  return fixed(at, value < 0 && scaled > 0, <u64>scaled, load<i32>(column, DECIMALS), <u64>power)
}
