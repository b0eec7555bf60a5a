/** Numbers and days as the ASCII that String(n) and formatDay(n) would give, written digit by digit into a sink. */
import { DAY_MAX, DAY_MIN, formatDay } from '../../shared/schedule/day.ts'
import { roundHalfAway, scaledHalfUp } from '../score/round.ts'
import type { ByteSink } from './byte-sink.ts'

const ZERO = 48
const MINUS = 45
const POINT = 46
/** Most characters of String(n), and of formatDay(n) for any day a number can hold. */
const TEXT_MAX = 32

const INTEGER_DIGITS_MAX = 16
const POWERS = Array.from({ length: INTEGER_DIGITS_MAX }, (_, n) => 10 ** n)
/** Distinct decimals of so many digits are distinct doubles, so below it a decimal that reads back is the shortest one. */
const EXACT_DECIMAL_MAX = 1e15
const FRACTION_DIGITS = 6
const FRACTION_SCALE = 1e6

/** Digits of a non-negative integer below 2^53 into bytes[at ..); gives the end. */
function digits(bytes: Uint8Array, at: number, value: number): number {
  let count = 1
  while (count < INTEGER_DIGITS_MAX && value >= POWERS[count]!) count++
  const end = at + count
  let rest = value
  let i = end
  // eight digits at a time leave the range in which integer division is cheap
  while (rest > 0x7fffffff) {
    const high = Math.floor(rest / 1e8)
    let low = rest - high * 1e8
    for (let k = 0; k < 8; k++) {
      const tenth = (low / 10) | 0
      bytes[--i] = ZERO + low - tenth * 10
      low = tenth
    }
    rest = high
  }
  let small = rest | 0
  while (i > at) {
    const tenth = (small / 10) | 0
    bytes[--i] = ZERO + small - tenth * 10
    small = tenth
  }
  return end
}

/** scaled / 10^places without trailing zeros, e.g. (1250, 3) as 1.25. */
function fixed(sink: ByteSink, negative: boolean, scaled: number, places: number): void {
  sink.reserve(TEXT_MAX)
  const bytes = sink.bytes
  let at = sink.position
  if (negative) bytes[at++] = MINUS
  const power = POWERS[places]!
  const whole = Math.floor(scaled / power)
  let fraction = scaled - whole * power
  at = digits(bytes, at, whole)
  if (fraction > 0) {
    let width = places
    while (fraction % 10 === 0) {
      fraction /= 10
      width--
    }
    bytes[at++] = POINT
    for (let pad = POWERS[width - 1]!; pad > 1 && fraction < pad; pad /= 10) bytes[at++] = ZERO
    at = digits(bytes, at, fraction)
  }
  sink.position = at
}

export function writeInteger(sink: ByteSink, value: number): void {
  sink.reserve(TEXT_MAX)
  let at = sink.position
  if (value < 0) sink.bytes[at++] = MINUS
  sink.position = digits(sink.bytes, at, Math.abs(value))
}

/** String(value) of a finite number, 0 for -0. */
export function writeNumber(sink: ByteSink, value: number): void {
  if (value === (value | 0)) {
    writeInteger(sink, value)
    return
  }
  const scaled = Math.round(Math.abs(value) * FRACTION_SCALE)
  if (scaled < EXACT_DECIMAL_MAX && scaled / FRACTION_SCALE === Math.abs(value)) {
    fixed(sink, value < 0, scaled, FRACTION_DIGITS)
  } else {
    sink.ascii(String(value))
  }
}

/** String(roundHalfAway(value, decimals)). */
export function writeRounded(sink: ByteSink, value: number, decimals: number): void {
  const scaled = scaledHalfUp(value, decimals)
  // beyond either bound String() may choose an exponent or other digits
  if (scaled < EXACT_DECIMAL_MAX && decimals <= FRACTION_DIGITS) fixed(sink, value < 0 && scaled > 0, scaled, decimals)
  else writeNumber(sink, roundHalfAway(value, decimals))
}

const DAY_BYTES = 10
const DAY_CACHE_ROWS = 4096
/** Direct-mapped: row r holds the last written day with day % DAY_CACHE_ROWS = r; a schedule spans a few thousand days. */
const cachedDay = new Int32Array(DAY_CACHE_ROWS).fill(DAY_MIN - 1)
const cachedBytes = new Uint8Array(DAY_CACHE_ROWS * DAY_BYTES)

export function writeDay(sink: ByteSink, day: number): void {
  if (day < DAY_MIN || day > DAY_MAX) {
    sink.ascii(formatDay(day))
    return
  }
  const row = day & (DAY_CACHE_ROWS - 1)
  const from = row * DAY_BYTES
  if (cachedDay[row] !== day) {
    const text = formatDay(day)
    for (let i = 0; i < DAY_BYTES; i++) cachedBytes[from + i] = text.charCodeAt(i)
    cachedDay[row] = day
  }
  sink.reserve(DAY_BYTES)
  const bytes = sink.bytes
  const at = sink.position
  for (let i = 0; i < DAY_BYTES; i++) bytes[at + i] = cachedBytes[from + i]!
  sink.position = at + DAY_BYTES
}
