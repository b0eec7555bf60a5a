/** Project files made to cost much: each of a megabyte at most is read or refused within a second of a processor and 300 MB. */
import t from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readFile } from '../../../../../engine/read/file/read-file.ts'
import { calendars, FIELD, fieldMap, fixedMeta, hoursOf, project, var2Data, varMeta } from './made-project.ts'

const [CPU_MS_MAX, MEMORY_MB_MAX] = [1_000, 300]
const MAP = fieldMap([[FIELD.uid, 0], [FIELD.row, 4], [FIELD.level, 8], [FIELD.name], [FIELD.notes], [FIELD.code]])
const RECORD = 20
const META = 47

/** Records of tasks 1 to n behind the three that stand for nothing. */
function tasks(count: number): Readonly<Record<string, Buffer>> {
  const data = Buffer.alloc(RECORD * (count + 3))
  for (let n = 0; n < count + 3; n++) {
    data.writeInt32LE(n - 2, RECORD * n)
    data.writeInt32LE(n - 2, RECORD * n + 4)
    data.writeUInt16LE(1, RECORD * n + 8)
  }
  const offsets = Array.from({ length: count + 3 }, (_, n) => RECORD * n)
  return { 'TBkndTask/FixedMeta': fixedMeta(META, offsets), 'TBkndTask/FixedData': data }
}

/** One value of a field, said of each of the tasks again and again. */
const saidAgain = (field: number, count: number, value: Buffer): Readonly<Record<string, Buffer>> => ({
  ...tasks(1_000),
  'TBkndTask/VarMeta': varMeta(Array.from({ length: count }, (_, n) => [1 + (n % 1_000), field, 0] as const)),
  'TBkndTask/Var2Data': var2Data([value]),
})

const read = (body: Buffer): string => {
  const schedule = readFile('mpp', body, {})
  return isRefusal(schedule) ? schedule.faults![0]!.msg : `${schedule.columns.taskCount} tasks`
}

t.test('a project that is made here is read', async t => {
  const value = Buffer.from('Dig\0', 'utf16le')
  t.equal(read(project(MAP, saidAgain(FIELD.name, 1_000, value))), '1000 tasks')
})

t.test('what costs much is bounded', async t => {
  const words = Buffer.from(`${'x'.repeat(2_000)}\0`, 'utf16le')
  const notes = Buffer.from(`{\\rtf1${"{\\b\\'e4\\u228?}".repeat(1_200)}}`, 'latin1')
  const reference = Buffer.alloc(26)
  reference.writeUInt16LE(0x0701, 0)
  reference.writeInt32LE(1, 2)
  /** Values of a list under each other, in a ring. */
  const list = Array.from({ length: 10_000 }, (_, n) => [n + 1, 22, 0] as const)
  const listRecords = Buffer.alloc(14 * list.length)
  for (const [n] of list.entries()) {
    listRecords.writeInt32LE(n + 1, 14 * n + 4)
    listRecords.writeInt32LE(((n + 1) % list.length) + 1, 14 * n + 8)
  }
  const lists = {
    'TBkndOutlCode/FixedMeta': fixedMeta(
      10,
      Array.from({ length: list.length }, (_, n) => 14 * n),
    ),
    'TBkndOutlCode/FixedData': listRecords,
    'TBkndOutlCode/VarMeta': varMeta(list),
    'TBkndOutlCode/Var2Data': var2Data([words]),
  }
  /** Records that each reach from where they begin to the end of all. */
  const many = tasks(20_000)
  const overlapping = {
    'TBkndTask/FixedMeta': fixedMeta(
      META,
      Array.from({ length: 20_003 }, (_, n) => RECORD * (20_002 - n)),
    ),
    'TBkndTask/FixedData': many['TBkndTask/FixedData']!,
  }
  /** Hundreds of weeks of a time, in one value that calendars share. */
  const workWeeks = calendars(3_000, hoursOf([], 400))
  const deep = Array.from({ length: 4_000 }, (_, n) => [`s${n}/x`, Buffer.alloc(0)] as const)
  const bodies: Readonly<Record<string, Buffer>> = {
    names: project(MAP, saidAgain(FIELD.name, 75_000, words)),
    notes: project(MAP, saidAgain(FIELD.notes, 75_000, notes)),
    'values of a list': project(MAP, { ...saidAgain(FIELD.code, 30_000, reference), ...lists }),
    'overlapping records': project(MAP, overlapping),
    'weeks of calendars': project(MAP, { ...tasks(10), ...workWeeks }),
    'many storages': project(MAP, { ...tasks(10), ...Object.fromEntries(deep) }),
  }
  for (const [what, body] of Object.entries(bodies)) {
    const [cpu, memory] = [process.cpuUsage(), process.memoryUsage().rss]
    const found = read(body)
    const { user, system } = process.cpuUsage(cpu)
    const [ms, mb] = [(user + system) / 1_000, (process.memoryUsage().rss - memory) / 1e6]
    const figures = `${what}: ${body.length} bytes, ${Math.round(ms)} ms, ${Math.round(mb)} MB: ${found}`
    t.comment(figures)
    t.ok(body.length <= 1_600_000, figures)
    t.ok(ms <= CPU_MS_MAX && mb <= MEMORY_MB_MAX, figures)
  }
})

t.test('a version that is not known, and one without a map of its fields, are refused in words', async t => {
  t.match(
    read(project(MAP, tasks(3), '   116')),
    /version of Microsoft Project that is not known here \(storage "116"\)/,
  )
  t.match(read(project(undefined, tasks(3))), /does not say where the fields of its tasks lie/)
})
