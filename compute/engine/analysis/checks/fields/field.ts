/** What a field is: a named value of a row, declared once, which a condition of any catalogue may read. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { type Measured, Missing, type Values } from './measured.ts'

export type At<Value> = (row: number) => Value

export interface Field {
  readonly name: string
  readonly kind: Values['kind']
  /** What it is, for the page and the catalogue; with its unit. */
  readonly about: string
  readonly make: (of: Measured) => At<number> | At<string> | Missing
}

export const ofNumber = (name: string, about: string, make: (of: Measured) => At<number> | Missing): Field => ({
  name,
  kind: 'number',
  about,
  make,
})
export const ofDay = (name: string, about: string, make: (of: Measured) => At<number> | Missing): Field => ({
  name,
  kind: 'day',
  about,
  make,
})
export const ofFlag = (name: string, about: string, make: (of: Measured) => At<boolean> | Missing): Field => ({
  name,
  kind: 'flag',
  about,
  make: of => {
    const test = make(of)
    return test instanceof Missing ? test : row => (test(row) ? 1 : 0)
  },
})
export const ofText = (name: string, about: string, make: (of: Measured) => At<string> | Missing): Field => ({
  name,
  kind: 'text',
  about,
  make,
})

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

/** Words between blanks. */
export function words(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text[at] !== ' ' && (at === 0 || text[at - 1] === ' ')) count++
  return count
}
