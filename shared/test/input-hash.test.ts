/** The hash of an input, and the canonical JSON that it is made of. */
import fc from 'fast-check'
import t from 'tap'
import { columnsToFill } from '../contract/schedule/absent-columns.ts'
import { COLUMN_ROWS } from '../contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../contract/schedule/columns.ts'
import { decodeFrame, encodeFrame } from '../contract/schedule/frame.ts'
import { canonicalJson, inputSha256 } from '../contract/schedule/input-hash.ts'
import { columnsWith, frameOf, inputOf, three } from './small-inputs.ts'
import { textColumn } from './text-column.ts'

const SEED = 20260302

t.test('the hash of an input is that of its values, not of how they came', async t => {
  const params = { options: { a: 1, b: [1, { d: null, c: 2 }] }, status_date: '2026-03-02', calendar: null }
  const reordered = { status_date: '2026-03-02', options: { b: [1, { c: 2 }], a: 1 } }
  const hash = inputSha256(inputOf(three(), params))
  t.match(hash, /^[0-9a-f]{64}$/)
  t.equal(inputSha256(inputOf(three(), reordered)), hash, 'order of members and null do not count')
  const sent = decodeFrame(encodeFrame(frameOf(inputOf(three(), params))))
  t.equal(inputSha256(sent.input), hash, 'and neither does the way through a frame')
  t.equal(sent.inputSha256, hash)
  const others = [
    inputOf(three()),
    inputOf(three(), { ...params, status_date: '2026-03-03' }),
    inputOf(three(), { ...params, options: { ...params.options, b: [{ c: 2 }, 1] } }),
    inputOf({ ...three(), durationDays: Float64Array.of(0, Number.NaN, Number.NaN) }),
    inputOf({ ...three(), percentComplete: Float64Array.of(0, Number.NaN, Number.NaN) }),
    inputOf({ ...three(), id: textColumn(['Aé', '', 'C']) }),
    inputOf({ ...three(), faults: [{ kind: 'bad_date', field: 'f', count: 1, tasks: [0], texts: ['x'] }] }),
    { ...inputOf(three()), schedules: new Map([['current_schedule.tasks', three()]]) },
  ]
  t.equal(new Set([hash, ...others.map(inputSha256)]).size, others.length + 1, 'every change is seen')
})

t.test('bytes that lie in another array of the same column give another hash', async t => {
  const wbs = (bytes: number[], offsets: number[]) => ({
    codes: Uint32Array.of(1, 0, 0),
    values: { bytes: Uint8Array.from(bytes), offsets: Uint32Array.from(offsets) },
  })
  const of = (wbsCode: ScheduleColumns['wbsCode']) => inputSha256(inputOf({ ...three(), wbsCode }))
  t.not(of(wbs([0, 0, 0, 0], [0, 4])), of(wbs([], [0, 0, 4])))
})

t.test('a column that no task has a value in is not hashed, and every one that holds something is', async t => {
  const none = columnsWith(3, { id: three().id }, [])
  const hash = inputSha256(inputOf(none))
  const values: Readonly<Record<string, object>> = {
    Uint8Array: Uint8Array.of(1, 1, 1),
    Uint16Array: Uint16Array.of(1, 2, 3),
    Int32Array: Int32Array.of(1, 2, 3),
    Float64Array: Float64Array.of(1, 2, 3),
  }
  const hashes: string[] = []
  // arrays are kept for schedules of one length alone
  columnsToFill(0)
  const others = columnsToFill(3)
  t.not(others.durationDays, none.durationDays)
  for (const { name, types } of COLUMN_ROWS) {
    if (name === 'id') continue
    t.equal(inputSha256(inputOf({ ...none, [name]: others[name] })), hash, `${name}, absent in arrays of its own`)
    // the same bytes in each column of a type: names alone tell them apart
    if (types.length === 1) hashes.push(inputSha256(inputOf({ ...none, [name]: values[types[0]!.name] })))
  }
  t.equal(new Set([hash, ...hashes]).size, hashes.length + 1)
})

t.test('arrays of zeros are told by their length', async t => {
  const of = (types: number[], lagDays: number[]) =>
    inputSha256(
      inputOf({
        ...three(),
        links: {
          start: Uint32Array.of(0, 0, 1, 2),
          task: Int32Array.of(0, 1),
          type: Uint8Array.from(types),
          lagDays: Float64Array.from(lagDays),
        },
      }),
    )
  const hashes = [
    [0, 0],
    [0, -0],
    [-0, 0],
    [0, 1],
    [1, 0],
  ].flatMap(lagDays => [of([0, 0], lagDays), of([0, 1], lagDays)])
  t.equal(new Set(hashes).size, hashes.length)
})

t.test('the hash of a long input is that of its values, too', async t => {
  const taskCount = 60_000
  const long = (last: number, remaining = Number.NaN) =>
    inputSha256(
      inputOf(
        columnsWith(
          taskCount,
          {
            durationDays: new Float64Array(taskCount).fill(5, 0, -1).fill(last, -1),
            remainingDurationDays: new Float64Array(taskCount).fill(remaining),
            budgetedCost: new Float64Array(taskCount),
          },
          [],
        ),
      ),
    )
  t.equal(long(5), long(5))
  t.equal(new Set([long(5), long(6), long(0), long(5, 0), long(5, 1)]).size, 5)
})

t.test('the hash of several schedules does not depend on their order', async t => {
  const a = three()
  const b = { ...three(), durationDays: Float64Array.of(1, 2, 3) }
  const both = (entries: [string, ScheduleColumns][]) => inputSha256({ ...inputOf(a), schedules: new Map(entries) })
  t.equal(
    both([
      ['a', a],
      ['b', b],
    ]),
    both([
      ['b', b],
      ['a', a],
    ]),
  )
  t.not(
    both([
      ['a', a],
      ['b', b],
    ]),
    both([
      ['a', b],
      ['b', a],
    ]),
  )
})

t.test('canonical JSON is JSON of the value without nulls in objects, and does not run out of stack', async t => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    const members = value as Record<string, unknown>
    return Object.keys(members)
      .sort()
      .flatMap(name => (members[name] === null ? [] : [[name, sorted(members[name])]]))
  }
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      if (JSON.stringify(sorted(JSON.parse(canonicalJson(value)))) !== JSON.stringify(sorted(value))) {
        throw new Error(canonicalJson(value))
      }
    }),
    { seed: SEED, numRuns: 500 },
  )
  t.equal(
    canonicalJson({ b: 1, a: [null, { z: undefined }], '\u{1f600}': 1, '\uffff': 2 }),
    '{"a":[null,{}],"b":1,"\u{1f600}":1,"\uffff":2}',
  )
  let deep: unknown = 0
  for (let i = 0; i < 100_000; i++) deep = [deep]
  t.equal(canonicalJson(deep).length, 200_001)
})
