/** Which records of a project made here are its rows and links: copies, deleted rows, remnants and blank rows are none. */
import t from 'tap'
import { RELATION_TYPES, TASK_TYPES } from '../../../../../../shared/contract/schedule/fields.ts'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'
import { FIELD, fieldMap, fixedMeta, project, var2Data, varMeta } from './made-project.ts'
import { msProjectTasks } from './read-tasks.ts'

const [START, FINISH, CREATED] = [35, 36, 93]
const RECORD = 32
const AT = { uid: 0, row: 4, level: 8, start: 12, finish: 16, created: 20 } as const
const MAP = fieldMap([
  [FIELD.uid, AT.uid],
  [FIELD.row, AT.row],
  [FIELD.level, AT.level],
  [START, AT.start],
  [FINISH, AT.finish],
  [CREATED, AT.created],
  [FIELD.name],
])
const [DELETED, OLD_COPY] = [2, 4]
const BLANK = 'blank'
const DAY = 9000

interface Made {
  readonly uid: number
  readonly row: number
  readonly name?: string
  readonly kind?: number | 'blank'
  /** Default 1. */
  readonly level?: number
}
type MadeLink = readonly [number: number, predecessor: number, successor: number, isDeleted?: boolean]

/** Tasks, all of one day. */
function made(rows: readonly Made[], links: readonly MadeLink[] = [], code = 0): Buffer {
  const data = Buffer.alloc(RECORD * (rows.length + 3))
  const offsets = Array.from({ length: rows.length + 3 }, (_, n) => RECORD * n)
  const meta = fixedMeta(47, offsets)
  for (const [n, { uid, row, kind, level = 1 }] of rows.entries()) {
    const at = RECORD * (n + 3)
    if (typeof kind === 'number') meta[16 + 47 * (n + 3)] = kind
    if (kind === DELETED) data.writeUInt16LE(uid, at)
    else {
      data.writeInt32LE(uid, at + AT.uid)
      data.writeInt32LE(row, at + AT.row)
      data.writeUInt16LE(level, at + AT.level)
      for (const place of kind === BLANK ? [] : [AT.start, AT.finish, AT.created])
        data.writeUInt16LE(DAY, at + place + 2)
    }
  }
  const named = new Map(rows.flatMap(({ uid, name }) => (name === undefined ? [] : [[uid, name] as const])))
  const values = [...named.values()].map(name => Buffer.from(`${name}\0`, 'utf16le'))
  let place = 0
  const items = [...named.keys()].map((uid, n) => {
    const at = place
    place += 4 + values[n]!.length
    return [uid, FIELD.name, at] as const
  })
  const linkData = Buffer.alloc(20 * links.length)
  const linkMeta = fixedMeta(
    10,
    links.map((_, n) => 20 * n),
  )
  for (const [n, [number, predecessor, successor, isDeleted = false]] of links.entries()) {
    for (const [k, value] of [number, predecessor, successor].entries()) linkData.writeInt32LE(value, 20 * n + 4 * k)
    linkData.writeUInt16LE(1, 20 * n + 12)
    if (isDeleted) linkMeta.writeUInt16LE(1, 16 + 10 * n)
  }
  const streams = {
    'TBkndTask/FixedMeta': meta,
    'TBkndTask/FixedData': data,
    'TBkndTask/VarMeta': varMeta(items),
    'TBkndTask/Var2Data': var2Data(values),
    'TBkndCons/FixedMeta': linkMeta,
    'TBkndCons/FixedData': linkData,
  }
  return project(MAP, streams, undefined, code)
}

const named = (rows: readonly Made[]): readonly string[] => msProjectTasks(made(rows)).map(({ id, name }) => id + name)

t.test('a blank row is none, whatever the size of its record; a task without a name is one', async t => {
  const dig = { uid: 1, row: 1, name: 'Dig' }
  t.strictSame(named([dig, { uid: 2, row: 2, kind: BLANK }]), ['1Dig'])
  t.strictSame(named([dig, { uid: 2, row: 2 }]), ['1Dig', '2'])
})

t.test('a row without a name that shares its number with one that has a name is a remnant', async t => {
  t.strictSame(
    named([
      { uid: 7, row: 1 },
      { uid: 1, row: 1, name: 'Dig' },
      { uid: 2, row: 2 },
    ]),
    ['1Dig', '2'],
  )
})

t.test('a UID that was deleted has no row by a remnant without values; one with values is a row', async t => {
  const pour = { uid: 9, row: 9, name: 'Pour' }
  t.strictSame(named([{ uid: 1, row: 1, kind: OLD_COPY }, { uid: 1, row: 1, kind: DELETED }, pour]), ['9Pour'])
  t.strictSame(named([{ uid: 1, row: 1, name: 'Dig' }, { uid: 1, row: 1, kind: DELETED }, pour]), ['1Dig', '9Pour'])
})

t.test('of several records of one UID the first that is no old copy counts, else the last', async t => {
  const order = (...kinds: readonly number[]): readonly string[] => {
    const rows = kinds.map((kind, n) => ({ uid: 1, row: n + 1, name: 'Dig', kind }))
    return msProjectTasks(made([...rows, { uid: 2, row: 3, name: 'Pour' }])).map(({ name }) => name)
  }
  // the record that counts says whether it stands before row 3 or behind
  t.strictSame(order(0, OLD_COPY, OLD_COPY, OLD_COPY), ['Dig', 'Pour'])
  t.strictSame(order(OLD_COPY, OLD_COPY, OLD_COPY, 0), ['Pour', 'Dig'])
  t.strictSame(order(OLD_COPY, OLD_COPY, OLD_COPY, OLD_COPY), ['Pour', 'Dig'])
})

t.test('a file with a password to write is read: its properties and links are masked, its tasks are not', async t => {
  const rows = [1, 2].map(uid => ({ uid, row: uid, name: `T${uid}` }))
  const [plain, masked] = [0, 0x5a].map(code => msProjectTasks(made(rows, [[1, 1, 2]], code)))
  t.equal(plain?.[1]?.links.length, 1)
  t.strictSame(masked, plain)
})

t.test('the code of a row without one is its place in the outline, though a level be missing above it', async t => {
  const rows = [2, 1, 2, 2, 4].map((level, n) => ({ uid: n + 1, row: n + 1, name: 'Dig', level }))
  t.strictSame(
    msProjectTasks(made(rows)).map(({ wbs }) => wbs),
    ['1', '1', '1.1', '1.2', '1.2.1.1'],
  )
})

t.test('a row whose rows are all inactive is a summary', async t => {
  const data = Buffer.alloc(20 * 6)
  for (const [n, level] of [1, 2, 1].entries()) {
    data.writeInt32LE(n + 1, 20 * (n + 3))
    data.writeInt32LE(n + 1, 20 * (n + 3) + 4)
    data.writeUInt16LE(level, 20 * (n + 3) + 8)
  }
  const offsets = [0, 20, 40, 60, 80, 100]
  /** About the second part of each record, which has nothing: whether the row is active. */
  const second = fixedMeta(92, [0, 0, 0, 0, 0, 0])
  for (const n of [3, 5]) second.writeUInt8(4, 16 + 92 * n + 8)
  const map = fieldMap([
    [FIELD.uid, 0],
    [FIELD.row, 4],
    [FIELD.level, 8],
  ])
  const read = readMpp(
    project(map, {
      'TBkndTask/FixedMeta': fixedMeta(47, offsets),
      'TBkndTask/FixedData': data,
      'TBkndTask/Fixed2Meta': second,
    }),
  )
  if (isRefusal(read)) throw new Error(read.faults?.[0]?.msg)
  const types = Array.from(read.columns.taskType, code => TASK_TYPES[code - 1])
  t.strictSame(types, ['summary', 'task'])
})

t.test('links whose number does not rise, deleted ones and those of a task to itself are none', async t => {
  const rows = [1, 2, 3].map(uid => ({ uid, row: uid, name: `T${uid}` }))
  const tasks = msProjectTasks(
    made(rows, [
      [1, 1, 2],
      [2, 2, 2],
      [4, 2, 3, true],
      [5, 1, 3],
      [5, 2, 3],
      [3, 2, 3],
    ]),
  )
  t.strictSame(
    tasks.map(({ links }) => links),
    [[], [`1 ${RELATION_TYPES[0]}`], [`1 ${RELATION_TYPES[0]}`]],
  )
})
