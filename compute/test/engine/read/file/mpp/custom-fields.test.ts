/** Codes of tasks of projects made here: values of lists with those above them, notes as plain text, rows of other projects. */
import t from 'tap'
import { codeEntries } from '../../../../../../shared/contract/schedule/codes.ts'
import { textAt } from '../../../../../../shared/contract/schedule/text.ts'
import { type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'
import { textOfRtf } from '../../../../../engine/read/file/mpp/rtf.ts'
import { FIELD, fieldMap, fixedMeta, project, var2Data, varMeta } from './made-project.ts'

const RECORD = 20
const [EXTERNAL, INSERTED, TEXT1] = [255, 458, 51]
const MAP = fieldMap([
  [FIELD.uid, 0],
  [FIELD.row, 4],
  [FIELD.level, 8],
  [FIELD.notes],
  [FIELD.code],
  [TEXT1],
  [EXTERNAL],
  [INSERTED],
])

const words = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')
function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value, 0)
  return bytes
}
/** What a row has in the place of a value of a list. */
function reference(kind: number, uid: number): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.set([1, kind])
  bytes.writeInt32LE(uid, 2)
  return bytes
}

/** Values one behind the other: where each lies. */
function placed(values: readonly (readonly [uid: number, key: number, value: Buffer])[]): readonly [Buffer, Buffer] {
  let at = 0
  const items = values.map(([uid, key, value]) => {
    const item = [uid, key, at] as const
    at += 4 + value.length
    return item
  })
  return [varMeta(items), var2Data(values.map(each => each[2]))]
}

function read(values: readonly (readonly [uid: number, key: number, value: Buffer])[]): FileSchedule {
  const data = Buffer.alloc(5 * RECORD)
  for (const n of [1, 2]) {
    data.writeInt32LE(n, RECORD * (n + 2))
    data.writeInt32LE(n, RECORD * (n + 2) + 4)
    data.writeUInt16LE(1, RECORD * (n + 2) + 8)
  }
  const [meta, bytes] = placed(values)
  const [listMeta, list] = placed([
    [1, 22, words('A')],
    [2, 22, words('1')],
    [3, 22, words('Late')],
  ])
  /** The second value stands under the first. */
  const records = Buffer.alloc(3 * 14)
  for (const [n, above] of [0, 1, 0].entries()) {
    records.writeInt32LE(n + 1, 14 * n + 4)
    records.writeInt32LE(above, 14 * n + 8)
  }
  const body = project(MAP, {
    'TBkndTask/FixedMeta': fixedMeta(
      47,
      [0, 1, 2, 3, 4].map(n => n * RECORD),
    ),
    'TBkndTask/FixedData': data,
    'TBkndTask/VarMeta': meta,
    'TBkndTask/Var2Data': bytes,
    'TBkndOutlCode/FixedMeta': fixedMeta(10, [0, 14, 28]),
    'TBkndOutlCode/FixedData': records,
    'TBkndOutlCode/VarMeta': listMeta,
    'TBkndOutlCode/Var2Data': list,
  })
  const schedule = readMpp(body)
  if (isRefusal(schedule)) throw new Error(schedule.faults?.[0]?.msg)
  return schedule
}

const codesOf = ({ columns: { codes } }: FileSchedule, row: number): readonly string[] =>
  Array.from(codes.codes.subarray(codes.start[row], codes.start[row + 1]), code => codeEntries(codes)[code]!.join('='))

t.test(
  'values of lists: of an outline behind those above them, of a text alone; texts of their own beside them',
  async t => {
    const schedule = read([
      [1, FIELD.code, reference(4, 2)],
      [1, TEXT1, reference(7, 3)],
      [2, FIELD.code, reference(4, 1)],
      [2, TEXT1, words('by hand')],
    ])
    t.strictSame([...codesOf(schedule, 0)].sort(), ['Outline Code1=A.1', 'Text1=Late'])
    t.strictSame([...codesOf(schedule, 1)].sort(), ['Outline Code1=A', 'Text1=by hand'])
    t.notOk(schedule.report.warnings.some(({ code }) => code === 'custom_lists_left_out'))
  },
)

t.test('a value that the list does not have is left out, and the report says so', async t => {
  const schedule = read([[1, FIELD.code, reference(4, 99)]])
  t.strictSame(codesOf(schedule, 0), [])
  t.ok(schedule.report.warnings.some(({ code, count }) => code === 'custom_lists_left_out' && count === 1))
})

t.test('notes are plain text, cut at what a code may have', async t => {
  const rtf = (text: string): Buffer => Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 ${text}\\par}`, 'latin1')
  const schedule = read([
    [1, FIELD.notes, rtf('Ask \\b Ann\\b0 .')],
    [2, FIELD.notes, rtf('x'.repeat(300))],
  ])
  t.strictSame(codesOf(schedule, 0), ['Notes=Ask Ann.'])
  t.equal(codesOf(schedule, 1)[0], `Notes=${'x'.repeat(200)}`)
  t.ok(schedule.report.warnings.some(({ code, count }) => code === 'notes_cut' && count === 1))
})

t.test('notes that are said to lie behind the data are none', async t => {
  const data = Buffer.alloc(4 * RECORD)
  data.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 3 * RECORD)
  const body = project(MAP, {
    'TBkndTask/FixedMeta': fixedMeta(
      47,
      [0, 1, 2, 3].map(n => n * RECORD),
    ),
    'TBkndTask/FixedData': data,
    'TBkndTask/VarMeta': varMeta([[1, FIELD.notes, 0x7000_0000]]),
    'TBkndTask/Var2Data': var2Data([words('x')]),
  })
  const schedule = readMpp(body)
  t.ok(!isRefusal(schedule) && schedule.columns.taskCount === 1)
})

t.test('RTF: bytes, signs beyond them with what stands for them, escapes, lines', async t => {
  const text = (inner: string): string => textOfRtf(`{\\rtf1{\\*\\x y}${inner}}`, 100)
  t.equal(text("Gr\\'fc\\'dfe"), 'Grüße')
  t.equal(text('\\u1055?\\u1083?\\uc0\\u1072 n'), 'Плаn')
  t.equal(text('a\\par b\\tab c'), 'a\nb\tc')
  t.equal(text('\\{\\\\\\}'), '{\\}')
  t.equal(text('a\r\nb{\\pict 00ff}c'), 'abc')
  t.equal(text('\\ldblquote a\\rdblquote  \\endash  b\\~c'), '“a” – b c')
  t.equal(textOfRtf('plain', 3), 'pla')
  t.equal(textOfRtf(`{\\rtf1 ${'{'.repeat(1_000)}deep`, 100), '')
})

t.test('RTF: bytes are in the code page of their font, else in that of the text', async t => {
  const fonts = '{\\fonttbl{\\f0\\fnil Arial;}{\\f1\\fnil\\fcharset204 Arial Cyr;}{\\f2\\fnil\\fcharset128 Mincho;}}'
  const text = (page: number, inner: string): string =>
    textOfRtf(`{\\rtf1\\ansi\\ansicpg${page}\\deff0${fonts}${inner}}`, 100)
  t.equal(text(1251, "\\f0\\'cf\\'eb\\'e0\\'ed"), 'План')
  t.equal(text(1252, "\\'e4 {\\f1\\'cf\\'eb}\\'e4\\f1\\'e4\\plain\\'e4"), 'ä Плäдä')
  // a sign of two bytes, the second of which may be a letter
  t.equal(text(1252, "\\f2\\'8c\\'76\\'89\\'e6 \\'83A"), '計画 ア')
  t.equal(text(936, "\\'bc\\'c6\\'bb\\'ae"), '计划')
  t.equal(text(4711, "\\'fc"), 'ü')
})

t.test('a task of another project is left out; an inserted project is a task that is said to be one', async t => {
  const external = read([[1, EXTERNAL, whole(7)]])
  t.equal(external.columns.taskCount, 1)
  t.equal(textAt(external.columns.id, 0), '2')
  t.ok(external.report.warnings.some(({ code }) => code === 'external_tasks'))
  const inserted = read([[1, INSERTED, whole(0x80_0000)]])
  t.equal(inserted.columns.taskCount, 2)
  t.ok(inserted.report.warnings.some(({ code }) => code === 'subprojects_without_tasks'))
})
