/** Lines of 132 columns, filled by the rows of the format. */
import { createHash } from 'node:crypto'
import {
  SDEF_MONTHS,
  SDEF_RECORDS,
  SDEF_WIDTH,
  type SdefField,
  type SdefRecord,
} from '../../../shared/contract/deliverables/sdef-fields.ts'
import { civilOfDay } from '../../../shared/contract/schedule/day.ts'

const LINE_BYTES = SDEF_WIDTH + 2
const BLANK = 0x20
const CR_LF = Buffer.from('\r\n')
const LINES_FIRST = 256

type NameOf<Of extends SdefRecord> = (typeof SDEF_RECORDS)[Of][number]['name']

export class SdefLines {
  #bytes = Buffer.alloc(LINES_FIRST * LINE_BYTES).fill(BLANK)
  #at = -LINE_BYTES
  readonly #fields = new Map<string, SdefField>(
    Object.entries(SDEF_RECORDS).flatMap(([record, fields]) =>
      fields.map(field => [`${record}.${field.name}`, field] as const),
    ),
  )
  readonly counts = new Map<string, number>()

  begin<Of extends SdefRecord>(record: Of): LineOf<Of> {
    this.#line(record)
    return (name, text) => {
      const { from, to, kind } = this.#fields.get(`${record}.${name}`)!
      const width = to - from + 1
      if (text.length > width) throw new Error(`${record} ${name} has ${width} columns, not ${text.length}`)
      const isRight = kind === 'number' || kind === 'decimal'
      this.#bytes.write(text, this.#at + (isRight ? to - text.length : from - 1), 'latin1')
    }
  }

  /** Each date takes eight columns. */
  holidays(calendar: string, days: readonly number[]): void {
    const set = this.begin('HOLI')
    set('calendar_code', calendar)
    set('dates', days.map(sdefDate).join(' '))
  }

  #line(record: string): void {
    this.counts.set(record, (this.counts.get(record) ?? 0) + 1)
    this.#at += LINE_BYTES
    if (this.#at + LINE_BYTES > this.#bytes.length) {
      const grown = Buffer.alloc(2 * this.#bytes.length).fill(BLANK)
      this.#bytes.copy(grown)
      this.#bytes = grown
    }
    this.#bytes.write(record, this.#at, 'latin1')
    CR_LF.copy(this.#bytes, this.#at + SDEF_WIDTH)
  }

  /** As text, which is ASCII. */
  finish(): string {
    this.#line('END')
    return this.#bytes.toString('latin1', 0, this.#at + LINE_BYTES)
  }
}

export type LineOf<Of extends SdefRecord> = (name: NameOf<Of>, text: string) => void

/** DDMMMYY */
export function sdefDate(day: number): string {
  const [year, month, dayOfMonth] = civilOfDay(day)
  return `${String(dayOfMonth).padStart(2, '0')}${SDEF_MONTHS[month - 1]}${String(year % 100).padStart(2, '0')}`
}

/** Accents away, and a question mark for what is left. */
export function ascii(text: string): string {
  if (isPrintable(text)) return text
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?')
}

export const isPrintable = (text: string): boolean => /^[ -~]*$/.test(text)

export const ID_CHARACTERS_MAX = 10
export const NAME_CHARACTERS_MAX = 30

/** What no id is mistaken for another by: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HASHED = 5

/**
 * Ids that are too long as five letters of their SHA-256 and their own last five characters, which people know them by. It follows from the id alone, so that an
 * activity keeps it from update to update. Where it is taken, the next hash is tried, in the order of ids.
 */
export function shortened(ids: readonly string[]): Map<string, string> {
  const isLong = (id: string): boolean => id.length > ID_CHARACTERS_MAX || !isPrintable(id)
  const taken = new Set(ids.filter(id => !isLong(id)))
  const made = new Map<string, string>()
  for (const id of [...new Set(ids.filter(isLong))].sort()) {
    const end = ascii(id)
      .slice(HASHED - ID_CHARACTERS_MAX)
      .replaceAll(' ', '_')
    for (let n = 0, short: string | undefined; short === undefined; n++) {
      const hash = createHash('sha256')
        .update(n === 0 ? id : `${id}\n${n}`)
        .digest()
      const candidate = [...hash.subarray(0, HASHED)].map(byte => LETTERS[byte & 31]).join('') + end
      if (!taken.has(candidate)) short = candidate
      if (short !== undefined) made.set(id, short)
      taken.add(candidate)
    }
  }
  return made
}

export const shortId = (id: string): string => ascii(id).slice(0, ID_CHARACTERS_MAX)
