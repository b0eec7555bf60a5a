/** Numbers and days as the ASCII that String(n) and formatDay(n) would give, written digit by digit into a sink. */
import { DAY_MAX, DAY_MIN, formatDay } from '../../../shared/contract/schedule/day.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { roundHalfAway, scaledHalfUp } from '../wording/numbers.ts'
import { type ByteSink, type Words, wordsOf } from './byte-sink.ts'

const ZERO = 48
const MINUS = 45
const POINT = 46
/** Most characters of String(n), and of formatDay(n) for any day a number can hold. */
const TEXT_MAX = 32

const SHORT_DIGITS_MAX = 4
const INTEGER_DIGITS_MAX = 16
const POWERS = Array.from({ length: INTEGER_DIGITS_MAX }, (_, n) => 10 ** n)
/** Distinct decimals of so many digits are distinct doubles, so below it a decimal that reads back is the shortest one. */
const EXACT_DECIMAL_MAX = 1e15
const FRACTION_DIGITS = 6
const FRACTION_SCALE = 1e6

/** Entry v: the digits of v as four bytes, the first lowest; most numbers of a result are so short. */
const SHORT_COUNT = 10_000
const SHORT_DIGITS = new Uint32Array(SHORT_COUNT)
for (let v = 0; v < SHORT_COUNT; v++)
  SHORT_DIGITS[v] =
    v < 10 ? ZERO + v : SHORT_DIGITS[(v / 10) | 0] | ((ZERO + (v % 10)) << (v < 100 ? 8 : v < 1000 ? 16 : 24))

/** Digits of a non-negative integer below 2^53 into the scratch from `at`; gives the end. */
function digits(sink: ByteSink, at: number, value: number): number {
  if (value < SHORT_COUNT) {
    sink.view.setUint32(at, SHORT_DIGITS[value], true)
    return at + (value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4)
  }
  const { bytes } = sink
  let count = SHORT_DIGITS_MAX
  while (count < INTEGER_DIGITS_MAX && value >= POWERS[count]) count++
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
  const { bytes } = sink
  let at = sink.position
  if (negative) bytes[at++] = MINUS
  const power = POWERS[places]
  const whole = Math.floor(scaled / power)
  let fraction = scaled - whole * power
  at = digits(sink, at, whole)
  if (fraction > 0) {
    let width = places
    while (fraction % 10 === 0) {
      fraction /= 10
      width--
    }
    bytes[at++] = POINT
    for (let pad = POWERS[width - 1]; pad > 1 && fraction < pad; pad /= 10) bytes[at++] = ZERO
    at = digits(sink, at, fraction)
  }
  sink.position = at
}

export function writeInteger(sink: ByteSink, value: number): void {
  sink.reserve(TEXT_MAX)
  let at = sink.position
  if (value < 0) sink.bytes[at++] = MINUS
  sink.position = digits(sink, at, Math.abs(value))
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

const DAY_BYTES = '"YYYY-MM-DD"'.length
const DAY_WORDS = DAY_BYTES / 4
const DAY_CACHE_ROWS = 4096
/** Direct-mapped: row r holds the last written day with day % DAY_CACHE_ROWS = r; a schedule spans a few thousand days. */
const cachedDay = new Int32Array(DAY_CACHE_ROWS).fill(DAY_MIN - 1)
/** Row r: the day between quotes, as DAY_WORDS words of four bytes, the first lowest. */
const cachedWords = new Uint32Array(DAY_CACHE_ROWS * DAY_WORDS)

/** Entry m: "T08:00" of that minute and the quote after it, made when it is first written. */
const times: Words[] = []

/** formatMoment(moment) between quotes. */
export function writeQuotedMoment(sink: ByteSink, moment: number): void {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  const minute = moment - day * MINUTES_PER_DAY
  writeQuotedDay(sink, day)
  // the time takes the place of the second quote
  sink.position--
  times[minute] ??= wordsOf(Buffer.from(`T${formatTime(minute)}"`))
  sink.words(times[minute])
}

/** formatDay(day) between quotes. */
export function writeQuotedDay(sink: ByteSink, day: number): void {
  if (day < DAY_MIN || day > DAY_MAX) {
    sink.ascii(`"${formatDay(day)}"`)
    return
  }
  const row = day & (DAY_CACHE_ROWS - 1)
  const from = row * DAY_WORDS
  if (cachedDay[row] !== day) {
    const text = Buffer.from(`"${formatDay(day)}"`)
    for (let i = 0; i < DAY_WORDS; i++) cachedWords[from + i] = text.readUInt32LE(4 * i)
    cachedDay[row] = day
  }
  sink.reserve(DAY_BYTES)
  const { view } = sink
  const at = sink.position
  for (let i = 0; i < DAY_WORDS; i++) view.setUint32(at + 4 * i, cachedWords[from + i], true)
  sink.position = at + DAY_BYTES
}
