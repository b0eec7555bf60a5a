/** Records of an .mpx and their values, by the code page, separators and units that the file says of itself. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { parseDay } from '../../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'

/** Fields of a record by their places; the first is the number of its kind. */
export type MpxRecord = readonly string[]

const QUOTE = '"'
const END_OF_FILE = '\x1a'
/** A task has some hundred. */
const FIELDS_MAX = 400

/** What follows the first word of the file. */
export const separatorOf = (text: string): string => text.replace(/^\uFEFF/, '')[3] ?? ','

/** Code pages that a file names in its first line; `upper`: signs of its bytes from 128 on, where no decoder of the platform has them. */
const PAGES: ReadonlyMap<string, { readonly encoding: string; readonly upper?: string }> = new Map([
  ['MAC', { encoding: 'macintosh' }],
  [
    '437',
    {
      encoding: 'cp437',
      upper:
        'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ',
    },
  ],
  [
    '850',
    {
      encoding: 'cp850',
      upper:
        'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ',
    },
  ],
])
/** What a Windows program of Western Europe writes, which is what most files call ANSI. */
const ANSI = 'windows-1252'
const FIRST_LINE_MAX = 200

/** The text of a file and how it was encoded. */
export function mpxText(body: Uint8Array): { readonly encoding: string; readonly text: string } {
  const head = Buffer.from(body.subarray(0, FIRST_LINE_MAX)).toString('latin1')
  const line = head.split(/[\r\n]/, 1)[0]
  const named = PAGES.get((line.split(separatorOf(line))[3] ?? '').trim().toUpperCase())
  if (named?.upper !== undefined) {
    const { encoding, upper } = named
    const text = Buffer.from(body).toString('latin1')
    return { encoding, text: text.replaceAll(/[\x80-\xff]/g, sign => upper[sign.charCodeAt(0) - 128]) }
  }
  const encoding = isUtf8(body) ? 'utf-8' : (named?.encoding ?? ANSI)
  return { encoding, text: new TextDecoder(encoding).decode(body) }
}

/** Each line is a record. A quoted field may have it in it, and quotes twice. */
export function* mpxRecords(text: string): Generator<MpxRecord> {
  const separator = separatorOf(text)
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf('\n', at)
    if (end < 0) end = text.length
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    at = end + 1
    if (line === '' || line === END_OF_FILE) continue
    yield line.includes(QUOTE) ? quotedFields(line, separator) : line.split(separator, FIELDS_MAX)
  }
}

function quotedFields(line: string, separator: string): string[] {
  const fields: string[] = []
  for (let at = 0; at <= line.length && fields.length < FIELDS_MAX; ) {
    if (line[at] !== QUOTE) {
      const end = line.indexOf(separator, at)
      fields.push(line.slice(at, end < 0 ? line.length : end))
      at = end < 0 ? line.length + 1 : end + 1
      continue
    }
    const parts: string[] = []
    at++
    for (;;) {
      const end = line.indexOf(QUOTE, at)
      parts.push(line.slice(at, end < 0 ? line.length : end))
      at = end < 0 ? line.length : end + 1
      if (end < 0 || line[at] !== QUOTE) break
      parts.push(QUOTE)
      at++
    }
    fields.push(parts.join(''))
    const next = line.indexOf(separator, at)
    at = next < 0 ? line.length + 1 : next + 1
  }
  return fields
}

export interface Span {
  readonly minutes: number
  /** As the XML of Microsoft Project numbers units; of percent `minutes` is the percentage. */
  readonly format: number
}

/** Unit: its number, and what it has in minutes by the settings; elapsed ones are the next number. */
const UNITS = new Map([
  ['m', 3],
  ['h', 5],
  ['d', 7],
  ['w', 9],
  ['mo', 11],
  ['%', 19],
])
const ELAPSED_MINUTES = new Map([
  ['m', 1],
  ['h', 60],
  ['d', 1440],
  ['w', 10_080],
  ['mo', 43_200],
])
const DAYS_PER_MONTH = 20
/** Years of two digits are those from 1984 on. */
const FIRST_YEAR = 84
const [DAY_FIRST, YEAR_FIRST] = [1, 2]

export class MpxSettings {
  minutesPerDay = 480
  minutesPerWeek = 2400
  decimal = '.'
  /** What separates fields, and what a field lists. */
  readonly separator: string
  #order = 0
  #defaultTime = 480
  #pm = 'pm'
  #am = 'am'

  constructor(separator: string) {
    this.separator = separator
  }

  take(record: MpxRecord): void {
    const [kind, ...fields] = record
    if (kind === '10') this.decimal = fields[4] || '.'
    else if (kind === '11') {
      const perDay = this.number(fields[3]) * 60
      const perWeek = this.number(fields[4]) * 60
      if (perDay > 0 && perDay <= MINUTES_PER_DAY) this.minutesPerDay = Math.round(perDay)
      if (perWeek > 0 && perWeek <= 7 * MINUTES_PER_DAY) this.minutesPerWeek = Math.round(perWeek)
    } else if (kind === '12') {
      this.#order = Number(fields[0]) || 0
      const time = Number(fields[2])
      if (time >= 0 && time < MINUTES_PER_DAY) this.#defaultTime = time
      this.#am = (fields[5] ?? '').trim().toLowerCase() || this.#am
      this.#pm = (fields[6] ?? '').trim().toLowerCase() || this.#pm
    }
  }

  /** NaN = it is none. Signs of currency and separators of thousands are passed over. */
  number(text: string | undefined): number {
    const digits = (text ?? '').replaceAll(/[^\d.,+-]/g, '')
    const plain = this.decimal === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
    return plain === '' ? Number.NaN : Number(plain)
  }

  /** undefined = it is none. */
  span(text: string | undefined): Span | undefined {
    const found = /^\s*([+-]?[\d.,]+)\s*(e?)(mo|m|h|d|w|%)[a-z]*\??\s*$/i.exec(text ?? '')
    if (found === null) return undefined
    const value = this.number(found[1])
    const unit = found[3].toLowerCase()
    const isElapsed = found[2] !== ''
    const format = UNITS.get(unit)! + (isElapsed ? 1 : 0)
    if (unit === '%') return { minutes: value, format }
    const minutes = isElapsed ? ELAPSED_MINUTES.get(unit)! : this.#minutesIn(unit)
    return { minutes: Math.round(value * minutes * 10) / 10, format }
  }

  #minutesIn(unit: string): number {
    if (unit === 'd') return this.minutesPerDay
    if (unit === 'w') return this.minutesPerWeek
    return unit === 'mo' ? DAYS_PER_MONTH * this.minutesPerDay : ELAPSED_MINUTES.get(unit)!
  }

  /** Minutes after midnight; NaN = it is none. */
  time(text: string | undefined): number {
    const found = /^\s*(\d{1,2})\D?(\d\d)?\s*(.*)$/.exec(text ?? '')
    if (found === null) return Number.NaN
    const word = found[3].trim().toLowerCase()
    const isHalf = word === this.#am || word === this.#pm
    const hour = isHalf ? (Number(found[1]) % 12) + (word === this.#pm ? 12 : 0) : Number(found[1])
    const minutes = 60 * hour + Number(found[2] ?? 0)
    return minutes <= MINUTES_PER_DAY ? minutes : Number.NaN
  }

  /** Day number; NaN = it is none. */
  day(text: string | undefined): number {
    const found = /(\d{1,4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,4})/.exec(text ?? '')
    if (found === null) return Number.NaN
    const [a, b, c] = found.slice(1).map(Number)
    const [year, month, day] =
      this.#order === YEAR_FIRST ? [a, b, c] : this.#order === DAY_FIRST ? [c, b, a] : [c, a, b]
    const whole = year >= 100 ? year : year + (year >= FIRST_YEAR ? 1900 : 2000)
    const two = (value: number): string => String(value).padStart(2, '0')
    return parseDay(`${String(whole).padStart(4, '0')}-${two(month)}-${two(day)}`) ?? Number.NaN
  }

  /** NaN = it is none. A date without a time begins or ends as the days of the project do. */
  moment(text: string | undefined, isStart: boolean): number {
    const day = this.day(text)
    if (Number.isNaN(day)) return day
    const time = /\d{1,4}\D{1,2}\d{1,2}\D{1,2}\d{1,4}\s+(.+)$/.exec(text!)
    const minute = time === null ? Number.NaN : this.time(time[1])
    // work of a day has an hour's break
    const end = Math.min(MINUTES_PER_DAY, this.#defaultTime + this.minutesPerDay + (this.minutesPerDay > 300 ? 60 : 0))
    return day * MINUTES_PER_DAY + (Number.isNaN(minute) ? (isStart ? this.#defaultTime : end) : minute)
  }
}
