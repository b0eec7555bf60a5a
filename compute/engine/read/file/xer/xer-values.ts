/**
 * Values of an XER. Texts: quotes are doubled in the file, a pair of 0x7F is a line break, other control characters are blanks. Numbers: P6 writes them with the symbols of the currency that ERMHDR names (CURRTYPE): "1.234,5" as well as "1,234.5". Digits with at most one
 * decimal symbol are read straight from the bytes, whatever else may be a number is looked at as a text.
 */
import { looseNumber } from '../loose-numbers.ts'

export interface NumberSymbols {
  /** Character codes below 0x80; the grouping one may be 0 = none. */
  readonly decimal: number
  readonly group: number
}

const POINT = 0x2e
const COMMA = 0x2c
const MINUS = 0x2d
export const DEFAULT_SYMBOLS: NumberSymbols = { decimal: POINT, group: COMMA }

/** Digits / 10^places is exact while both are. */
const DIGITS_EXACT_MAX = 15
const POWERS_OF_TEN = Float64Array.from({ length: DIGITS_EXACT_MAX + 1 }, (_, i) => 10 ** i)
/** A longer text is no number. */
const NUMBER_BYTES_MAX = 60

/** Value of bytes[start, end), NaN = not a number; the caller has seen that there is something. */
export function numberOf(bytes: Uint8Array, start: number, end: number, symbols: NumberSymbols): number {
  let at = start
  const isNegative = bytes[at] === MINUS
  if (isNegative) at++
  const first = at
  let value = 0
  let places = -1
  let digits = 0
  for (; at < end; at++) {
    const c = bytes[at]
    if (c >= 0x30 && c <= 0x39) {
      value = 10 * value + (c - 0x30)
      digits++
      if (places >= 0) places++
    } else if (c === symbols.decimal && places < 0) places = 0
    else return slowNumber(bytes, start, end, symbols)
  }
  if (digits === 0 || digits > DIGITS_EXACT_MAX || at === first) return slowNumber(bytes, start, end, symbols)
  if (places > 0) value /= POWERS_OF_TEN[places]
  return isNegative && value !== 0 ? -value : value
}

/** With groups, an exponent, blanks, or the decimal symbol of another currency. */
function slowNumber(bytes: Uint8Array, start: number, end: number, { decimal, group }: NumberSymbols): number {
  if (end - start > NUMBER_BYTES_MAX) return Number.NaN
  const written = String.fromCharCode(...bytes.subarray(start, end)).trim()
  let text = written.replace(/[\s\u00a0']/g, '')
  const [decimalMark, groupMark] = [String.fromCharCode(decimal), group === 0 ? '' : String.fromCharCode(group)]
  if (groupMark !== '' && hasGroups(text, groupMark, decimalMark)) text = text.replaceAll(groupMark, '')
  if (decimalMark !== '.' && text.includes(decimalMark)) text = text.replace(decimalMark, '.')
  else if (/^[-+]?\d*,\d+$/.test(text)) text = text.replace(',', '.')
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(text) ? finite(Number(text)) : looseNumber(written)
}

/** "12.345,6" and "1.234": groups of three digits, the first of one to three and not 0. Else the mark is a decimal one. */
function hasGroups(text: string, group: string, decimal: string): boolean {
  const whole = text.replace(/^[-+]/, '').split(decimal, 1)[0]
  const parts = whole.split(group)
  return parts.length > 1 && /^[1-9]\d{0,2}$/.test(parts[0]) && parts.slice(1).every(part => /^\d{3}$/.test(part))
}

const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN)

const QUOTE = 0x22
const DELETE = 0x7f
const LINE_FEED = 0x0a
const SPACE = 0x20

/** Whether bytes[start, end) stand for themselves, as nearly all texts do. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = bytes[at]
    if (c === QUOTE || c === DELETE || c < SPACE) return false
  }
  return true
}

export function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] >= 0x80) return false
  return true
}

export class PlainText {
  bytes: Uint8Array = new Uint8Array(256)

  /** Puts it in the first bytes and returns how many. */
  set(from: Uint8Array, start: number, end: number): number {
    if (this.bytes.length < end - start) this.bytes = new Uint8Array(end - start)
    const into = this.bytes
    let length = 0
    for (let at = start; at < end; at++) {
      const c = from[at]
      const isPair = at + 1 < end && from[at + 1] === c && (c === QUOTE || c === DELETE)
      if (isPair) at++
      into[length++] = c === DELETE || c === LINE_FEED ? LINE_FEED : Math.max(c, SPACE)
    }
    return length
  }
}
