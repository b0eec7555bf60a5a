/** The writers against the simplest oracle: JSON.stringify and msgpackr of the plain tree a result stands for. */
import fc from 'fast-check'
import { Unpackr } from 'msgpackr'
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay } from '../../../../shared/contract/schedule/day.ts'
import { textColumn } from '../../../../shared/test/text-column.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../../engine/result/result.ts'
import { roundHalfAway } from '../../../engine/wording/numbers.ts'
import { ByteSink, CHUNK_BYTES } from '../../../engine/write/byte-sink.ts'
import { JsonWriter } from '../../../engine/write/json-writer.ts'
import { MsgpackWriter } from '../../../engine/write/msgpack-writer.ts'
import { writeNumber, writeQuotedDay, writeRounded } from '../../../engine/write/number-text.ts'
import { materialise } from './materialise.ts'

const SEED = 20260302
t.comment(`fast-check seed ${SEED}`)
const check = <T>(property: fc.IProperty<T>, numRuns = 300): void => fc.assert(property, { seed: SEED, numRuns })

const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true })

function jsonOf(value: ResultValue): string {
  const sink = new ByteSink()
  new JsonWriter(sink).value(value)
  const chunks = sink.finish()
  // a chunk is transferred with its memory, so it must be all of it
  if (chunks.some(chunk => chunk.length > CHUNK_BYTES || chunk.length !== chunk.buffer.byteLength)) {
    throw new Error('a chunk is too long or shares its memory')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function msgpackOf(value: ResultValue): unknown {
  const sink = new ByteSink()
  new MsgpackWriter(sink).value(value)
  return unpackr.unpack(Buffer.concat(sink.finish()))
}

function textOf(write: (sink: ByteSink) => void): string {
  const sink = new ByteSink()
  write(sink)
  return Buffer.concat(sink.finish()).toString()
}

// a member that an object literal would not take as its own is not a name the analysers can use
const name = fc.string({ maxLength: 12, unit: 'grapheme' }).filter(text => text !== '__proto__' && text.isWellFormed())
const text = fc
  .oneof(
    fc.string({ maxLength: 40, unit: 'grapheme' }),
    fc.string({ maxLength: 40, unit: 'binary-ascii' }),
    fc.constantFrom('', '"', '\\', '\n\r\t\b\f\u0001\u001f', '\u007f', '\u2028', 'x'.repeat(300), 'é'.repeat(40)),
  )
  .filter(value => value.isWellFormed())
const number = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.integer({ min: -1e9, max: 1e9 }).map(value => value / 1000),
  fc.integer({ min: -1e9, max: 1e9 }).map(value => value / 1e6),
  fc.maxSafeInteger(),
  fc.constantFrom(
    -0,
    0,
    1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    2 ** 31,
    2 ** 32,
    -(2 ** 31) - 1,
    2 ** 53,
    0.1 + 0.2,
  ),
)
const day = fc.oneof(fc.integer({ min: DAY_MIN, max: DAY_MAX }), fc.constantFrom(DAY_ABSENT, -800000, 3_000_000))

const list = <T>(arbitrary: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: length, maxLength: length })

function columnArbitrary(rows: number): fc.Arbitrary<TableColumn> {
  const names = textColumn(['A', 'B "x"', 'é\n'])
  const index = fc.integer({ min: -1, max: 2 })
  return fc.oneof(
    fc.record({
      kind: fc.constant('number' as const),
      values: list(fc.oneof(number, fc.constant(Number.NaN)), rows).map(values => Float64Array.from(values)),
    }),
    fc.record({
      kind: fc.constant('number' as const),
      values: list(number, rows).map(values => Float64Array.from(values)),
      decimals: fc.integer({ min: 0, max: 8 }),
    }),
    fc.record({ kind: fc.constant('number' as const), values: list(fc.nat(), rows).map(v => Uint32Array.from(v)) }),
    fc.record({ kind: fc.constant('day' as const), values: list(day, rows).map(values => Int32Array.from(values)) }),
    fc.record({
      kind: fc.constant('boolean' as const),
      values: list(fc.integer({ min: 0, max: 2 }), rows).map(values => Uint8Array.from(values)),
    }),
    fc.record({
      kind: fc.constant('label' as const),
      values: list(fc.integer({ min: 0, max: 3 }), rows).map(values => Uint8Array.from(values)),
      labels: fc.tuple(text, text, fc.constant(null), fc.constant('FS')),
    }),
    fc.record({
      kind: fc.constant('text' as const),
      values: list(text, rows).map(textColumn),
      emptyAsText: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('coded' as const),
      values: list(fc.integer({ min: 0, max: 3 }), rows).map(codes => ({
        codes: Uint32Array.from(codes),
        values: names,
      })),
    }),
    fc.record({
      kind: fc.constant('reference' as const),
      values: list(index, rows).map(values => Int32Array.from(values)),
      into: fc.constant(names),
    }),
    list(fc.array(index, { maxLength: 20 }), rows).map(lists => {
      const start = new Uint32Array(rows + 1)
      lists.forEach((items, i) => {
        start[i + 1] = start[i]! + items.length
      })
      return { kind: 'references' as const, start, values: Int32Array.from(lists.flat()), into: names }
    }),
  )
}

const table = fc
  .integer({ min: 0, max: 20 })
  .chain(rows =>
    fc
      .tuple(
        fc.dictionary(name, columnArbitrary(rows), { maxKeys: 18, noNullPrototype: true }),
        fc.option(fc.array(fc.nat({ max: Math.max(0, rows - 1) }), { maxLength: rows }), { nil: undefined }),
      )
      .map(([columns, selection]) => new Table(rows, columns, selection && Uint32Array.from(selection))),
  )

const tree: fc.Arbitrary<ResultValue> = fc.letrec<{ node: ResultValue }>(tie => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    number,
    text,
    table,
    fc
      .array(fc.integer({ min: -1, max: 2 }), { maxLength: 20 })
      .map(values => new References(Int32Array.from(values), textColumn(['A1', '"', 'ü']))),
    fc.array(tie('node'), { maxLength: 20 }),
    fc.dictionary(name, fc.option(tie('node'), { nil: undefined }), { maxKeys: 18, noNullPrototype: true }),
  ),
})).node

t.test('a result tree as JSON is the text that JSON.stringify prints for the plain tree', async t => {
  check(
    fc.property(tree, value => {
      const plain = materialise(value)
      const written = jsonOf(value)
      if (written !== JSON.stringify(plain)) throw new Error(`${written}\nis not\n${JSON.stringify(plain)}`)
    }),
  )
  t.pass('equal on every tree')
})

t.test('a result tree as msgpack decodes to the plain tree', async t => {
  check(
    fc.property(tree, value => {
      const plain = JSON.stringify(materialise(value))
      const decoded = JSON.stringify(msgpackOf(value))
      if (decoded !== plain) throw new Error(`${decoded}\nis not\n${plain}`)
    }),
  )
  t.pass('equal on every tree')
})

t.test('a number is written as String prints it, and -0 as 0', async t => {
  const same = (value: number) => {
    const written = textOf(sink => writeNumber(sink, value))
    if (written !== String(value)) throw new Error(`${value} was written ${written}`)
  }
  check(fc.property(number, same), 20_000)
  for (let power = -330; power <= 308; power++) for (const factor of [1, 9.5, -1.25]) same(factor * 10 ** power)
  for (let power = 0; power <= 62; power++) for (const add of [-1, 0, 1]) same(2 ** power + add)
  t.equal(
    textOf(sink => writeNumber(sink, -0)),
    '0',
  )
})

t.test('a rounded number is the text of the rounded value, half away from zero', async t => {
  check(
    fc.property(number, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
      const written = textOf(sink => writeRounded(sink, value, decimals))
      if (written !== String(roundHalfAway(value, decimals))) throw new Error(`${value} to ${decimals}: ${written}`)
    }),
    20_000,
  )
  const rounded = (value: number, decimals: number) => textOf(sink => writeRounded(sink, value, decimals))
  t.equal(rounded(44.75, 1), '44.8')
  t.equal(rounded(-44.75, 1), '-44.8')
  t.equal(rounded(44.75 - 1e-12, 1), '44.8', 'noise of a float sum does not lose a half')
  t.equal(rounded(1.005, 2), '1.01')
  t.equal(rounded(44.7499, 1), '44.7')
  t.equal(rounded(-0.04, 1), '0')
  t.equal(rounded(99.96, 1), '100')
  t.equal(rounded(1e22, 1), '1e+22')
  t.equal(rounded(0.5, 0), '1')
})

t.test(
  'a day is written as formatDay prints it between quotes, also beyond four-digit years and after another day of its cache row',
  async t => {
    for (const value of [0, 4096, 0, DAY_MIN, DAY_MAX, DAY_MIN - 4096, DAY_MAX + 4096, -1_000_000, 20_000_000]) {
      t.equal(
        textOf(sink => writeQuotedDay(sink, value)),
        `"${formatDay(value)}"`,
      )
    }
  },
)

t.test('texts longer than a chunk are whole, and characters on a chunk border are not broken', async t => {
  for (let pad = 0; pad < 5; pad++) {
    const long = 'x'.repeat(pad) + '€"'.repeat(CHUNK_BYTES / 2)
    const value = {
      plain: long,
      table: new Table(2, { text: { kind: 'text', values: textColumn([long, 'é\\'.repeat(CHUNK_BYTES)]) } }),
    }
    const plain = materialise(value)
    t.ok(jsonOf(value) === JSON.stringify(plain), 'JSON')
    t.strictSame(msgpackOf(value), plain)
  }
})

t.test('whatever is written last before a chunk is full stays whole', async t => {
  const id = textColumn(['A short id', 'the next one, which is read beyond by words'])
  const value = new Table(1, {
    id: { kind: 'reference', values: Int32Array.of(0), into: id },
    day: { kind: 'day', values: Int32Array.of(20_500) },
    moment: { kind: 'moment', values: Float64Array.of(20_500 * 1440 + 1020) },
    number: { kind: 'number', values: Float64Array.of(12_345.125) },
    yes: { kind: 'boolean', values: Uint8Array.of(1) },
  })
  for (const Writer of [JsonWriter, MsgpackWriter]) {
    const written = (room: number): Buffer => {
      const sink = new ByteSink()
      sink.copy(new Uint8Array(CHUNK_BYTES - room).fill(32))
      new Writer(sink).value(value)
      return Buffer.concat(sink.finish()).subarray(CHUNK_BYTES - room)
    }
    const expected = written(1000)
    for (let room = 0; room < 120; room++) if (!written(room).equals(expected)) t.fail(`${room} bytes before the end`)
  }
  t.pass('the same bytes at every place')
})

t.test('a table larger than 65,535 rows keeps its length in msgpack', async t => {
  const rows = 70_000
  const value = new Table(rows, {
    n: { kind: 'number', values: Int32Array.from({ length: rows }, (_, i) => i - 35_000) },
  })
  t.strictSame(msgpackOf(value), materialise(value))
})

t.test('a number that is no number is never written', async t => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => jsonOf({ value }), /cannot hold/)
    t.throws(() => msgpackOf({ value }), /cannot hold/)
  }
  const infinite = new Table(1, { x: { kind: 'number', values: Float64Array.of(Number.NEGATIVE_INFINITY) } })
  t.throws(() => jsonOf(infinite), /cannot hold/)
  t.throws(() => msgpackOf(infinite), /cannot hold/)
  t.equal(jsonOf({ after: 1 }), '{"after":1}', 'and the next result starts clean')
})
