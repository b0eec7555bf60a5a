/** What a field is: a named value of a row, declared once, which a condition of any catalogue may read. */
import type { ColumnName } from '../../../../../shared/contract/schedule/column-rows.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { type Measured, Missing, type Values } from './measured.ts'

export type At<Value> = (row: number) => Value

export interface Field {
  readonly name: string
  readonly kind: Values['kind']
  /** What it is, for the page and the catalogue; with its unit. */
  readonly about: string
  readonly make: (of: Measured) => At<number> | At<string> | Missing
  /** What it says where no row has a value; without isAnswer nothing, so what compares it cannot be answered. */
  readonly absence: Absence
  /** All that a text can be, where these are words of ours. */
  readonly words?: readonly string[]
}

export interface Absence {
  /** Of a field that has 0 or false there: none of these columns holds anything. */
  readonly columns?: readonly ColumnName[]
  /** True: there is none of it, which is an answer, and is told. 'silent': the same, of what a rule reads only where it is known. */
  readonly isAnswer?: true | 'silent'
  /** Of a flag: there is nothing that it could be told by. */
  readonly isVoid?: (of: Measured) => boolean
  /** What would have to be sent, where that is not called as the field is. */
  readonly name?: string
  /** What would do instead. */
  readonly instead?: string
}

/** Where none was sent, there is none: no constraint, no link, no resource. */
export const NONE: Absence = { isAnswer: true }
export const KNOWN: Absence = { isAnswer: 'silent' }
export const noneWithout = (...columns: readonly ColumnName[]): Absence => ({ isAnswer: true, columns })

export const ofNumber = (
  name: string,
  about: string,
  make: (of: Measured) => At<number> | Missing,
  absence: Absence = {},
): Field => ({ name, kind: 'number', about, make, absence })
export const ofDay = (
  name: string,
  about: string,
  make: (of: Measured) => At<number> | Missing,
  absence: Absence = {},
): Field => ({ name, kind: 'day', about, make, absence })
export const ofFlag = (
  name: string,
  about: string,
  make: (of: Measured) => At<boolean> | Missing,
  absence: Absence = {},
): Field => ({
  name,
  kind: 'flag',
  about,
  make: of => {
    const test = make(of)
    return test instanceof Missing ? test : row => (test(row) ? 1 : 0)
  },
  absence,
})
export const ofText = (
  name: string,
  about: string,
  make: (of: Measured) => At<string> | Missing,
  absence: Absence = {},
): Field => ({ name, kind: 'text', about, make, absence })

/** A text that is one of these words. */
export const ofWord = (
  words: readonly string[],
  name: string,
  about: string,
  make: (of: Measured) => At<string> | Missing,
  absence: Absence = {},
): Field => ({ ...ofText(name, about, make, absence), words })

export const CYCLE = new Missing('a critical path; the dependencies form a cycle')
export const isDay = (day: number): boolean => day !== DAY_ABSENT

/** What tasks have in common with others, by text. */
export function countedAlike(count: number, keyOf: (row: number) => string | undefined): At<number> {
  const counts = new Map<string, number>()
  const keys: (string | undefined)[] = []
  for (let i = 0; i < count; i++) {
    const key = keyOf(i)
    keys.push(key)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return i => {
    const key = keys[i]
    return key === undefined ? Number.NaN : counts.get(key)!
  }
}

/** Whether any row has a number or a day. */
export function hasAny(count: number, at: At<number>): boolean {
  for (let row = 0; row < count; row++) if (!Number.isNaN(at(row))) return true
  return false
}

/** Words between blanks. */
export function words(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text[at] !== ' ' && (at === 0 || text[at - 1] === ' ')) count++
  return count
}
