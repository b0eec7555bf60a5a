/** Values in the texts of XML project files, read from bytes: numbers, switches, times of day and durations of ISO 8601. NaN = none such. */
import { looseNumber } from '../loose-numbers.ts'
import type { XmlCursor } from './xml-cursor.ts'

const ZERO = 0x30
const MINUS = 0x2d
const POINT = 0x2e
const DIGITS_MAX = 9
const POWERS_OF_TEN = Float64Array.from({ length: DIGITS_MAX }, (_, n) => 10 ** n)

/** A number: up to nine digits and a point on bytes, others as JavaScript reads them. */
export function numberOf(xml: XmlCursor): number {
  const { source, start, end } = xml
  const from = source[start] === MINUS && end > start ? start + 1 : start
  const size = end - from
  if (size < 1) return Number.NaN
  if (size > DIGITS_MAX) return plainNumber(xml)
  let value = 0
  let point = -1
  for (let at = from; at < end; at++) {
    const digit = source[at] - ZERO
    if (digit >= 0 && digit <= 9) value = 10 * value + digit
    else if (source[at] === POINT && point < 0 && at > from) point = at
    else return plainNumber(xml)
  }
  // both are exact, so their quotient is the number that the text means
  if (point >= 0) value /= POWERS_OF_TEN[end - point - 1]
  return from === start ? value : 0 - value
}

/** No number of a project file is longer. */
const NUMBER_BYTES_MAX = 40

function plainNumber(xml: XmlCursor): number {
  if (xml.end - xml.start > NUMBER_BYTES_MAX) return Number.NaN
  return looseNumber(xml.string().trim())
}

/** 1 = "1" or "true", 0 = "0" or "false", in any case. */
export function flagOf(xml: XmlCursor): number {
  const { source, start, end } = xml
  if (end - start === 1) return source[start] === ZERO ? 0 : source[start] === ZERO + 1 ? 1 : Number.NaN
  if (end - start === 4) return xml.string().toLowerCase() === 'true' ? 1 : Number.NaN
  return end - start === 5 && xml.string().toLowerCase() === 'false' ? 0 : Number.NaN
}

/** Minutes after midnight of "08:00:00"; seconds are not read. */
export function timeOf(xml: XmlCursor): number {
  const { source, start, end } = xml
  if (end - start < 5 || source[start + 2] !== 0x3a) return Number.NaN
  const digit = (at: number): number => source[start + at] - ZERO
  const [a, b, c, d] = [digit(0), digit(1), digit(3), digit(4)]
  const isTime = a >= 0 && a <= 2 && b >= 0 && b <= 9 && c >= 0 && c <= 5 && d >= 0 && d <= 9
  const minute = 600 * a + 60 * b + 10 * c + d
  return isTime && minute <= 24 * 60 ? minute : Number.NaN
}

const DAY_MINUTES = 24 * 60
/** Entry: minutes of a unit of the part of a duration before and behind its T; years and months are no count of minutes. */
const unitMinutes = (unit: number, isTime: boolean): number => {
  if (isTime) return unit === 0x48 ? 60 : unit === 0x4d ? 1 : unit === 0x53 ? 1 / 60 : Number.NaN
  return unit === 0x44 ? DAY_MINUTES : unit === 0x57 ? 7 * DAY_MINUTES : Number.NaN
}

/** Minutes of "PT8H0M0S", "-PT30M", "P1DT0.5H". */
export function durationMinutesOf(xml: XmlCursor): number {
  const { source, end } = xml
  let at = xml.start
  const isNegative = source[at] === MINUS && at < end
  if (isNegative) at++
  if (at >= end || source[at++] !== 0x50) return Number.NaN
  let minutes = 0
  let isTime = false
  let partCount = 0
  while (at < end) {
    if (source[at] === 0x54 && !isTime) {
      isTime = true
      at++
      continue
    }
    let value = 0
    let digits = 0
    let scale = 0
    for (; at < end; at++) {
      const digit = source[at] - ZERO
      if (digit >= 0 && digit <= 9) {
        digits++
        if (scale === 0) value = 10 * value + digit
        else {
          value += digit * scale
          scale /= 10
        }
      } else if (source[at] === 0x2e && scale === 0) scale = 0.1
      else break
    }
    const unit = at < end ? unitMinutes(source[at++], isTime) : Number.NaN
    if (digits === 0) return Number.NaN
    // a part of nothing may be of any unit: "P0Y0M0DT8H0M0S"
    if (value !== 0) minutes += value * unit
    partCount++
  }
  if (partCount === 0 || !Number.isFinite(minutes)) return Number.NaN
  // seconds are kept as the part of a minute that they are, free of the noise of their sum
  const exact = Math.round(minutes * 1e6) / 1e6
  return isNegative ? 0 - exact : exact
}
