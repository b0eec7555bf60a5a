/** Workbook and CSV of every analysis: each cell is what the reply says, whatever the names of tasks hold. */
import { crc32 } from 'node:zlib'
import t from 'tap'
import { leastWorkMs } from '../../../../gateway/test/hostile/helpers/hostile-texts.ts'
import { RESULT_FORMS, type ResultForm } from '../../../../shared/contract/endpoint/result-forms.ts'
import { formRefusal, sheetPlan, tableNames, writeForm } from '../../../engine/forms/result-form.ts'
import { everyTable } from '../../../engine/write/sheets/plan.ts'
import { cellWords } from '../../../engine/write/sheets/sheet-visitor.ts'
import { visitResult } from '../../../engine/write/stored/visit-result.ts'
import { writeWorkbook } from '../../../engine/write/xlsx/workbook.ts'
import { answer, bodyOf, built, type Plain, project } from '../../helpers/every-analysis.ts'
import { readCsv, readWorkbook, unzip, type Value } from '../../helpers/workbook.ts'

const cpm = built.find(row => row.id === 'analysis.cpm')!
const sample = project(7, 120)

/** In pieces of this many bytes, so that values and characters lie across their ends. */
function* pieces(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function written(form: ResultForm, row: (typeof built)[number], json: Buffer, table?: string, size = 1_009): Buffer {
  const made = writeForm(pieces(json, size), { form, id: row.id, table })
  if (!('chunks' in made)) throw new Error(JSON.stringify(made))
  return Buffer.concat(made.chunks)
}

/** A value of the reply as its cell has it. */
function cellOf(value: unknown): Value {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? cellWords(value) || null : (value as Value)
}

const memberAt = (from: Plain, path: string): Plain => path.split('.').reduce((value, name) => value?.[name], from)

/** The list of the reply that a sheet is of. */
const listOf = (reply: Plain, name: string): Plain =>
  memberAt(reply.data, name) ?? memberAt(reply, name) ?? memberAt(reply.metadata, name)

const objectsOf = ([head = [], ...rows]: Value[][]): Record<string, Value>[] =>
  rows.map(row => Object.fromEntries(head.map((name, i) => [String(name), row[i] ?? null])))

t.test('every cell of every sheet of every analysis is a value of the reply, and every row is there', async t => {
  for (const row of built) {
    const json = answer(row, Buffer.from(JSON.stringify(bodyOf(row, sample))))
    const reply: Plain = JSON.parse(json.toString())
    const sheets = readWorkbook(written('xlsx', row, json))
    t.equal([...sheets.keys()][0], 'summary', row.id)
    t.ok(sheets.has(row.mainTable) && sheets.has('findings'), row.id)
    let cellCount = 0
    for (const table of sheetPlan(row.id).tables) {
      const list = listOf(reply, table.name)
      if (list === undefined || list === null) continue
      const found = objectsOf(sheets.get(table.name.slice(0, 31))!)
      const wanted = list.map((item: Plain) =>
        Object.fromEntries(table.columns.map(({ name }) => [name, cellOf(memberAt(item, name))])),
      )
      t.same(found, wanted, `${row.id} ${table.name}`)
      cellCount += found.length * table.columns.length
      for (const inner of table.inner) {
        const key = inner.name.slice(table.name.length + 1)
        const rows = list.flatMap((item: Plain, i: number) =>
          (memberAt(item, key) ?? []).map((each: Plain) => ({ parent: i + 1, each })),
        )
        const cells = objectsOf(sheets.get(inner.name.slice(0, 31)) ?? [])
        t.equal(cells.length, rows.length, `${row.id} ${inner.name}`)
        rows.forEach(({ parent, each }: Plain, i: number) => {
          t.equal(cells[i]!.parent_row, parent)
          for (const { name } of inner.columns) t.same(cells[i]![name], cellOf(memberAt(each, name)))
        })
      }
    }
    t.ok(cellCount > 50, `${row.id}: ${cellCount} cells`)
    for (const { member, value } of objectsOf(sheets.get('summary')!))
      t.same(value, cellOf(memberAt(reply, String(member))), String(member))
    for (const { list, position, value } of objectsOf(sheets.get('lists') ?? []))
      t.same(value, cellOf(memberAt(reply, String(list))[Number(position) - 1]), String(list))
  }
})

/** The head of a sheet that a result has not, from its plan. */
function headOfAbsent(row: (typeof built)[number], name: string): string[] {
  if (name === 'lists') return ['list', 'position', 'value', 'name']
  const { columns, parentColumns } = everyTable(sheetPlan(row.id).tables).find(table => table.name === name)!
  return [...parentColumns, ...columns].map(column => column.name)
}

t.test('CSV has the cells of the sheet, the main table unless another is named', async t => {
  let absentCount = 0
  for (const row of built) {
    const json = answer(row, Buffer.from(JSON.stringify(bodyOf(row, sample))))
    const sheets = readWorkbook(written('xlsx', row, json))
    for (const table of tableNames(row.id)) {
      const rows = readCsv(written('csv', row, json, table).toString().slice(1))
      const sheet = sheets.get(table.slice(0, 31))
      if (sheet === undefined) {
        absentCount++
        t.same(rows, [headOfAbsent(row, table)], `${row.id} ${table}: the columns of what the result does not have`)
        continue
      }
      const wanted = sheet.map(cells =>
        Array.from(sheet[0]!, (_, i) =>
          String(cells[i] ?? '').replace(/^[=+\-@\t\r\n]/, typeof cells[i] === 'string' ? "'$&" : '$&'),
        ),
      )
      t.same(rows, wanted, `${row.id} ${table}`)
    }
    const main = written('csv', row, json)
    t.ok(main.equals(written('csv', row, json, row.mainTable)))
    t.ok(main.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)), 'with a byte order mark')
  }
  t.ok(absentCount > 5, `${absentCount} sheets are absent`)
  t.match(formRefusal({ form: 'csv', id: 'analysis.cpm', table: 'none' })?.faults, [
    { loc: ['query', 'table'], msg: /tasks.*network_details\.links.*"none"/ },
  ])
})

const noteOf = (sheets: Map<string, Value[][]>, of: string): string =>
  String(objectsOf(sheets.get('notes')!).find(({ sheet }) => sheet === of)?.note)

const HOSTILE = [
  '=HYPERLINK("http://example.com";"x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1+1',
  '\uff1d1+1',
  'split here;=1+1',
  'split here;"=1+1;',
  'new line\n=1+1',
  'tab\t @SUM(A1)',
  '<b>&amp;"\'</b>]]>',
  'line\nbreak, comma and "quotes"',
  '_x000D_ as it stands',
  '\u0001\u0008\u001f control',
  '\u202eright to left \u05d0\u05d1',
  ' spaces ',
  'x'.repeat(10_000),
  '\ud83d\udea7'.repeat(20_000),
]

t.test('a name is a text whatever it holds; what a cell cannot hold is reported', async t => {
  const tasks = HOSTILE.map((name, i) => ({ id: `T${i}`, name, duration_days: 1 }))
  const json = answer(cpm, Buffer.from(JSON.stringify({ tasks })))
  const reply: Plain = JSON.parse(json.toString())
  for (const size of [1, 64, 1 << 20]) {
    const bytes = written('xlsx', cpm, json, undefined, size)
    const sheets = readWorkbook(bytes)
    const rows = objectsOf(sheets.get('tasks')!)
    for (const [i, { name }] of rows.slice(0, -1).entries()) t.equal(name, reply.data.tasks[i].name)
    t.equal(String(rows.at(-1)!.name), '\ud83d\udea7'.repeat(16_383), 'half a character is not cut')
    t.ok(noteOf(sheets, 'tasks').startsWith('name in row 21 has 40000 characters'))
    for (const part of unzip(bytes).values()) t.notOk(/<f[ >]/.test(part.toString()), 'no formula')
    const text = written('csv', cpm, json, 'tasks', size).toString()
    for (const [seen, why] of [
      [`"split here;'=1+1"`, 'Excel of other countries splits at semicolons, whatever is quoted within a line'],
      [`"split here;'""=1+1;"`, 'and takes quotes off'],
      [`"new line\n'=1+1"`, 'and begins a row at a line break'],
      [`"tab\t '@SUM(A1)"`, 'or splits at tabs'],
    ] as const)
      t.ok(text.includes(seen), why)
    const csv = readCsv(text.slice(1))
    csv.slice(1).forEach(([, name], i) => {
      t.equal(name!.replace(/^'|(?<=[;\t\r\n] *)'(?="*[=@])/g, ''), reply.data.tasks[i].name)
      t.notMatch(name, /^(?:[\t\r]|\s*[=+\-@\uff1d])/)
    })
  }
})

t.test('a text of separators, blanks and quotes alone becomes a cell in linear time', async t => {
  for (const unit of [';', '\t', '; ', ';"', ' ;\n"']) {
    const name = unit.repeat(65_536 / unit.length)
    const json = Buffer.from(JSON.stringify({ data: { tasks: [{ id: 'A', name }] } }))
    t.ok(leastWorkMs(() => written('csv', cpm, json, 'tasks', json.length), 200) <= 200, JSON.stringify(unit))
  }
})

t.test(
  'a sheet that is full goes on in the next one, and a list that is too long for a cell in the sheet of lists',
  async t => {
    const many = Array.from({ length: 4_000 }, (_, i) => ({ id: `Predecessor ${i}`, duration_days: 1 }))
    const last = { id: 'Z', duration_days: 1, predecessors: many.map(({ id }) => ({ task_id: id })) }
    const json = answer(cpm, Buffer.from(JSON.stringify({ tasks: [...many, last] })))
    const reply: Plain = JSON.parse(json.toString())
    const sheets = readWorkbook(Buffer.concat(writeWorkbook([json], sheetPlan('analysis.cpm'), { rowsMax: 1_001 })))
    const tabs = ['tasks', 'tasks (2)', 'tasks (3)', 'tasks (4)', 'tasks (5)']
    const ids = tabs.flatMap(tab => objectsOf(sheets.get(tab)!).map(({ id }) => id))
    t.same(
      ids,
      reply.data.tasks.map(({ id }: Plain) => id),
    )
    t.match(noteOf(sheets, 'tasks'), /1001 rows.*tasks \(2\)/)
    t.match(
      objectsOf(sheets.get('tasks (5)')!)[0]!.driven_by,
      /^4000 values, in the sheet lists: tasks.driven_by, row 4001$/,
    )
    const listed = [...sheets].filter(([tab]) => tab.startsWith('lists')).flatMap(([, rows]) => objectsOf(rows))
    const driving = listed.filter(({ list }) => list === 'tasks.driven_by, row 4001').map(({ value }) => value)
    t.same(driving, reply.data.tasks.at(-1).driven_by)
  },
)

t.test('equal results are equal bytes, and checksums hold', async t => {
  const json = answer(cpm, Buffer.from(JSON.stringify({ tasks: sample.current.tasks })))
  for (const form of RESULT_FORMS) t.ok(written(form, cpm, json).equals(written(form, cpm, json, undefined, 77)), form)
  const bytes = written('xlsx', cpm, json)
  for (const [name, part] of unzip(bytes)) {
    const at = bytes.indexOf(name, 0) - 30
    t.equal(bytes.readUInt32LE(at + 14), crc32(part), name)
  }
})

t.test('what is no JSON of this service is not read as one', async t => {
  const visitor = { value() {}, beginList() {}, item() {}, endList() {} }
  for (const text of ['{"a":1', '{"a" 1}', '[1,2', '{"a":[{"b":1}', ''])
    t.throws(() => visitResult([Buffer.from(text)], visitor), text)
})
