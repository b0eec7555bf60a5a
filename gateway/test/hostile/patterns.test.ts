/**
 * The expressions that texts of callers are held against. A backtracking engine takes quadratic time, or worse, for one that can read the
 * same text in two ways; 64 KB of it then stop the event loop for seconds.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import Type, { type TSchema } from 'typebox'
import Format from 'typebox/format'
import { catalogue } from '../../../shared/contract/catalogue/catalogue.ts'
import { checkerOf } from '../../../shared/contract/schema/schema-checker.ts'
import { addSchemaFaults } from '../../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { parseJson } from '../../call/query.ts'
import { hostileTexts, leastWorkMs } from './helpers/hostile-texts.ts'

const HOSTILE_LENGTH = 64 * 1024
/** A linear expression takes a millisecond, a quadratic one seconds. */
const LINEAR_MS_MAX = 50

type Words = Readonly<Record<string, unknown>>

/** Every schema within one, with where it stands. */
function* schemasIn(schema: unknown, place: string): Generator<[place: string, schema: Words]> {
  if (typeof schema !== 'object' || schema === null) return
  if (!Array.isArray(schema)) yield [place, schema as Words]
  for (const [word, value] of Object.entries(schema)) yield* schemasIn(value, `${place}.${word}`)
}

/** What callers send, per row. */
const requestSchemas = [
  ...catalogue.flatMap(row =>
    row.kind === 'retired'
      ? []
      : row.kind === 'analysis'
        ? [...schemasIn(row.request, row.id)]
        : [row.query, row.body].flatMap(schema => [...schemasIn(schema, row.id)]),
  ),
]
const answered = catalogue.flatMap(row => {
  if (row.kind === 'retired') return []
  const data = row.kind === 'analysis' ? [row.data] : Object.values(row.replies)
  return data.flatMap(schema => [...schemasIn(schema, `${row.id} answers`)])
})

const isText = (value: unknown): value is string => typeof value === 'string'
const samplesOf = ({ examples, default: usual }: Words): string[] => [examples, usual].flat().filter(isText)

t.test('every pattern and format of every schema is done with 64 KB of hostile text in linear time', t => {
  const patterns = new Map<string, string[]>()
  const formats = new Map<string, string[]>()
  for (const [, schema] of [...requestSchemas, ...answered]) {
    if (isText(schema.pattern)) patterns.set(schema.pattern, samplesOf(schema))
    if (isText(schema.format)) formats.set(schema.format, samplesOf(schema))
  }
  t.ok(patterns.size >= 5, `${patterns.size} patterns`)
  t.ok(formats.size >= 2, `${formats.size} formats`)
  for (const [pattern, samples] of patterns) {
    const expression = new RegExp(pattern, 'u')
    t.equal(
      slowest(text => expression.test(text), pattern, samples),
      undefined,
      pattern,
    )
  }
  for (const [format, samples] of formats) {
    t.equal(
      slowest(text => Format.Test(format, text), format, [...samples, 'https://a.example/', '2026-11-22T10:00:00Z']),
      undefined,
      format,
    )
  }
  t.end()
})

/** The first text that takes too long, if any. */
function slowest(test: (text: string) => unknown, source: string, samples: readonly string[], length = HOSTILE_LENGTH) {
  for (const text of hostileTexts(source, length, samples)) {
    const workMs = leastWorkMs(() => test(text), LINEAR_MS_MAX)
    if (workMs > LINEAR_MS_MAX) return `${Math.round(workMs)} ms for ${JSON.stringify(text.slice(0, 20))}...`
  }
  return undefined
}

t.test('every text that is held against a pattern or a format has a length it may have', t => {
  const unbounded = requestSchemas.filter(
    ([, schema]) => (isText(schema.pattern) || isText(schema.format)) && typeof schema.maxLength !== 'number',
  )
  t.same(
    unbounded.map(([place]) => place),
    [],
  )
  t.end()
})

t.test('a text that is too long is not held against its pattern or its format, and one that is not is', t => {
  const texts: string[] = []
  Format.Set('watched', text => {
    texts.push(text)
    return false
  })
  const schema = Type.Object({
    slow: Type.String({ maxLength: 10, pattern: '^(a+)+$' }),
    watched: Type.String({ maxLength: 4, format: 'watched' }),
  })
  const types = (value: unknown): string[] => {
    const faults = new ValidationFaults(['body'])
    addSchemaFaults(checkerOf(schema), value, faults)
    return faults.faults.map(({ loc, type }) => `${loc.at(-1)} ${type}`)
  }
  // as quadratic as can be: with 40 characters it would not end
  t.same(types({ slow: `${'a'.repeat(40)}!`, watched: 'long one' }), ['slow length', 'watched length'])
  t.same(texts, [])
  t.same(types({ slow: 'aa!', watched: 'long' }), ['slow type', 'watched format'])
  t.same(new Set(texts), new Set(['long']))
  t.match(checkerOf(schema).Check({ slow: 'aa', watched: '😀😀😀😀' }), false)
  t.equal(texts.at(-1), '😀😀😀😀', 'length is counted in characters')
  t.end()
})

t.test('a form of 64 KB whose members are hostile is refused within 5 ms', t => {
  const row = catalogue.find(row => row.kind === 'service' && row.id === 'contact.submit')
  const schema = (row as { readonly body: TSchema }).body
  const { properties } = schema as unknown as { readonly properties: Readonly<Record<string, Words>> }
  for (const [name, { pattern }] of Object.entries(properties)) {
    for (const text of hostileTexts(isText(pattern) ? pattern : '', 60_000)) {
      const body = { name: 'Ada', email: 'ada@example.com', kind: 'sales', message: 'Hello', [name]: text }
      const bytes = Buffer.from(JSON.stringify(body))
      const workMs = leastWorkMs(() => parseJson(bytes, schema), 5)
      if (workMs > 5) t.fail(`${name} ${JSON.stringify(text.slice(0, 12))} took ${workMs} ms`)
    }
  }
  t.match(parseJson(Buffer.from('{"name":"\\u0000"}'), schema), { refusal: { code: 'validation' } })
  t.end()
})

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = ['gateway', 'shared', 'compute'].flatMap(room =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/(^|\/)test\//.test(name))
    .map(name => join(root, room, name)),
)
/** A regular expression in a source file: behind what a value may stand behind. */
const LITERAL =
  /(?<=[(=:,!&|?[{;>]\s*|return )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[.,;)\]}\s])/g

t.test('every expression of the sources is linear', t => {
  let count = 0
  for (const file of sources) {
    for (const [literal, source, flags] of readFileSync(file, 'utf8').matchAll(LITERAL)) {
      count++
      const expression = new RegExp(source!, flags)
      const use = (text: string) => (expression.global ? text.replace(expression, '') : text.search(expression))
      t.equal(slowest(use, source!, [], HOSTILE_LENGTH / 4), undefined, `${relative(root, file)} ${literal}`)
    }
  }
  t.ok(count > 50, `${count} expressions`)
  t.end()
})
