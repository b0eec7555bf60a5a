/**
 * A condition of a check as text: "total_float_days > 44", "type in task, milestone", "name missing", "not is_complete", "finish < status_date + 30",
 * several of them with "or" between. It is read once, to a test of a row; it has no loops, no calls and no depth, so its work is rows times its words.
 */

import { nearest } from '../../../../shared/contract/did-you-mean.ts'
import type { Counted } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { cut } from '../../../../shared/contract/schedule/text.ts'
import { type Lack, type Named, named, namesOf } from './fields/fields.ts'
import { type Measured, Missing, type Values } from './fields/measured.ts'

type Test = (row: number) => boolean

/** A condition that was understood; testOf may still need what the schedule lacks. */
export interface Condition {
  readonly text: string
  readonly testOf: (of: Measured) => Test | Missing
  /** What it reads and no row has, by its alternatives, of those that hold of no row therefore; a count without its data is 0, and may still be asked for. */
  readonly lacksOf: (of: Measured) => readonly (Lack | undefined)[]
  /** Comparisons in it, each of which is made for every row at most; one of texts, and a long list, is several. */
  readonly size: number
  /** Texts of a row that it compares. */
  readonly textCount: number
}

/** Why a condition is none. */
export class ConditionFault extends Error {}

const COMPARISONS = ['<=', '>=', '!=', '<', '>', '='] as const
type Comparison = (typeof COMPARISONS)[number]
const WORDS = ['in', 'missing', 'given', 'contains', 'not'] as const

interface Token {
  readonly text: string
  /** It stood in quotes: a text, no name. */
  readonly isQuoted: boolean
}

/** In one pass, from left to right. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const c = text[at]
    if (c === ' ' || c === '\t' || c === '\n') {
      at++
      continue
    }
    if (c === '"') {
      const end = text.indexOf('"', at + 1)
      if (end < 0) throw new ConditionFault('has a quote that does not end')
      tokens.push({ text: text.slice(at + 1, end), isQuoted: true })
      at = end + 1
      continue
    }
    const operator = c === ',' ? ',' : COMPARISONS.find(each => text.startsWith(each, at))
    if (operator !== undefined) {
      tokens.push({ text: operator, isQuoted: false })
      at += operator.length
      continue
    }
    const begin = at
    while (at < text.length && !' \t\n",<>=!'.includes(text[at])) at++
    if (at === begin) throw new ConditionFault(`has a sign that means nothing here: ${text[at]}`)
    tokens.push({ text: text.slice(begin, at), isQuoted: false })
  }
  return tokens
}

const isWord = (token: Token | undefined, word: string): boolean => token?.isQuoted === false && token.text === word

/** Throws a ConditionFault. */
export function readCondition(table: Counted, text: string): Condition {
  const parts: Token[][] = [[]]
  for (const token of tokensOf(text)) {
    if (isWord(token, 'or')) parts.push([])
    else parts.at(-1)!.push(token)
  }
  const alternatives = parts.map(part => readOne(table, part))
  return {
    text,
    size: parts.reduce((sum, part) => sum + sizeOf(table, part), 0),
    textCount: parts.reduce((sum, part) => sum + textsIn(table, part), 0),
    lacksOf: of => alternatives.map(({ lackOf }) => lackOf(of)),
    testOf: of => {
      const tests: Test[] = []
      for (const alternative of alternatives) {
        const test = alternative.testOf(of)
        if (test instanceof Missing) return test
        tests.push(test)
      }
      const [only] = tests
      return tests.length === 1 ? only : row => tests.some(test => test(row))
    },
  }
}

/** A text is decoded for each row; of a list, so many items take as long as another comparison. */
const TEXT_SIZE = 2
const ITEMS_PER_SIZE = 16

function sizeOf(table: Counted, tokens: readonly Token[]): number {
  const items = tokens.filter(token => isWord(token, ',')).length
  return textsIn(table, tokens) > 0 ? TEXT_SIZE : 1 + Math.floor(items / ITEMS_PER_SIZE)
}

const textsIn = (table: Counted, tokens: readonly Token[]): number =>
  tokens.filter(({ text, isQuoted }) => !isQuoted && named(table, text)?.kind === 'text').length

/** A word that the field never is would be found nowhere, and the check would pass. */
function checkWord(first: Token, { words }: Named, text: string): void {
  if (words !== undefined && !words.includes(text)) refuseWord(first, words, text)
}

function refuseWord(first: Token, words: readonly string[], text: string): never {
  const near = nearest(text, words)
  throw new ConditionFault(
    `compares ${cut(first.text)} with ${JSON.stringify(cut(text))}${near === undefined ? '' : `; is ${near} meant?`} It is one of ${words.join(', ')}`,
  )
}

type Reader = (of: Measured) => Test | Missing

/** One of the comparisons with "or" between. */
interface Alternative {
  readonly testOf: Reader
  readonly lackOf: (of: Measured) => Lack | undefined
}
/** One that holds of rows without a value, too. */
const holdsWithout = (testOf: Reader): Alternative => ({ testOf, lackOf: () => undefined })
/** One that asks for the value itself: where no row has it, that is the answer. */
const askedOf = (testOf: Reader, field: Named): Alternative => ({
  testOf,
  lackOf: of => {
    const lack = field.lackOf(of)
    return lack && { ...lack, isUnknown: false }
  },
})
/** One that holds of no row unless it has a value of each of these. */
const holdsOf = (testOf: Reader, ...fields: readonly Named[]): Alternative => ({
  testOf,
  lackOf: of => {
    for (const field of fields) {
      const lack = field.lackOf(of)
      if (lack !== undefined) return lack
    }
    return undefined
  },
})

function fieldOf(table: Counted, { text, isQuoted }: Token): Named {
  const field = isQuoted ? undefined : named(table, text)
  if (field !== undefined) return field
  const near = nearest(text, namesOf(table))
  throw new ConditionFault(
    `knows no field ${JSON.stringify(cut(text))} of ${table}${near === undefined ? '' : `; is ${near} meant?`}`,
  )
}

function readOne(table: Counted, tokens: readonly Token[]): Alternative {
  const [first, second, ...rest] = tokens
  if (first === undefined) throw new ConditionFault('is empty, before or behind "or"')
  if (isWord(first, 'not') && second !== undefined) return readFlag(table, second, true, rest)
  const field = fieldOf(table, first)
  if (second === undefined) return readFlag(table, first, false, [])
  if (isWord(second, 'missing')) return onlyOne(rest, holdsWithout(presence(field, false)))
  if (isWord(second, 'given')) return onlyOne(rest, askedOf(presence(field, true), field))
  if (isWord(second, 'in')) return readList(first, field, rest, false)
  if (isWord(second, 'not') && isWord(rest[0], 'in')) return readList(first, field, rest.slice(1), true)
  if (isWord(second, 'contains')) return readContains(table, first, field, rest)
  const comparison = COMPARISONS.find(each => isWord(second, each))
  if (comparison === undefined)
    throw new ConditionFault(
      `has ${JSON.stringify(cut(second.text))} behind ${cut(first.text)}; there may be ${[...COMPARISONS, ...WORDS].join(' ')}`,
    )
  return readComparison(table, first, field, comparison, rest)
}

function onlyOne(rest: readonly Token[], reader: Alternative): Alternative {
  if (rest.length > 0) throw new ConditionFault(`has ${JSON.stringify(cut(rest[0].text))} too much`)
  return reader
}

function readFlag(table: Counted, token: Token, isNot: boolean, rest: readonly Token[]): Alternative {
  const field = fieldOf(table, token)
  if (field.kind !== 'flag')
    throw new ConditionFault(`says nothing of ${cut(token.text)}, which is a ${field.kind}: compare it`)
  const testOf: Reader = of => {
    const values = field.valuesOf(of)
    if (values instanceof Missing) return values
    const at = values.at as (row: number) => number
    return isNot ? row => at(row) !== 1 : row => at(row) === 1
  }
  return onlyOne(rest, isNot ? holdsWithout(testOf) : holdsOf(testOf, field))
}

const presence =
  (field: Named, isGiven: boolean): Reader =>
  of => {
    const values = field.valuesOf(of)
    if (values instanceof Missing) return values
    if (values.kind === 'text') return row => (values.at(row) !== '') === isGiven
    return row => !Number.isNaN(values.at(row)) === isGiven
  }

function readList(first: Token, field: Named, rest: readonly Token[], isNot: boolean): Alternative {
  const listed = (of: Named, make: (values: Values) => Test): Alternative =>
    isNot ? holdsWithout(withValues(of, make)) : holdsOf(withValues(of, make), of)
  const items = rest.filter((_, n) => n % 2 === 0)
  const isFaulty =
    items.length === 0 || rest.length % 2 === 0 || rest.some((token, n) => n % 2 === 1 && !isWord(token, ','))
  if (isFaulty) throw new ConditionFault(`has no list behind ${cut(first.text)} in; such as task, milestone`)
  if (field.kind === 'text') {
    for (const { text } of items) checkWord(first, field, text)
    const wanted = new Set(items.map(({ text }) => text))
    return listed(field, ({ at }) => {
      const read = at as (row: number) => string
      // a text that is not there is in no list
      return isNot ? row => !wanted.has(read(row)) : row => read(row) !== '' && wanted.has(read(row))
    })
  }
  const ranges = items.map(item => rangeOf(first, field, item))
  return listed(field, ({ at }) => {
    const read = at as (row: number) => number
    const isIn: Test = row => {
      const value = read(row)
      return ranges.some(([from, to]) => value >= from && value <= to)
    }
    return isNot ? row => !isIn(row) : isIn
  })
}

/** "5", or "100..199" with both ends. */
function rangeOf(first: Token, field: Named, item: Token): readonly [from: number, to: number] {
  const at = item.text.indexOf('..')
  const ends = at < 0 ? [item.text, item.text] : [item.text.slice(0, at), item.text.slice(at + 2)]
  const [from, to] = ends.map(text => constantOf(field, text))
  if (from === undefined || to === undefined)
    throw new ConditionFault(`compares ${cut(first.text)}, a ${field.kind}, with ${JSON.stringify(cut(item.text))}`)
  if (from > to) throw new ConditionFault(`has a range that ends before it begins: ${cut(item.text)}`)
  return [from, to]
}

const withValues =
  (field: Named, make: (values: Values) => Test): Reader =>
  of => {
    const values = field.valuesOf(of)
    return values instanceof Missing ? values : make(values)
  }

/** A number, a day, true or false; undefined: it is none that the field could be compared with. */
function constantOf({ kind }: Named, text: string): number | undefined {
  if (kind === 'flag') return text === 'true' ? 1 : text === 'false' ? 0 : undefined
  if (kind === 'day') return parseDay(text)
  return decimal(text)
}

/** A number as people write it: neither in hexadecimal nor without an end. */
export function decimal(text: string): number | undefined {
  const value = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** Numbers that differ by no more are equal. */
const EPSILON = 1e-9

const NUMBERS: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b - EPSILON,
  '>': (a, b) => a > b + EPSILON,
  '<=': (a, b) => a <= b + EPSILON,
  '>=': (a, b) => a >= b - EPSILON,
  '=': (a, b) => Math.abs(a - b) <= EPSILON,
  // what is not there differs from everything, and from what is not there it does not
  '!=': (a, b) =>
    Number.isNaN(a) || Number.isNaN(b) ? Number.isNaN(a) !== Number.isNaN(b) : Math.abs(a - b) > EPSILON,
}

function readComparison(
  table: Counted,
  first: Token,
  field: Named,
  comparison: Comparison,
  rest: readonly Token[],
): Alternative {
  const [value, ...more] = rest
  if (value === undefined) throw new ConditionFault(`has nothing behind ${cut(first.text)} ${comparison}`)
  const other = value.isQuoted ? undefined : named(table, value.text)
  if (field.kind === 'text') return onlyOne(more, textComparison(first, field, comparison, value, other))
  const against = other === undefined ? rangeOf(first, field, value)[0] : other
  if (typeof against !== 'number' && against.kind !== field.kind)
    throw new ConditionFault(`compares ${cut(first.text)}, a ${field.kind}, with ${cut(value.text)}, a ${against.kind}`)
  const shift = shiftOf(more)
  const compare = NUMBERS[comparison]
  const testOf: Reader = of => {
    const values = field.valuesOf(of)
    if (values instanceof Missing) return values
    const left = values.at as (row: number) => number
    if (typeof against === 'number') return row => compare(left(row), against + shift)
    const others = against.valuesOf(of)
    if (others instanceof Missing) return others
    const right = others.at as (row: number) => number
    return row => compare(left(row), right(row) + shift)
  }
  const fields = typeof against === 'number' ? [field] : [field, against]
  return comparison === '!=' ? differing(testOf, fields) : holdsOf(testOf, ...fields)
}

/** What is not there differs from all that is, so it lacks something only where nothing is there at all. */
const differing = (testOf: Reader, fields: readonly Named[]): Alternative => ({
  testOf,
  lackOf: of => {
    const lacks = fields.map(field => field.lackOf(of))
    return lacks.length > 1 && lacks.every(lack => lack !== undefined) ? lacks[0] : undefined
  },
})

/** "+ 30", "- 5"; "+30" is one token. */
function shiftOf(more: readonly Token[]): number {
  const text = more.map(token => token.text).join('')
  if (text === '') return 0
  const value = decimal(text)
  if (!'+-'.includes(text[0]) || value === undefined)
    throw new ConditionFault(`has ${JSON.stringify(cut(text))} at its end; there may be a number of days, such as + 30`)
  return value
}

function textComparison(
  first: Token,
  field: Named,
  comparison: Comparison,
  value: Token,
  other: Named | undefined,
): Alternative {
  if (comparison !== '=' && comparison !== '!=')
    throw new ConditionFault(`compares ${cut(first.text)}, a text, by ${comparison}; texts know = and !=`)
  if (other !== undefined && other.kind !== 'text')
    throw new ConditionFault(`compares ${cut(first.text)}, a text, with ${cut(value.text)}, a ${other.kind}`)
  const isEqual = comparison === '='
  if (other === undefined && value.text !== '') checkWord(first, field, value.text)
  const testOf: Reader = of => {
    const values = field.valuesOf(of)
    if (values instanceof Missing) return values
    const left = values.at as (row: number) => string
    if (other === undefined) return row => (left(row) === value.text) === isEqual
    const others = other.valuesOf(of)
    if (others instanceof Missing) return others
    const right = others.at as (row: number) => string
    return row => (left(row) === right(row)) === isEqual
  }
  if (!isEqual) return differing(testOf, other === undefined ? [field] : [field, other])
  // two that are not there are equal
  return other === undefined && value.text !== '' ? holdsOf(testOf, field) : holdsWithout(testOf)
}

/** Capitals or not; a text that is not there contains nothing, and is contained in nothing. */
function readContains(table: Counted, first: Token, field: Named, [value, ...more]: readonly Token[]): Alternative {
  if (field.kind !== 'text') throw new ConditionFault(`looks for a text in ${cut(first.text)}, a ${field.kind}`)
  if (value === undefined) throw new ConditionFault(`has nothing behind ${cut(first.text)} contains`)
  const other = value.isQuoted ? undefined : named(table, value.text)
  if (other !== undefined && other.kind !== 'text')
    throw new ConditionFault(`looks for ${cut(value.text)}, a ${other.kind}`)
  const wanted = value.text.toLowerCase()
  if (other === undefined && field.words?.some(word => word.toLowerCase().includes(wanted)) === false)
    refuseWord(first, field.words, value.text)
  const testOf: Reader = of => {
    const values = field.valuesOf(of)
    if (values instanceof Missing) return values
    const left = lowered(values)
    if (other === undefined) return row => left(row).includes(wanted)
    const others = other.valuesOf(of)
    if (others instanceof Missing) return others
    const right = lowered(others)
    return row => right(row) !== '' && left(row).includes(right(row))
  }
  return onlyOne(more, other === undefined ? holdsOf(testOf, field) : holdsOf(testOf, field, other))
}

const small = new WeakMap<Values, Map<number, string>>()

/** The texts of a field in small letters, each made once. */
function lowered(values: Values): (row: number) => string {
  const texts = small.get(values) ?? new Map<number, string>()
  small.set(values, texts)
  const at = values.at as (row: number) => string
  return row => {
    let text = texts.get(row)
    if (text === undefined) {
      text = at(row).toLowerCase()
      texts.set(row, text)
    }
    return text
  }
}
