/** The frame of a request: encode, decode, equal; hostile frames refused. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { Unpackr } from 'msgpackr'
import t from 'tap'
import { ASSIGNMENT_MOMENTS, ASSIGNMENT_NUMBERS, type AssignmentColumns } from '../contract/schedule/assignments.ts'
import { arraysOf, COLUMN_ROW_BY_NAME, COLUMN_ROWS, type ColumnName } from '../contract/schedule/column-rows.ts'
import {
  type CodedSetColumn,
  DAY_ABSENT,
  ENUM_UNKNOWN,
  FAULT_SAMPLE_MAX,
  LINK_UNKNOWN,
  READ_FAULT_KINDS,
  type ScheduleColumns,
} from '../contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN } from '../contract/schedule/day.ts'
import { DAY_COLUMNS, RELATION_TYPES, TASK_FIELDS, timeColumnOf } from '../contract/schedule/fields.ts'
import { decodeFrame, encodeFrame, type Frame, FrameError } from '../contract/schedule/frame.ts'
import { FRAME_VERSION } from '../contract/schedule/frame-versions.ts'
import type { AnalysisInput } from '../contract/schedule/input.ts'
import { inputSha256 } from '../contract/schedule/input-hash.ts'
import { columnsWith, frameOf, inputOf, three } from './small-inputs.ts'
import { textColumn } from './text-column.ts'

const SEED = 20260302
const FRAMES = Number(process.env.FRAMES ?? 150)
t.comment(`fast-check seed ${SEED}`)
const check = <T>(property: fc.IProperty<T>, numRuns: number): void => fc.assert(property, { seed: SEED, numRuns })

const list = <T>(arbitrary: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: length, maxLength: length })

const text = fc.string({ maxLength: 12, unit: 'grapheme' }).filter(value => value.isWellFormed())
const dictionary = fc.array(text, { minLength: 1, maxLength: 5 })

/** Starts of `count` ranges over entries that `item` makes. */
const ranges = <T>(item: fc.Arbitrary<T>, count: number): fc.Arbitrary<{ start: Uint32Array; items: T[] }> =>
  list(fc.array(item, { maxLength: 4 }), count).map(lists => {
    const start = new Uint32Array(count + 1)
    lists.forEach((items, i) => {
      start[i + 1] = start[i]! + items.length
    })
    return { start, items: lists.flat() }
  })

/** Any column of a kind that a reader may fill. */
function columnArbitrary(kind: string, valueCount: number, taskCount: number): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'id':
    case 'text':
      return list(text, taskCount).map(textColumn)
    case 'number':
      return list(fc.oneof(fc.double({ noDefaultInfinity: true }), fc.constant(Number.NaN)), taskCount).map(values =>
        Float64Array.from(values),
      )
    case 'day':
      return list(fc.oneof(fc.integer({ min: DAY_MIN, max: DAY_MAX }), fc.constant(DAY_ABSENT)), taskCount).map(days =>
        Int32Array.from(days),
      )
    case 'enum':
      return list(fc.oneof(fc.integer({ min: 0, max: valueCount }), fc.constant(ENUM_UNKNOWN)), taskCount).map(values =>
        Uint8Array.from(values),
      )
    case 'boolean':
      return list(fc.integer({ min: 0, max: 2 }), taskCount).map(values => Uint8Array.from(values))
    case 'time':
      return list(fc.integer({ min: 0, max: 24 * 60 }), taskCount).map(times => Uint16Array.from(times))
    // none, or one per link of which one is marked
    case 'marks':
      return fc.nat({ max: 12 }).map(count => (count === 0 ? new Uint8Array(0) : new Uint8Array(count).fill(1, 0, 1)))
    case 'assignments':
      return ranges(fc.nat({ max: 3 }), taskCount).chain(({ start, items }) => {
        const numbers = fc.option(list(fc.double({ noDefaultInfinity: true }), items.length), { nil: [] })
        return fc
          .tuple(
            fc.option(list(fc.nat({ max: 2 }), items.length), { nil: [] }),
            ...[...ASSIGNMENT_NUMBERS, ...ASSIGNMENT_MOMENTS].map(name =>
              numbers.map(values => [name, Float64Array.from(values)] as const),
            ),
          )
          .map(([drives, ...floats]) => ({
            start,
            resource: Uint32Array.from(items),
            drives: Uint8Array.from(drives),
            ...Object.fromEntries(floats),
          }))
      })
    case 'object':
      return list(fc.integer({ min: 0, max: 1 }), taskCount).map(values => Uint8Array.from(values))
    case 'code':
      return dictionary.chain(values =>
        list(fc.integer({ min: 0, max: values.length }), taskCount).map(codes => ({
          codes: Uint32Array.from(codes),
          values: textColumn(values),
        })),
      )
    case 'codes':
    case 'resource':
      return dictionary.chain(values =>
        ranges(fc.integer({ min: 0, max: values.length - 1 }), taskCount).map(({ start, items }) => ({
          start,
          codes: Uint32Array.from(items),
          values: textColumn(values),
        })),
      )
    case 'links': {
      const link = fc.tuple(
        fc.integer({ min: LINK_UNKNOWN, max: taskCount - 1 }),
        fc.integer({ min: 0, max: RELATION_TYPES.length - 1 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      )
      return ranges(link, taskCount).map(({ start, items }) => ({
        start,
        task: Int32Array.from(items, item => item[0]),
        type: Uint8Array.from(items, item => item[1]),
        lagDays: Float64Array.from(items, item => item[2]),
      }))
    }
    default:
      throw new Error(`no arbitrary for ${kind}`)
  }
}

/** What a column holds: the kind of its field, or one of those that stand beside a field. */
const kindOf = (name: string): string =>
  TASK_FIELDS.find(field => field.column === name)?.kind ?? (name.endsWith('Time') ? 'time' : 'marks')
const valueCountOf = (name: string): number => TASK_FIELDS.find(field => field.column === name)?.values?.length ?? 0

/** Assignments name resources, which are codes of their column: the few there may be. */
const withNames = (given: Record<string, unknown>): Record<string, unknown> => {
  const { resources, assignments } = given as { resources?: CodedSetColumn; assignments?: AssignmentColumns }
  if (assignments === undefined) return given
  const count = resources === undefined || resources.codes.length === 0 ? 0 : resources.values.offsets.length - 1
  if (count === 0) return { ...given, assignments: undefined }
  return { ...given, assignments: { ...assignments, resource: assignments.resource.map(code => code % count) } }
}

const columns: fc.Arbitrary<ScheduleColumns> = fc.integer({ min: 0, max: 12 }).chain(taskCount => {
  const given = COLUMN_ROWS.map(({ name }) => {
    const column = columnArbitrary(kindOf(name), valueCountOf(name), taskCount)
    return name === 'id' ? column : fc.option(column, { nil: undefined })
  })
  const fault = fc
    .array(fc.tuple(fc.nat({ max: Math.max(0, taskCount - 1) }), text), { maxLength: taskCount === 0 ? 0 : 4 })
    .chain(samples =>
      fc.record({
        kind: fc.constantFrom(...READ_FAULT_KINDS),
        field: fc.constantFrom('tasks.*.id', 'predecessors'),
        count: fc.integer({ min: samples.length, max: 1000 }),
        tasks: fc.constant(samples.map(sample => sample[0])),
        texts: fc.constant(samples.map(sample => sample[1])),
      }),
    )
  return fc
    .tuple(fc.tuple(...given), fc.array(fault, { maxLength: 3 }))
    .map(([values, faults]) =>
      columnsWith(taskCount, withNames(Object.fromEntries(COLUMN_ROWS.map((row, i) => [row.name, values[i]]))), faults),
    )
})

const inputs: fc.Arbitrary<AnalysisInput> = fc
  .tuple(
    fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4, noNullPrototype: true }),
    fc.dictionary(fc.constantFrom('tasks', 'current_schedule.tasks', 'schedule_history.0.tasks'), columns),
    fc.array(text, { maxLength: 3 }),
    fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
  )
  .map(([params, schedules, ignoredFields, meantFields]) => {
    const counts = Object.values(schedules).map(schedule => schedule.taskCount)
    return {
      // through JSON once, as every request is: -0 and the like do not come in
      params: JSON.parse(JSON.stringify(params)),
      schedules: new Map(Object.entries(schedules)),
      ignoredFields,
      meantFields,
      taskCount: counts.reduce((sum, count) => sum + count, 0),
      taskCountLargest: Math.max(0, ...counts),
    }
  })

/** Every value of a schedule, as plain arrays. */
const plain = (schedule: ScheduleColumns) => ({
  taskCount: schedule.taskCount,
  faults: schedule.faults,
  columns: COLUMN_ROWS.map(row => [
    row.name,
    row.isAbsent(schedule[row.name] as never) ? 'absent' : arraysOf(row, schedule).map(array => Array.from(array)),
  ]),
})

const samples = fc.sample(inputs, { seed: SEED, numRuns: 40 })

t.test('every column of a schedule has a row, and every row a column', async t => {
  const schedule = columnsWith(0, {}, [])
  t.strictSame(
    Object.keys(schedule)
      .filter(name => !['taskCount', 'faults', 'setting', 'resourceSpecs', 'notes'].includes(name))
      .sort(),
    [...new Set([...TASK_FIELDS.map(field => field.column), ...DAY_COLUMNS.map(timeColumnOf), 'elapsedLags'])].sort(),
  )
  t.equal(COLUMN_ROW_BY_NAME.size, COLUMN_ROWS.length)
})

t.test('a frame decodes to what was encoded, wherever its bytes begin in memory', async t => {
  check(
    fc.property(inputs, fc.integer({ min: 0, max: 16 }), (sample, shift) => {
      const frame = frameOf(sample)
      const bytes = encodeFrame(frame)
      const moved = new Uint8Array(bytes.length + shift).subarray(shift)
      moved.set(bytes)
      const decoded = decodeFrame(moved)
      const show = (one: Frame) =>
        JSON.stringify([
          { ...one, input: { ...one.input, schedules: undefined } },
          [...one.input.schedules].map(([path, schedule]) => [path, plain(schedule)]),
        ])
      if (show(decoded) !== show(frame)) throw new Error(`${show(decoded)}\nis not\n${show(frame)}`)
    }),
    FRAMES,
  )
  t.pass('equal on every input')
})

t.test('a frame in a pooled buffer at an odd place is read', async t => {
  const frame = frameOf(samples.find(one => one.taskCount > 0)!)
  const bytes = encodeFrame(frame)
  const pooled = Buffer.alloc(bytes.length + 3).subarray(3)
  pooled.set(bytes)
  t.equal(decodeFrame(pooled).input.taskCount, frame.input.taskCount)
})

t.test('the arrays of an aligned frame are views into it, not copies', async t => {
  const bytes = encodeFrame(frameOf(samples.find(one => one.taskCount > 0)!))
  for (const schedule of decodeFrame(bytes).input.schedules.values()) {
    t.equal(schedule.id.offsets.buffer, bytes.buffer)
    t.equal(schedule.id.bytes.buffer, bytes.buffer)
  }
})

t.test('a frame is a msgpack document that a general reader understands', async t => {
  for (const sample of samples) {
    const document = new Unpackr({ useRecords: false }).unpack(encodeFrame(frameOf(sample)))
    t.equal(document[0], FRAME_VERSION)
    t.equal(JSON.parse(document[1]).rowId, 'analysis.cpm')
    t.ok(document.slice(2).every((element: unknown) => element instanceof Uint8Array))
  }
})

t.test('what was read from project files goes along, and changes no fingerprint', async t => {
  const imports = [
    {
      path: 'tasks',
      format: 'xer' as const,
      format_version: '19.12',
      encoding: 'utf-8',
      project_id: 'A',
      project_name: null,
      data_date: '2026-03-02T08:00',
      scheduling_options: { rules: 'p6' as const },
      counts: { tasks: 1, links: 0, calendars: 1, resources: 0, rows_left_out: 0 },
      warnings: [{ code: 'a_guess', text: 'A guess.', count: 2 }],
    },
  ]
  const input = { ...samples[0]!, imports }
  t.strictSame(decodeFrame(encodeFrame(frameOf(input))).input.imports, imports)
  t.equal(inputSha256(input), inputSha256(samples[0]!))
  t.notOk('imports' in decodeFrame(encodeFrame(frameOf(samples[0]!))).input)
  const broken = { ...input, imports: [{ path: 'tasks' }] } as unknown as AnalysisInput
  t.throws(() => decodeFrame(encodeFrame(frameOf(broken))), FrameError)
})

t.test('a list of shifts that exceptions share is written once, and read back as one list', async t => {
  const every = (days: number, shifts: string[][], each: () => string[][]) => ({
    id: 'C',
    work_week: { monday: [['08:00', '12:00']] },
    exceptions: [
      { date: '2026-12-24', until: '2026-12-31' },
      { date: '2027-01-01', shifts: [['10:00', '11:00']] },
      ...Array.from({ length: days }, (_, n) => ({ date: `20${10 + (n % 80)}-03-02`, shifts: each() })),
      { date: '2027-01-02', shifts: [] },
      { date: '2099-01-01', shifts },
    ],
  })
  const shifts = Array.from({ length: 24 }, (_, h) => [
    `${String(h).padStart(2, '0')}:00`,
    `${String(h).padStart(2, '0')}:30`,
  ])
  const withCalendars = (each: () => string[][]) => {
    const calendars = [{ id: 'none', work_week: { monday: [['08:00', '12:00']] } }, every(5_000, shifts, each)]
    const params = { calendars, current_schedule: { calendars }, schedule_history: [{}, { calendars }], note: 'kept' }
    const paths = ['tasks', 'current_schedule.tasks', 'schedule_history.1.tasks']
    return { ...inputOf(three(), params), schedules: new Map(paths.map(path => [path, three()])) }
  }
  const shared = withCalendars(() => shifts)
  const apart = withCalendars(() => shifts.map(pair => [...pair]))
  const bytes = encodeFrame(frameOf(shared))
  t.ok(bytes.length < 3 * 5_000 * 50, `${bytes.length} bytes, of 15,000 exceptions with 24 shifts each`)
  t.ok(encodeFrame(frameOf(apart)).length > 5 * bytes.length)
  const { input } = decodeFrame(bytes)
  t.same(input.params, shared.params)
  t.same(shared.params, apart.params, 'what is encoded stays as it is')
  t.equal(inputSha256(shared), inputSha256(apart), 'the fingerprint is that of lists that stand apart')
  t.equal(inputSha256(input), inputSha256(shared))
})

t.test('a frame for a row carries only its columns, ids always, and the hash of the whole input', async t => {
  const rowColumns: ColumnName[] = ['durationDays', 'links']
  for (const sample of samples) {
    const frame = frameOf(sample)
    const decoded = decodeFrame(encodeFrame(frame, rowColumns))
    t.equal(decoded.inputSha256, frame.inputSha256)
    for (const [path, schedule] of decoded.input.schedules) {
      const expected = plain(sample.schedules.get(path)!).columns.map(([name, arrays]) =>
        name === 'id' || rowColumns.includes(name as ColumnName) ? [name, arrays] : [name, 'absent'],
      )
      t.strictSame(plain(schedule).columns, expected)
    }
  }
})

/** The frame is refused by name, or read as something valid: a second trip gives the same. Anything else throws on. */
function survives(bytes: Uint8Array): 'refused' | 'read' {
  let decoded: Frame
  try {
    decoded = decodeFrame(bytes)
  } catch (error) {
    if (error instanceof FrameError) return 'refused'
    throw error
  }
  for (const schedule of decoded.input.schedules.values()) {
    for (const row of COLUMN_ROWS) {
      if (row.isAbsent(schedule[row.name] as never)) continue
      const fault = row.faultIn(arraysOf(row, schedule) as never, schedule.taskCount, row.largest)
      if (fault !== undefined) throw new Error(`${row.name} was let in: ${fault}`)
    }
  }
  return 'read'
}

t.test('a cut frame is refused at every length, and so is one with bytes behind it', async t => {
  for (const sample of samples.slice(0, 4)) {
    const bytes = encodeFrame(frameOf(sample))
    for (let length = 0; length < bytes.length; length++) {
      if (survives(bytes.slice(0, length)) !== 'refused') t.fail(`cut at ${length}`)
    }
    t.equal(survives(Uint8Array.from([...bytes, 0])), 'refused')
  }
})

t.test(
  'a frame with any bits or bytes changed is refused, or read as something that holds the rules of its columns',
  async t => {
    let refused = 0
    let read = 0
    check(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 1, max: 255 })),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (sample, changes) => {
          const bytes = encodeFrame(frameOf(sample))
          for (const [place, mask] of changes) bytes[Math.floor(place * bytes.length)]! ^= mask
          if (survives(bytes) === 'refused') refused++
          else read++
        },
      ),
      5000,
    )
    t.ok(refused > 1000 && read > 10, `${refused} refused, ${read} read as another input`)
  },
)

t.test('random bytes behind a valid beginning are refused', async t => {
  check(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat({ max: 20 }), (noise, keep) => {
      const bytes = encodeFrame(frameOf(samples[1]!))
      survives(Uint8Array.from([...bytes.subarray(0, keep), ...noise]))
    }),
    2000,
  )
  t.pass('none came through unchecked')
})

t.test('each broken rule of a column is refused and the reason names the column', async t => {
  const links = {
    start: Uint32Array.of(0, 0, 1, 2),
    task: Int32Array.of(0, 1),
    type: Uint8Array.of(0, 3),
    lagDays: Float64Array.of(0, -1),
  }
  const resources = { start: Uint32Array.of(0, 1, 1, 2), codes: Uint32Array.of(0, 0), values: textColumn(['R']) }
  const rows: [string, Partial<Record<ColumnName, unknown>>, RegExp | null][] = [
    ['sound', { links, resources }, null],
    [
      'offsets that fall',
      { id: { bytes: new Uint8Array(3), offsets: Uint32Array.of(0, 2, 1, 3) } },
      /id: range 1 ends before/,
    ],
    [
      'offsets beyond the text',
      { id: { bytes: new Uint8Array(3), offsets: Uint32Array.of(0, 1, 2, 9) } },
      /id: ranges end at 9 of 3/,
    ],
    [
      'offsets that do not begin at 0',
      { id: { bytes: new Uint8Array(3), offsets: Uint32Array.of(1, 1, 2, 3) } },
      /id: ranges begin/,
    ],
    ['offsets of too few tasks', { id: textColumn(['A', 'B']) }, /id: 3 entries instead of 4/],
    [
      'text that is not UTF-8',
      { id: { bytes: Uint8Array.of(0xff, 65, 65), offsets: Uint32Array.of(0, 1, 2, 3) } },
      /id: text that is not UTF-8/,
    ],
    [
      'text cut inside a character',
      { id: { bytes: Uint8Array.of(0xc3, 0xa9, 65), offsets: Uint32Array.of(0, 1, 2, 3) } },
      /text 1 begins inside/,
    ],
    [
      'a number that is infinite',
      { durationDays: Float64Array.of(1, Number.POSITIVE_INFINITY, 1) },
      /durationDays: number Infinity at 1/,
    ],
    ['numbers of too many tasks', { durationDays: new Float64Array(4) }, /durationDays: 4 entries/],
    ['a day before the first', { actualStart: Int32Array.of(0, 0, DAY_MIN - 1) }, /actualStart: day/],
    ['a day after the last', { actualStart: Int32Array.of(DAY_MAX + 1, 0, 0) }, /actualStart: day/],
    ['an enum not in the list', { taskType: Uint8Array.of(0, 99, ENUM_UNKNOWN) }, /taskType: value 99 at 1/],
    ['a truth value of 3', { approvalRequired: Uint8Array.of(3, 0, 0) }, /approvalRequired: value 3/],
    ['a flag of 2', { floatRationale: Uint8Array.of(0, 2, 0) }, /floatRationale: value 2/],
    [
      'a code beyond its dictionary',
      { wbsCode: { codes: Uint32Array.of(0, 2, 0), values: textColumn(['W']) } },
      /wbsCode: code 2/,
    ],
    [
      'a set code beyond its dictionary',
      { resources: { ...resources, codes: Uint32Array.of(0, 1) } },
      /resources: code 1/,
    ],
    ['a predecessor that does not exist', { links: { ...links, task: Int32Array.of(0, 3) } }, /links: predecessor 3/],
    ['a predecessor below unknown', { links: { ...links, task: Int32Array.of(-2, 0) } }, /links: predecessor -2/],
    ['a relation beyond the list', { links: { ...links, type: Uint8Array.of(0, 4) } }, /links: relation 4/],
    ['a lag that is no number', { links: { ...links, lagDays: Float64Array.of(0, Number.NaN) } }, /links: lag NaN/],
    ['link starts that fall', { links: { ...links, start: Uint32Array.of(0, 2, 1, 2) } }, /links: range 1 ends/],
    ['links of unequal length', { links: { ...links, type: Uint8Array.of(0) } }, /links: 1 entries instead of 2/],
  ]
  for (const [what, given, reason] of rows) {
    const bytes = encodeFrame(frameOf(inputOf({ ...three(), ...given } as ScheduleColumns)))
    if (reason === null) t.equal(survives(bytes), 'read', what)
    else t.throws(() => decodeFrame(bytes), { name: 'FrameError', message: reason }, what)
  }
})

t.test('each broken rule of the head is refused', async t => {
  const sound = frameOf(inputOf(three()))
  const fault = { kind: 'bad_date', field: 'f', count: 1, tasks: [0], texts: ['x'] }
  const withFault = (changed: object): Frame =>
    frameOf(inputOf({ ...three(), faults: [{ ...fault, ...changed } as never] }))
  t.equal(survives(encodeFrame(withFault({}))), 'read')
  const rows: [string, Frame][] = [
    ['a hash that is none', { ...sound, inputSha256: 'abc' }],
    ['a day that is no number', { ...sound, today: 'x' as never }],
    ['a row id that is no text', { ...sound, rowId: 7 as never }],
    ['parameters that are a list', { ...sound, input: { ...sound.input, params: [] as never } }],
    ['an unknown kind of fault', withFault({ kind: 'other' })],
    ['a fault at a task that does not exist', withFault({ tasks: [3] })],
    ['a fault with fewer texts than tasks', withFault({ texts: [] })],
    ['a fault with fewer occurrences than tasks', withFault({ count: 0 })],
    [
      'more ignored fields than are listed',
      { ...sound, input: { ...sound.input, ignoredFields: Array(51).fill('x') } },
    ],
    [
      'more samples than a fault keeps',
      withFault({ count: 99, tasks: Array(FAULT_SAMPLE_MAX + 1).fill(0), texts: Array(FAULT_SAMPLE_MAX + 1).fill('') }),
    ],
  ]
  for (const [what, frame] of rows) t.throws(() => decodeFrame(encodeFrame(frame)), FrameError, what)

  const bytes = encodeFrame(sound)
  for (const version of [FRAME_VERSION + 1, 0]) {
    bytes[5] = version
    t.throws(() => decodeFrame(bytes), new RegExp(`version ${version} instead of ${FRAME_VERSION}`))
  }
  bytes[5] = 1
  t.equal(decodeFrame(bytes).input.taskCount, decodeFrame(encodeFrame(sound)).input.taskCount, 'one that waited')
  const both = {
    ...inputOf(three()),
    schedules: new Map([
      ['path_1', three()],
      ['path_2', three()],
    ]),
  }
  const twice = Buffer.from(encodeFrame(frameOf(both)))
  t.equal(survives(Uint8Array.from(twice)), 'read')
  twice.write('path_1', twice.indexOf('path_2'))
  t.throws(() => decodeFrame(twice), /two schedules of one path/)
  const noIds = Buffer.from(encodeFrame(sound))
  noIds.write('"ix"', noIds.indexOf('"id"'))
  t.throws(() => decodeFrame(noIds), FrameError, 'a frame without ids, which bound its tasks')
})

t.test('100,000 tasks with the columns of the critical path are about 8 MB', async t => {
  const taskCount = 100_000
  const linkCount = 170_000
  const days = new Int32Array(taskCount)
  const schedule = columnsWith(
    taskCount,
    {
      id: textColumn(Array.from({ length: taskCount }, (_, i) => `A${100_000 + i}`)),
      durationDays: new Float64Array(taskCount),
      percentComplete: new Float64Array(taskCount),
      plannedStart: days,
      plannedFinish: days,
      actualStart: days,
      actualFinish: days,
      constraintType: new Uint8Array(taskCount).fill(1),
      taskType: new Uint8Array(taskCount).fill(1),
      links: {
        start: Uint32Array.from({ length: taskCount + 1 }, (_, i) => Math.floor(i * 1.7)),
        task: new Int32Array(linkCount),
        type: new Uint8Array(linkCount),
        lagDays: new Float64Array(linkCount),
      },
    },
    [],
  )
  const bytes = encodeFrame(frameOf(inputOf(schedule)))
  t.ok(bytes.length > 6e6 && bytes.length < 9e6, `${bytes.length} bytes`)
  t.equal(decodeFrame(bytes).input.taskCount, taskCount)
})

t.test('a frame of before version 15 has assignments without prices', async t => {
  const none = new Float64Array(0)
  const assignments = {
    start: Uint32Array.of(0, 1, 1, 1),
    resource: Uint32Array.of(0),
    drives: new Uint8Array(0),
    ...Object.fromEntries([...ASSIGNMENT_NUMBERS, ...ASSIGNMENT_MOMENTS].map(name => [name, none])),
    remainingUnits: Float64Array.of(40),
    end: Float64Array.of(9),
  } as unknown as AssignmentColumns
  const resources = {
    start: Uint32Array.of(0, 1, 1, 1),
    codes: Uint32Array.of(0),
    values: { bytes: Buffer.from('R'), offsets: Uint32Array.of(0, 1) },
  }
  const schedule = columnsWith(3, { assignments, resources, id: three().id }, [])
  const bytes = Buffer.from(encodeFrame(frameOf(inputOf(schedule)), ['id', 'resources', 'assignments']))
  // the last array is that of prices, which is empty: its head behind a pad
  let pad = 0
  while (bytes[bytes.length - 7 - pad] !== 0xc4 || bytes[bytes.length - 6 - pad] !== pad) pad++
  const old = bytes.subarray(0, bytes.length - 7 - pad)
  old.writeUInt32BE(old.readUInt32BE(1) - 2, 1)
  t.throws(() => decodeFrame(old), FrameError, 'as one of this version it is cut')
  old[5] = 14
  const read = [...decodeFrame(old).input.schedules.values()][0]!
  t.same(read.assignments, assignments)
})
