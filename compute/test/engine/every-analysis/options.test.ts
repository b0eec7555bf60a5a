/**
 * Each option of each request schema, read from the schemas: it has an effect of its own (option-effects.ts), its default
 * is what its schema says, null stands for absent, and values beyond its schema are refused. Effects: /docs/methods#options.
 */

import t from 'tap'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { calendarMembers } from '../../../../shared/contract/schedule/calendars.ts'
import { nameKeyOf, nameListKeyOf } from '../../../../shared/contract/task-names.ts'
import {
  type Body,
  bodyOf,
  built,
  containersOf,
  optionSchemas,
  type Plain,
  type Project,
  project,
  refusalOf,
  reply as replyOf,
} from '../../helpers/every-analysis.ts'
import { CONTAINER_EFFECTS, type Effect, NO_EFFECT, OPTION_EFFECTS } from './option-effects.ts'

const SEED = 5
const PROJECT = project(SEED, 200)
/** What comparisons of two schedules find is there in one of half the size; delay analysis with its windows needs the larger one. */
const HALF = project(SEED, 100)
const wholeOf = ({ id, family }: AnalysisRow): Project =>
  family === 'forensics' && id !== 'forensics.delay-analysis' ? HALF : PROJECT
/** For what does not depend on how much there is to find. */
const SMALL = project(SEED, 60)
t.comment(`seed ${SEED}`)

const known = { row: built[0], replies: new Map<string, Plain>() }

/** The replies of one row are kept: an option left out, or at its default, often is the body that was seen before. */
function reply(row: AnalysisRow, body: Body): Plain {
  if (known.row !== row) Object.assign(known, { row, replies: new Map() })
  const text = JSON.stringify(body)
  const plain = known.replies.get(text) ?? replyOf(row, body)
  known.replies.set(text, plain)
  return plain
}

const at = (plain: Plain, path: string): Plain => path.split('.').reduce((value, name) => value?.[name], plain)

/** The body with one option, whose name may be that of a member of an object of options. */
function withOption(body: Body, name: string, value: unknown): Body {
  const [outer, inner] = name.split('.')
  const set = inner === undefined ? value : { ...body.options[outer!], [inner]: value }
  return { ...body, options: { ...body.options, [outer!]: set } }
}

const withMember = (body: Body, name: string, value: unknown): Body =>
  value === 'given'
    ? body
    : { ...body, [name]: value === undefined && name === 'schedule_history' ? body[name] : value }

/** Pairs of values that the reply does not tell apart. */
function same(row: AnalysisRow, { values, at: path, beside, from }: Effect, set: (body: Body, value: unknown) => Body) {
  const whole = bodyOf(row, from === undefined ? wholeOf(row) : from(wholeOf(row)))
  const body = { ...whole, options: { ...whole.options, ...beside } }
  const seen = new Map<string, unknown>()
  return values.flatMap(value => {
    const shown = String(JSON.stringify(at(reply(row, set(body, value)), path)))
    const twin = seen.has(shown) ? [[seen.get(shown), value]] : []
    seen.set(shown, value)
    return twin
  })
}

for (const row of built) {
  const names = Object.keys(optionSchemas(row)).filter(name => name !== 'fields')
  const effects = OPTION_EFFECTS[row.id]

  t.test(`${row.id}: every option changes what it is there to change`, async t => {
    t.strictSame(Object.keys(effects).sort(), names.toSorted(), 'every option of the schema is in the table')
    for (const name of names) {
      const one = effects[name]
      if (one === undefined) continue
      // the one option that has a twin beside it
      const isDate = name === 'status_date'
      const twins = same(row, one, (body, value) =>
        withOption(isDate ? { ...body, status_date: undefined } : body, name, value),
      )
      t.strictSame(twins, [], `${name} at ${one.at}`)
    }
  })

  t.test(`${row.id}: every member beside the tasks changes something, but for those that shall not`, async t => {
    const members = CONTAINER_EFFECTS[row.id]
    const silent = NO_EFFECT[row.id] ?? {}
    // what acts on a schedule with calendars alone is held by compute/test/engine/clock
    // and these by compute/test/engine/read/zoned-dates.test.ts and codes.test.ts
    const isOfCalendars = (name: string): boolean =>
      (name in calendarMembers || name === 'time_zone' || name === 'category_mapping') &&
      !(name in members) &&
      !(name in silent)
    const optional = Object.entries(containersOf(row)).flatMap(([name, isRequired]) =>
      isRequired || isOfCalendars(name) ? [] : [name],
    )
    t.strictSame([...Object.keys(members), ...Object.keys(silent)].sort(), optional.toSorted())
    for (const [name, one] of Object.entries(members)) {
      const twins = same(row, one, (body, value) => withMember(body, name, value))
      t.strictSame(twins, [], `${name} at ${one.at}`)
    }
    const body = bodyOf(row, wholeOf(row))
    const withoutEcho = (plain: Plain, echo: string) => ({ ...plain, metadata: 0, data: { ...plain.data, [echo]: 0 } })
    for (const [name, values] of Object.entries(silent)) {
      for (const value of values) {
        const changed = row.id === 'health.progress-audit' && name === 'status_date' ? 'none' : name
        t.strictSame(
          withoutEcho(reply(row, { ...body, [name]: value }), changed),
          withoutEcho(reply(row, body), changed),
          `${name} ${JSON.stringify(value)}`,
        )
      }
    }
  })

  t.test(`${row.id}: no block changes a score; a default is what its schema says; null is absent`, async t => {
    const body = bodyOf(row, SMALL)
    const { include_ev_validation } = body.options
    const score = reply(row, body).score
    for (const [name, schema] of Object.entries(optionSchemas(row)) as [string, Plain][]) {
      if (name === 'status_date' && row.id === 'health.progress-audit') continue
      if (name.startsWith('include_') && name !== 'include_ev_validation') {
        for (const value of [false, true])
          t.equal(reply(row, withOption(body, name, value)).score, score, `${name} ${value}`)
      }
      const absent = reply(row, withOption(body, name, undefined))
      t.strictSame(reply(row, withOption(body, name, null)), absent, `${name} null`)
      if (schema.default !== undefined)
        t.strictSame(reply(row, withOption(body, name, schema.default)), absent, `${name} ${schema.default}`)
    }
    t.type(include_ev_validation, 'include_ev_validation' in optionSchemas(row) ? 'boolean' : 'undefined')
  })

  t.test(`${row.id}: values beyond the schema of an option are refused, with its place`, async t => {
    const body = bodyOf(row, SMALL)
    for (const [name, schema] of Object.entries(optionSchemas(row)) as [string, Plain][]) {
      const wrong: unknown[] = [
        ...(schema.type === 'boolean' ? ['yes', 1] : []),
        ...(schema.type === 'number' || schema.type === 'integer' ? ['7'] : []),
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
        ...(schema.exclusiveMinimum === undefined ? [] : [schema.exclusiveMinimum]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
        ...(schema.type === 'integer' ? [1.5 + (schema.minimum ?? 0)] : []),
        ...(schema.enum === undefined ? [] : ['no such word', 3]),
        ...(schema.items?.enum === undefined ? [] : [['no such word']]),
        ...(schema.type === 'array' ? ['text', [5]] : []),
        ...(schema.patternProperties === undefined ? [] : [{ 'no such name': 1 }, { 'no such name': -1 }]),
        ...(schema.anyOf === undefined ? [] : ['no such name', ['no such name'], 5]),
        ...(schema['x-format'] === 'day' ? ['2026-02-30', 5] : []),
        ...(name === 'fields' ? [['no such member']] : []),
        ...(name === 'project_finish_id' ? ['no such task', 5] : []),
      ]
      t.ok(wrong.length > 0, `${name} has values that are wrong`)
      for (const value of wrong) {
        const refusal = refusalOf(row, withOption(body, name, value))
        const place = JSON.stringify(refusal?.faults?.[0]?.loc ?? null)
        t.equal(refusal?.code, 'validation', `${name} ${JSON.stringify(value)}`)
        t.ok(place.startsWith(JSON.stringify(['body', 'options', ...name.split('.')]).slice(0, -1)), place)
      }
    }
  })

  if ('fields' in optionSchemas(row)) {
    t.test(
      `${row.id}: fields keeps each member of data with its names, and nothing else of the reply goes`,
      async t => {
        const body = bodyOf(row, SMALL)
        const { data: whole, ...envelope } = reply(row, body)
        const namesOf = (name: string) => [nameKeyOf(name), nameListKeyOf(name)].filter(names => names in whole)
        const beside = new Set(Object.keys(whole).flatMap(namesOf))
        for (const name of Object.keys(whole).filter(key => !beside.has(key))) {
          const { data, ...kept } = reply(row, withOption(body, 'fields', [name]))
          const wanted = [name, ...namesOf(name)].map(key => [key, whole[key]])
          t.strictSame(data, Object.fromEntries(wanted), name)
          t.strictSame(kept, envelope, `the envelope with ${name} is whole`)
        }
      },
    )
  }
}

t.test('what is not built is refused by name', async t => {
  const row = built.find(({ id }) => id === 'health.dcma-decm')!
  for (const scope of ['guideline_6', 'full'])
    t.match(refusalOf(row, { ...bodyOf(row, PROJECT), scope }), { code: /validation|not_implemented/ })
  t.match(refusalOf(row, { ...bodyOf(row, PROJECT), scope: 'nothing' }), { code: 'validation' })
})

t.test('a status date in the options that differs from the one beside them is refused', async t => {
  const row = built.find(({ id }) => id === 'health.progress-audit')!
  const body = withOption(bodyOf(row, PROJECT), 'status_date', '2020-01-01')
  t.match(refusalOf(row, body), { code: 'validation', faults: [{ loc: ['body', 'options', 'status_date'] }] })
})
