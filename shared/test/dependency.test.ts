/** The string form of a relation: every form of /docs/methods#links, and what hostile strings cost. */
import assert from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import {
  type Dependency,
  DependencyReader,
  formatDependency,
  type IdFinder,
  parseDependency,
} from '../contract/schedule/dependency.ts'
import { ID_LENGTH_MAX, RELATION_TYPES, type RelationType } from '../contract/schedule/fields.ts'

const SEED = 20260309
t.comment(`fast-check seed ${SEED}`)

const link = (id: string, type: RelationType, lagDays: number): Dependency => ({ kind: 'link', id, type, lagDays })
const UNPARSABLE: Dependency = { kind: 'unparsable' }
const unknown = (text: string): Dependency => ({ kind: 'unknown', text })

const IDS = new Set(['A', 'A0990', 'SITE-OFF-1020', 'SITE', 'A FS', 'B:', 'É1', '７', 'X FS+2 d', 'P+', 'W ', ' V'])
const parse = (text: string): Dependency => parseDependency(text, id => IDS.has(id))

const FORMS: readonly (readonly [string, Dependency])[] = [
  // whole ids
  ['A', link('A', 'FS', 0)],
  ['  A\t', link('A', 'FS', 0)],
  ['\u00a0A\ufeff', link('A', 'FS', 0)],
  ['SITE-OFF-1020', link('SITE-OFF-1020', 'FS', 0)],
  ['X FS+2 d', link('X FS+2 d', 'FS', 0)],
  ['P+', link('P+', 'FS', 0)],
  // as it is written, before the blanks around it go
  ['W ', link('W ', 'FS', 0)],
  [' V', link(' V', 'FS', 0)],
  [' V SS+1 d ', link(' V', 'SS', 1)],
  ['W', unknown('W')],
  [' W ', unknown('W')],
  // the rich form of the specification, and every spelling that the links of the methods know
  ['A0990 FS+2 d', link('A0990', 'FS', 2)],
  ['A0990 SS-1 d', link('A0990', 'SS', -1)],
  ['A0990 FF', link('A0990', 'FF', 0)],
  ['A0990SF', link('A0990', 'SF', 0)],
  ['A0990FS+3', link('A0990', 'FS', 3)],
  ['A0990:SS+3d', link('A0990', 'SS', 3)],
  ['A0990,ff-2day', link('A0990', 'FF', -2)],
  ['A0990 : sF + 10 DAYS', link('A0990', 'SF', 10)],
  ['A0990 fs+1.5 days', link('A0990', 'FS', 1.5)],
  ['A0990 FS+.5d', link('A0990', 'FS', 0.5)],
  ['A0990 FS+2.d', link('A0990', 'FS', 2)],
  ['A0990 FS-0 d', link('A0990', 'FS', 0)],
  ['A0990 FS+0.1', link('A0990', 'FS', 0.1)],
  ['A0990 FS+1234567890.12345678901 d', link('A0990', 'FS', Number('1234567890.12345678901'))],
  ['A0990\u3000FS\u00a0+\u20092\u2028d', link('A0990', 'FS', 2)],
  ['É1 FS-3', link('É1', 'FS', -3)],
  ['７ SS', link('７', 'SS', 0)],
  // the longest id that exists wins
  ['A FS FS+2', link('A FS', 'FS', 2)],
  ['A FS', link('A FS', 'FS', 0)],
  ['A FS+2', link('A', 'FS', 2)],
  ['SITE-OFF-1020 FF-2 d', link('SITE-OFF-1020', 'FF', -2)],
  ['B: SS', link('B:', 'SS', 0)],
  ['W SS', link('W ', 'SS', 0)],
  // begins with an id and a type, sign or %, but follows no form
  ['A0990 FS+2w', link('A0990', 'FS', 10)],
  ['A0990 FS+2h', UNPARSABLE],
  ['A0990 FS+2 weeks', link('A0990', 'FS', 10)],
  ['A0990 FS+50%', UNPARSABLE],
  ['A0990+2d', UNPARSABLE],
  ['A0990 -2', UNPARSABLE],
  ['A0990%', UNPARSABLE],
  ['A0990 FS 2 d', UNPARSABLE],
  ['A0990 FS+', UNPARSABLE],
  ['A0990 FS+d', UNPARSABLE],
  ['A0990 FS++2', UNPARSABLE],
  ['A0990 FS+1.2.3', UNPARSABLE],
  ['A0990 FS+1e3', UNPARSABLE],
  ['A0990::FS', unknown('A0990::FS')],
  ['SITE-99', UNPARSABLE],
  [`A0990 FS+${'9'.repeat(400)}`, UNPARSABLE],
  // anything else names an unknown predecessor
  ['Z', unknown('Z')],
  [' Z FS+2 d ', unknown('Z FS+2 d')],
  ['a0990', unknown('a0990')],
  ['A0990 2d', unknown('A0990 2d')],
  ['A09901', unknown('A09901')],
  ['FS', unknown('FS')],
  ['FS+2', unknown('FS+2')],
  ['+2d', unknown('+2d')],
  ['', unknown('')],
  [' \n ', unknown('')],
]

t.test('every form of a predecessor string is read by its grammar', t => {
  for (const [text, expected] of FORMS) assert.deepStrictEqual(parse(text), expected, JSON.stringify(text))
  t.pass(`${FORMS.length} forms`)
  t.end()
})

t.test('a link that is printed is read back as itself', t => {
  const id = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'AB1-._é ') })
  const lag = fc.oneof(fc.integer({ min: -400, max: 400 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  fc.assert(
    fc.property(
      id.filter(text => text.trim() === text),
      fc.constantFrom(...RELATION_TYPES),
      lag,
      (id, type, lagDays) => {
        const text = formatDependency({ id, type, lagDays })
        const read = parseDependency(text, known => known === id)
        return (
          read.kind === 'link' && read.id === id && read.type === type && read.lagDays === (lagDays === 0 ? 0 : lagDays)
        )
      },
    ),
    { seed: SEED, numRuns: 3000 },
  )
  t.equal(formatDependency({ id: 'A', type: 'FS', lagDays: 0 }), 'A')
  t.equal(formatDependency({ id: 'A', type: 'SS', lagDays: -1 }), 'A SS-1 d')
  t.end()
})

/** The grammar once more by plain means: every beginning of the string that is an id, the longest first. */
function parsePlainly(text: string, isKnownId: (id: string) => boolean): Dependency {
  for (const whole of [text, text.trim()]) if (isKnownId(whole)) return link(whole, 'FS', 0)
  const asWritten = parsePartsPlainly(text.trimEnd(), isKnownId)
  return asWritten.kind === 'link' ? asWritten : parsePartsPlainly(text.trim(), isKnownId)
}

function parsePartsPlainly(whole: string, isKnownId: (id: string) => boolean): Dependency {
  let isMeant = false
  for (let length = whole.length - 1; length > 0; length--) {
    const id = whole.slice(0, length)
    if (!isKnownId(id)) continue
    const rest = whole.slice(length)
    const parts =
      /^\s*[:,]?\s*([FS]{2})\s*(?:([+-])\s*(\d+\.?\d*|\.\d+)\s*(?:d|day|days|(w|wk|wks|week|weeks))?)?$/i.exec(rest)
    if (parts !== null) {
      const days = Number(parts[3] ?? 0) * (parts[4] === undefined ? 1 : 5)
      const type = parts[1]!.toUpperCase() as RelationType
      return link(id, type, parts[2] === '-' && days !== 0 ? -days : days)
    }
    isMeant ||= /^\s*[:,]?\s*([FS]{2}|[+\-%])/i.test(rest)
  }
  return isMeant ? UNPARSABLE : unknown(whole)
}

t.test('a plain reading of the grammar agrees on random strings of its own letters', t => {
  const letters = ['A', 'B', 'FS', 'ss', 'F', '+', '-', '%', ' ', '\u00a0', ':', ',', '1', '2.5', '.', 'd', 'days']
  const id = fc.constantFrom('A', 'B', 'A B', 'A FS', 'A-1', 'B ', 'A:', '1')
  const blank = fc.constantFrom('', '', ' ', '  ', '\u00a0')
  const part = (...texts: string[]) => fc.tuple(blank, fc.constantFrom(...texts)).map(parts => parts.join(''))
  const formed = fc.tuple(
    id,
    part('', '', ':', ','),
    part('FS', 'ss', 'Ff', 'SF', 'F'),
    part('+', '-', ''),
    part('1', '2.5', '.5', '3.', ''),
    part('d', 'DAY', 'days', '', 'w', 'h'),
  )
  const text = fc.oneof(
    formed.map(parts => parts.join('')),
    fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map(pieces => pieces.join('')),
  )
  const ids = fc.array(
    fc.oneof(
      id,
      fc.constantFrom(' A', ' '),
      text.map(beginning => beginning.slice(0, 6)),
    ),
    { maxLength: 5 },
  )
  let links = 0
  fc.assert(
    fc.property(text, ids, (text, some) => {
      const known = new Set(['A', 'B', ...some.filter(id => id !== '')])
      const expected = parsePlainly(text, id => known.has(id))
      if (expected.kind === 'link') links++
      assert.deepStrictEqual(
        parseDependency(text, id => known.has(id)),
        expected,
      )
    }),
    { seed: SEED, numRuns: 5000 },
  )
  t.ok(links > 400, `${links} of the strings were links`)
  t.end()
})

/** Finds `known` by length alone and counts the bytes it is asked to go over. */
function countingFinder(isKnown: (size: number) => boolean): IdFinder & { steps: number } {
  let from = 0
  let hashedTo = 0
  return {
    bytesMax: Infinity,
    steps: 0,
    begin(_bytes, start) {
      from = start
      hashedTo = start
    },
    find(end) {
      assert.ok(end >= hashedTo, 'ends ascend')
      this.steps += 1 + (end - hashedTo)
      hashedTo = end
      return isKnown(end - from) ? 0 : -1
    },
  }
}

// Risk: a string of a request that costs the square of its length (RELIABILITY T27).
t.test('the work on an adversarial string grows with its length, not with its square', t => {
  const shapes: readonly ((size: number) => string)[] = [
    size => 'FS'.repeat(size / 2),
    size => '+-'.repeat(size / 2),
    size => ' :'.repeat(size / 2),
    size => `A${' '.repeat(size)}FS`,
    size => `A${' :'.repeat(size / 2)}FS+1`,
    size => 'A FS+'.repeat(size / 5),
    size => `A FS+${'1'.repeat(size)}`,
    size => `A FS+${'1.'.repeat(size / 2)}d`,
    size => 'A FS+1 days'.repeat(size / 11),
    size => '\u00a0+'.repeat(size / 3),
    size => `${'sS'.repeat(size / 2)}%`,
  ]
  for (const [i, shape] of shapes.entries()) {
    const work = (size: number): number => {
      const bytes = new TextEncoder().encode(shape(size))
      let touched = 0
      // every read of a byte is counted, by the finder and by the reader
      const watched = new Proxy(bytes, {
        get(target, name) {
          touched++
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      const finder = countingFinder(() => false)
      new DependencyReader().read(watched, 0, bytes.length, finder)
      return touched + finder.steps
    }
    const [once, twice] = [work(20_000), work(40_000)]
    t.ok(twice / once < 2.5, `shape ${i}: ${once} steps, ${twice} for twice the length`)
    t.ok(twice < 40 * 40_000, `shape ${i}: ${twice} steps`)
  }
  t.end()
})

t.test('an id of ID_LENGTH_MAX characters is found before a type, whatever its bytes', t => {
  for (const character of ['A', 'é', '７', '😀']) {
    const id = character.repeat(ID_LENGTH_MAX)
    assert.deepStrictEqual(
      parseDependency(`${id} SS+1 d`, known => known === id),
      link(id, 'SS', 1),
    )
  }
  t.pass('in one to four bytes per character')
  t.end()
})
