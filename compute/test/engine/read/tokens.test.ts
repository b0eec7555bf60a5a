/** The scanners: what they accept and refuse, what numbers and dates they read, and the depth they stop at. */
import assert from 'node:assert'
import { Packr } from 'msgpackr'
import t from 'tap'
import type { TSchema } from 'typebox'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { dayOfBytes } from '../../../engine/read/day-bytes.ts'
import { type MediaType, NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { DEPTH_MAX } from '../../../engine/read/tokens.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { bodyText } from './random-body.ts'

const SEED = 20260312
t.comment(`seed ${SEED}`)

const ROW: { request: TSchema; input: 'open' } = { request: ValidateRequest, input: 'open' }

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

const read = (body: Uint8Array, mediaType: MediaType = 'application/json'): AnalysisInput | Refusal =>
  readRequest(ROW, body, mediaType, NO_LIMITS)
const isSyntax = (answer: AnalysisInput | Refusal): boolean =>
  'code' in answer && (answer.code === 'body_syntax' || answer.code === 'body_empty')

function parses(body: Uint8Array): boolean {
  try {
    JSON.parse(strictUtf8.decode(body))
    return true
  } catch {
    return false
  }
}

/** One to three bytes changed, left out, put in, doubled; or the end cut off. */
function mutated(rnd: Random, body: Uint8Array): Uint8Array {
  let bytes = [...body]
  for (let n = between(rnd, 1, 3); n > 0; n--) {
    const at = between(rnd, 0, Math.max(0, bytes.length - 1))
    const byte = rnd() < 0.7 ? pick(rnd, [...utf8.encode('{}[]",:\\u0019-+.eEtnf \t\n/')]) : between(rnd, 0, 255)
    switch (between(rnd, 0, 4)) {
      case 0:
        bytes[at] = byte
        break
      case 1:
        bytes.splice(at, 1)
        break
      case 2:
        bytes.splice(at, 0, byte)
        break
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + between(rnd, 1, 8)))
        break
      case 4:
        bytes = bytes.slice(0, at)
        break
    }
  }
  return Uint8Array.from(bytes)
}

t.test('mutated bodies are accepted as JSON exactly when JSON.parse accepts them, in unknown members too', t => {
  const rnd = random(SEED)
  const counts = { accepted: 0, refused: 0 }
  const agree = (body: Uint8Array): boolean => {
    const expected = parses(body)
    counts[expected ? 'accepted' : 'refused']++
    const answer = read(body)
    if (isSyntax(answer) === expected) {
      const latin1 = Buffer.from(body).toString('latin1')
      t.fail(`JSON.parse ${expected ? 'accepts' : 'refuses'} it`, { body: latin1, answer })
      return false
    }
    if ('code' in answer && answer.code === 'body_syntax') {
      const offset = answer.details.offset as number
      assert.ok(offset >= 0 && offset <= body.length, `offset ${offset} of ${body.length}`)
    }
    return true
  }
  for (let i = 0; i < 100; i++) {
    const text = bodyText(rnd, false, 0.02)
    const body = utf8.encode(i % 3 === 0 ? `{"unknown":${text}}` : text)
    for (let n = 0; n < 15; n++) if (!agree(mutated(rnd, body))) return t.end()
  }
  const small = ['{}', '[]', '{"a":1}', '[1,2.5e3]', '"a\\u0041"', '{"a":[true,null]}', '-0.1']
  for (let i = 0; i < 6_000; i++) if (!agree(mutated(rnd, utf8.encode(pick(rnd, small))))) return t.end()
  t.comment(JSON.stringify(counts))
  t.ok(counts.accepted > 500 && counts.refused > 1000, 'both happen often')
  t.end()
})

t.test('the place of broken syntax is the offset of the byte', t => {
  const cases: readonly (readonly [string | Uint8Array, number])[] = [
    ['{"a":01}', 5],
    ['{"a":1,}', 6],
    ['[1, \n]', 2],
    ['[1,,2]', 3],
    ['[,]', 1],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{"a":"\\q"}', 6],
    ['{"a":"\n"}', 6],
    ['{"a":tru}', 8],
    ['{"a":1}}', 7],
    ['{"a":1', 6],
    ['{"a":"x', 7],
    ['{"a":"\\u12', 6],
    [Uint8Array.of(0x22, 0x61, 0xff, 0x22), 2],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 1],
    [Uint8Array.of(0x22, 0xc0, 0x80, 0x22), 1],
    [Uint8Array.of(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22), 1],
    [Uint8Array.of(0x22, 0xe6, 0xa2), 1],
  ]
  for (const [body, offset] of cases) {
    const answer = read(typeof body === 'string' ? utf8.encode(body) : body)
    assert.ok('code' in answer && answer.code === 'body_syntax', String(body))
    assert.equal(answer.details.offset, offset, `${body}: ${answer.details.reason}`)
  }
  t.pass(`${cases.length} bodies`)
  t.end()
})

t.test('a comma after the last item or member is called one', t => {
  const reason = (body: string): unknown => {
    const answer = read(utf8.encode(body))
    assert.ok('code' in answer && answer.code === 'body_syntax', body)
    return answer.details.reason
  }
  t.equal(reason('{"tasks":[{"id":"A"},]}'), 'a comma follows the last item of an array')
  t.equal(reason('{"tasks":[{"id":"A", }]}'), 'a comma follows the last member of an object')
  t.equal(reason('{"tasks":[{"id":"A"}],\n}'), 'a comma follows the last member of an object')
  t.equal(reason('{"tasks":[{"id":,}]}'), 'a value was expected')
  t.end()
})

const durationsOf = (texts: readonly string[], wrap = (text: string) => text): Float64Array => {
  const tasks = texts.map((text, i) => `{"id":"${i}","total_float_days":${text}}`)
  const answer = read(utf8.encode(wrap(`{"tasks":[${tasks.join(',')}]}`)))
  assert.ok('schedules' in answer)
  return answer.schedules.get('tasks')!.totalFloatDays
}

t.test('every number is read equal to Number(text), bit for bit', t => {
  const rnd = random(SEED)
  const digits = (most: number): string =>
    Array.from({ length: between(rnd, 1, most) }, () => between(rnd, 0, 9)).join('')
  const texts = ['0', '-0', '-0.0', '0.1', '1e22', '1e23', '5e-324', '2.2250738585072011e-308', '1.7976931348623157e308',
    '9007199254740993', '900719925474099.3', '999999999999999', '0.000000000000001', '123456789012345.6', '1e-400', '0e999'] // biome-ignore format: a table
  for (let i = 0; i < 8_000; i++) {
    const whole = String(BigInt(digits(rnd() < 0.1 ? 40 : 17)))
    const fraction = rnd() < 0.6 ? `.${digits(rnd() < 0.1 ? 60 : 16)}` : ''
    const exponent = rnd() < 0.2 ? `${pick(rnd, ['e', 'E'])}${pick(rnd, ['', '+', '-'])}${between(rnd, 0, 290)}` : ''
    const text = `${rnd() < 0.3 ? '-' : ''}${whole}${fraction}${exponent}`
    if (Number.isFinite(Number(text))) texts.push(text)
  }
  const values = durationsOf(texts)
  for (const [i, text] of texts.entries()) {
    assert.ok(Object.is(values[i], Number(text)), `${text}: ${values[i]} for ${Number(text)}`)
  }
  t.pass(`${texts.length} numbers`)
  t.end()
})

t.test('numbers that are not finite are refused or reported, never stored', t => {
  for (const text of ['1e400', '-1e400', `1${'0'.repeat(400)}`]) {
    const answer = read(utf8.encode(`{"tasks":[{"id":"A","duration_days":${text}}]}`))
    assert.ok('schedules' in answer)
    const columns = answer.schedules.get('tasks')!
    assert.ok(Number.isNaN(columns.durationDays[0]), text)
    assert.deepStrictEqual(
      columns.faults.map(fault => fault.kind),
      ['bad_number'],
    )
  }
  t.pass('three of them')
  t.end()
})

t.test('dates are read from bytes as parseDay reads them from strings', t => {
  const rnd = random(SEED)
  const texts = [
    '2026-03-02T08:00',
    '2026-03-02x',
    '2026-02-29',
    '2024-02-29',
    '2100-02-29',
    '1899-12-31',
    '2201-01-01',
    '',
    '2026-3-2',
    ...['T8:00', 'T25:00', 'T24:01', 'T08:61', 'T14', 'T02:00PM', 'T100000Z', 'T08:00garbage', 'T08:00:00+99:00'].map(
      tail => `2026-03-02${tail}`,
    ),
    ...[
      'T24:00',
      ' 08:00',
      't08:00:59.5z',
      'T08:00:00,123456789',
      'T08:00 +01',
      '+0530',
      'T08:00-05',
      'T08:00+05:',
    ].map(tail => `2026-03-02${tail}`),
    '2026-03-02T08:00:00+01:00[Europe/Berlin]',
    '2026-03-02T08:00:00[Europe/Berlin]',
  ]
  for (let i = 0; i < 8_000; i++) {
    const text = formatDay(between(rnd, DAY_MIN - 400, DAY_MAX + 400))
    const at = between(rnd, 0, 11)
    texts.push(
      text,
      `${text.slice(0, at)}${pick(rnd, [...'0123456789-:T/;tz \u0000é'])}${text.slice(at + (rnd() < 0.5 ? 1 : 0))}`,
    )
  }
  const whole = '2026-03-02T17:30:59.25+05:30'
  for (let i = 0; i < 8_000; i++) {
    const at = between(rnd, 9, whole.length)
    const put = pick(rnd, [...'0123456789-:T+.,zZ[] p', ''])
    texts.push(`${whole.slice(0, at)}${put}${whole.slice(at + between(rnd, 0, 6))}`)
  }
  t.equal(parseDay('2026-03-02T02:00PM'), undefined, 'a time that is not read is told, not cut')
  for (const text of texts) {
    const bytes = utf8.encode(`  ${text}`)
    const day = dayOfBytes(new DataView(bytes.buffer, 1), 1, bytes.length - 1)
    assert.equal(day, parseDay(text) ?? DAY_ABSENT, JSON.stringify(text))
  }
  t.pass(`${texts.length} strings`)
  t.end()
})

t.test(`${DEPTH_MAX} levels of nesting are read and one more is refused, in both formats and everywhere`, t => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  const nestedMap = (depth: number): unknown => (depth === 0 ? 1 : { a: nestedMap(depth - 1) })
  const bodies: readonly ((depth: number) => unknown)[] = [
    depth => ({ unknown: nested(depth - 1) }),
    depth => ({ unknown: nestedMap(depth - 1) }),
    depth => ({ tasks: [{ id: 'A', unknown: nested(depth - 3) }] }),
    depth => ({ tasks: [{ id: 'A', custom_field_map: { a: nested(depth - 4) } }] }),
    depth => ({ tasks: [{ id: 'A', predecessors: [nested(depth - 4)] }] }),
  ]
  const packr = new Packr({ useRecords: false })
  for (const [i, body] of bodies.entries()) {
    for (const depth of [DEPTH_MAX, DEPTH_MAX + 1]) {
      const isTooDeep = depth > DEPTH_MAX
      assert.equal(isSyntax(read(utf8.encode(JSON.stringify(body(depth))))), isTooDeep, `JSON ${i} ${depth}`)
      assert.equal(
        isSyntax(read(packr.pack(body(depth)), 'application/msgpack')),
        isTooDeep,
        `MessagePack ${i} ${depth}`,
      )
    }
  }
  t.pass('arrays, maps, unknown members, fields and links')
  t.end()
})

t.test(
  'MessagePack that is cut, that claims too much, or that holds what JSON has not, is refused with its offset',
  t => {
    const packr = new Packr({ useRecords: false })
    const whole = packr.pack({ tasks: [{ id: 'A', name: 'é', duration_days: 1.5, predecessors: ['B'] }, { id: 'B' }] })
    assert.ok('schedules' in read(whole, 'application/msgpack'))
    for (let size = 0; size < whole.length; size++) {
      assert.ok(isSyntax(read(whole.subarray(0, size), 'application/msgpack')), `the first ${size} bytes`)
    }
    const cases: readonly (readonly [string, number[]])[] = [
      ['map of 2^32 - 1 members', [0xdf, 0xff, 0xff, 0xff, 0xff]],
      ['array of 2^32 - 1 items', [0xdd, 0xff, 0xff, 0xff, 0xff]],
      ['string of 2^32 - 1 bytes', [0x81, 0xa1, 0x61, 0xdb, 0xff, 0xff, 0xff, 0xff]],
      ['bin of 2^32 - 1 bytes', [0x81, 0xa1, 0x61, 0xc6, 0xff, 0xff, 0xff, 0xff]],
      ['extension', [0x81, 0xa1, 0x61, 0xd4, 0x01, 0x00]],
      ['timestamp', [0x81, 0xa1, 0x61, 0xd6, 0xff, 0, 0, 0, 0]],
      ['the byte that is never used', [0x81, 0xa1, 0x61, 0xc1]],
      ['number as a member name', [0x81, 0x01, 0x01]],
      ['nil as a member name', [0x81, 0xc0, 0x01]],
      ['string that is not UTF-8', [0x81, 0xa1, 0x61, 0xa2, 0xc3, 0x28]],
      ['bytes after the end', [0x80, 0x80]],
    ]
    for (const [name, bytes] of cases) {
      const answer = read(Uint8Array.from(bytes), 'application/msgpack')
      assert.ok('code' in answer && answer.code === 'body_syntax', name)
      assert.ok((answer.details.offset as number) <= bytes.length, name)
    }
    t.pass(`${cases.length} bodies and every beginning of one`)
    t.end()
  },
)

t.test('every width of MessagePack gives the number and the string it stands for', t => {
  const id = [0xa2, 0x69, 0x64, 0xa1, 0x41]
  const field = 'total_float_days'
  const body = (value: number[]): Uint8Array =>
    Uint8Array.from([
      0x81,
      0xa5,
      ...utf8.encode('tasks'),
      0x91,
      0x82,
      ...id,
      0xa0 | field.length,
      ...utf8.encode(field),
      ...value,
    ])
  const cases: readonly (readonly [number, number[]])[] = [
    [5, [0x05]],
    [-5, [0xfb]],
    [200, [0xcc, 200]],
    [0x1234, [0xcd, 0x12, 0x34]],
    [0x12345678, [0xce, 0x12, 0x34, 0x56, 0x78]],
    [2 ** 40, [0xcf, 0, 0, 1, 0, 0, 0, 0, 0]],
    [-100, [0xd0, 0x9c]],
    [-2, [0xd1, 0xff, 0xfe]],
    [-3, [0xd2, 0xff, 0xff, 0xff, 0xfd]],
    [-4, [0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc]],
    [1.5, [0xca, 0x3f, 0xc0, 0, 0]],
    [0.1, [0xcb, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a]],
  ]
  for (const [value, bytes] of cases) {
    const answer = read(body(bytes), 'application/msgpack')
    assert.ok('schedules' in answer, String(value))
    assert.equal(answer.schedules.get('tasks')!.totalFloatDays[0], value)
  }
  for (const head of [
    [0xa1],
    [0xd9, 1],
    [0xda, 0, 1],
    [0xdb, 0, 0, 0, 1],
    [0xc4, 1],
    [0xc5, 0, 1],
    [0xc6, 0, 0, 0, 1],
  ]) {
    const bytes = Uint8Array.from([0x81, 0xa5, ...utf8.encode('tasks'), 0x91, 0x81, 0xa2, 0x69, 0x64, ...head, 0x5a])
    const answer = read(bytes, 'application/msgpack')
    assert.ok('schedules' in answer, String(head))
    assert.deepStrictEqual([...answer.schedules.get('tasks')!.id.bytes], [0x5a])
  }
  t.pass('numbers and strings')
  t.end()
})

t.test('a byte order mark before JSON is passed over', t => {
  const answer = read(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8.encode('{"tasks":[{"id":"A"}]}')]))
  t.ok('schedules' in answer)
  t.end()
})
