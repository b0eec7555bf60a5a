/** Activity codes and custom fields: read from JSON and from all formats of files, written as JSON again, and mapped to categories. */
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { CODE_NAMES_MAX, codeEntries, codeNames } from '../../../../shared/contract/schedule/codes.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/file-formats.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { inputFindings } from '../../../engine/input/input-findings.ts'
import { isRefusal } from '../../../engine/read/file/file-schedule.ts'
import { FILE_READERS } from '../../../engine/read/file/readers.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { writeProjectFile } from '../../../engine/write/file/project-file.ts'

const CPM = analyses.find(({ id }) => id === 'analysis.cpm')!
const LIMITS = {
  tier: 'government',
  taskCountMax: 1000,
  taskSumMax: 1000,
  syncTaskCountMax: 1000,
  asyncHint: '',
} as const

function read(body: object): ScheduleColumns | { faults: readonly { loc: readonly unknown[]; msg: string }[] } {
  const input = readRequest(CPM, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  return 'schedules' in input ? input.schedules.get('tasks')! : (input as never)
}
const columnsOf = (body: object): ScheduleColumns => {
  const columns = read(body)
  if ('faults' in columns && !('taskCount' in columns)) throw new Error(JSON.stringify(columns))
  return columns as ScheduleColumns
}
/** Name and value of each code of a task. */
const codesOf = (columns: ScheduleColumns, task: number): string[][] => {
  const { start, codes } = columns.codes
  const entries = codeEntries(columns.codes)
  return [...codes.subarray(start[task] ?? 0, start[task + 1] ?? 0)].map(code => [...entries[code]!]).sort()
}

const TASKS = [
  { id: 'A', duration_days: 1, codes: { 'Delay Type': 'OWN', Resp: 'GC', 'Quote " \\ \u00e9': 'x' } },
  { id: 'B', duration_days: 1, predecessors: ['A'] },
  { id: 'C', duration_days: 1, codes: { 'Delay Type': 'XYZ', Count: 7, Flag: true, None: null, Empty: '' } },
  { id: 'D', duration_days: 1, codes: { 'Delay Type': 'CON' }, delay_category: 'weather' },
]

t.test('codes of JSON are kept, and other kinds of values refused with their place', async t => {
  const columns = columnsOf({ tasks: TASKS })
  t.strictSame(codesOf(columns, 0), [
    ['Delay Type', 'OWN'],
    ['Quote " \\ \u00e9', 'x'],
    ['Resp', 'GC'],
  ])
  t.strictSame(codesOf(columns, 1), [])
  t.strictSame(codesOf(columns, 2), [
    ['Count', '7'],
    ['Delay Type', 'XYZ'],
    ['Flag', 'true'],
  ])
  for (const codes of ['text', { Deep: { a: 1 } }, { List: ['a'] }, 7])
    t.match(
      read({ tasks: [{ id: 'A', codes }] }),
      { faults: [{ loc: ['body', 'tasks', 0, 'codes'] }] },
      JSON.stringify(codes),
    )
})

t.test('more names than are kept are told', async t => {
  const codes = Object.fromEntries(Array.from({ length: CODE_NAMES_MAX + 5 }, (_, n) => [`Code ${n}`, 'x']))
  const columns = columnsOf({ tasks: [{ id: 'A', duration_days: 1, codes }] })
  t.equal(codeNames(columns.codes).length, CODE_NAMES_MAX)
  t.match(columns.faults, [{ kind: 'file_value', field: 'codes', count: 5 }])
  t.match(
    inputFindings(columns).map(({ finding }) => finding.code),
    ['V113'],
  )
})

t.test('a blank value says nothing, however often it is given', async t => {
  const codes = { Phase: ' ', ' ': 'x', Area: '' }
  const columns = columnsOf({ tasks: ['A', 'B', 'C'].map(id => ({ id, duration_days: 1, codes })) })
  t.strictSame([columns.faults, codeNames(columns.codes)], [[], []])
  const blank = XER.replaceAll('OWN', ' ')
  const { columns: ofFile, warnings } = FILE_READERS.xer(Buffer.from(blank), {}) as {
    columns: ScheduleColumns
    warnings?: unknown
  }
  t.strictSame(codesOf(ofFile, 0), [['Responsibility', 'GC']])
  t.notMatch(JSON.stringify(warnings ?? []), /codes_left_out/)
})

t.test(
  'a mapping makes categories of codes; what it does not name is told; an unknown code is refused with those there are',
  async t => {
    const mapping = {
      delay_category: { code: 'Delay Type', values: { OWN: 'owner', CON: 'contractor' } },
      responsible: { code: 'Resp' },
    }
    const columns = columnsOf({ tasks: TASKS, category_mapping: mapping })
    const words = [...columns.delayCategory].map(value => (value === 0 ? null : DELAY_CATEGORIES[value - 1]))
    t.strictSame(words, ['owner', null, null, 'weather'], 'a category of its own wins')
    t.equal(textAt(columns.organizationCode.values, columns.organizationCode.codes[0]! - 1), 'GC')
    t.equal(columns.organizationCode.codes[1], 0)
    t.match(columns.faults, [{ kind: 'category_unmapped', count: 1, tasks: [2], texts: ['XYZ'] }])
    t.match(
      inputFindings(columns).map(({ finding }) => finding.code),
      ['V118'],
    )
    t.match(read({ tasks: TASKS, category_mapping: { wbs: { code: 'Nothing' } } }), {
      faults: [{ loc: ['body', 'category_mapping', 'wbs', 'code'], msg: /the codes are "Count", "Delay Type"/ }],
    })
  },
)

const XER = [
  'ERMHDR\t21.12',
  '%T\tTASK\n%F\ttask_id\ttask_code\ttarget_drtn_hr_cnt\n%R\t1\tA\t8\n%R\t2\tB\t8',
  '%T\tACTVTYPE\n%F\tactv_code_type_id\tactv_code_type\n%R\t5\tResponsibility\n%R\t6\tPhase',
  '%T\tACTVCODE\n%F\tactv_code_id\tactv_code_type_id\tshort_name\tactv_code_name\n%R\t50\t5\tGC\tGeneral\n%R\t60\t6\tP1\tFirst',
  '%T\tTASKACTV\n%F\ttask_id\tactv_code_type_id\tactv_code_id\n%R\t2\t6\t60\n%R\t1\t5\t50',
  '%T\tUDFTYPE\n%F\tudf_type_id\ttable_name\tudf_type_name\tudf_type_label\n%R\t9\tTASK\tuser1\tDelay Type\n%R\t8\tPROJECT\tuser2\tOther',
  '%T\tUDFVALUE\n%F\tudf_type_id\tfk_id\tudf_text\n%R\t9\t1\tOWN\n%R\t8\t1\tno',
  '%E',
].join('\n')

const P6 =
  '<APIBusinessObjects><ActivityCodeType><ObjectId>5</ObjectId><Name>Responsibility</Name></ActivityCodeType><ActivityCodeType><ObjectId>6</ObjectId><Name>Phase</Name></ActivityCodeType><ActivityCode><ObjectId>50</ObjectId><CodeTypeObjectId>5</CodeTypeObjectId><CodeValue>GC</CodeValue></ActivityCode><ActivityCode><ObjectId>60</ObjectId><CodeTypeObjectId>6</CodeTypeObjectId><CodeValue>P1</CodeValue></ActivityCode><UDFType><ObjectId>9</ObjectId><Title>Delay Type</Title></UDFType><Project><ObjectId>7</ObjectId><Id>P</Id><Activity><ObjectId>1</ObjectId><Id>A</Id><Code><TypeObjectId>5</TypeObjectId><ValueObjectId>50</ValueObjectId></Code><UDF><TypeObjectId>9</TypeObjectId><Text>OWN</Text></UDF></Activity><Activity><ObjectId>2</ObjectId><Id>B</Id><Code><TypeObjectId>6</TypeObjectId><ValueObjectId>60</ValueObjectId></Code></Activity></Project></APIBusinessObjects>'

const MS =
  '<Project><ExtendedAttributes><ExtendedAttribute><FieldID>188743731</FieldID><FieldName>Text1</FieldName><Alias>Delay Type</Alias></ExtendedAttribute><ExtendedAttribute><FieldID>188743734</FieldID><FieldName>Text2</FieldName><Alias>Responsibility</Alias></ExtendedAttribute></ExtendedAttributes><OutlineCodes><OutlineCode><FieldID>188744096</FieldID><FieldName>Outline Code1</FieldName><Alias>Phase</Alias><Values><Value><ValueID>3</ValueID><Value>P1</Value></Value></Values></OutlineCode></OutlineCodes><Tasks><Task><UID>1</UID><Name>A</Name><ExtendedAttribute><FieldID>188743731</FieldID><Value>OWN</Value></ExtendedAttribute><ExtendedAttribute><FieldID>188743734</FieldID><Value>GC</Value></ExtendedAttribute></Task><Task><UID>2</UID><Name>B</Name><OutlineCode><FieldID>188744096</FieldID><ValueID>3</ValueID></OutlineCode></Task></Tasks></Project>'

t.test('codes of files', async t => {
  const files: readonly (readonly [FileFormat, string])[] = [
    ['xer', XER],
    ['p6_xml', P6],
    ['ms_project_xml', MS],
  ]
  for (const [format, text] of files) {
    const schedule = FILE_READERS[format](Buffer.from(text), {})
    if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
    t.strictSame(
      codesOf(schedule.columns, 0),
      [
        ['Delay Type', 'OWN'],
        ['Responsibility', 'GC'],
      ],
      format,
    )
    t.strictSame(codesOf(schedule.columns, 1), [['Phase', 'P1']], format)
  }
  // as P6 writes them since version 8
  const P6_VALUES = P6.replace('<Text>OWN</Text>', '<TextValue>OWN</TextValue>').replace(
    '</UDF></Activity>',
    '</UDF><UDF><TypeObjectId>10</TypeObjectId><DoubleValue>3.5</DoubleValue></UDF></Activity>',
  )
  const typed = P6_VALUES.replace('<Project>', '<UDFType><ObjectId>10</ObjectId><Title>Area</Title></UDFType><Project>')
  const schedule = FILE_READERS.p6_xml(Buffer.from(typed), {})
  if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
  t.strictSame(codesOf(schedule.columns, 0), [
    ['Area', '3.5'],
    ['Delay Type', 'OWN'],
    ['Responsibility', 'GC'],
  ])
})

t.test('codes come back from the files that convert writes', async t => {
  const schedules = new Map([['tasks', columnsOf({ tasks: TASKS })]])
  const input = {
    schedules,
    params: {},
    files: [],
    ignoredFields: [],
    meantFields: {},
    taskCount: 4,
    taskCountLargest: 4,
  }
  for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const) {
    const bytes = Buffer.concat([...writeProjectFile(target, input as never)])
    const schedule = FILE_READERS[target](bytes, {})
    if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
    for (const task of [0, 1, 2, 3])
      t.strictSame(codesOf(schedule.columns, task), codesOf(schedules.get('tasks')!, task), `${target} ${task}`)
  }
})

t.test('custom costs of the XML of Microsoft Project are in hundredths, custom numbers are not', async t => {
  const field = (id: number, value: string): string =>
    `<ExtendedAttribute><FieldID>${id}</FieldID><Value>${value}</Value></ExtendedAttribute>`
  const named = [
    [188743786, 'Cost1'],
    [188743944, 'Cost10'],
    [188743767, 'Number1'],
  ].map(([id, name]) => `<ExtendedAttribute><FieldID>${id}</FieldID><FieldName>${name}</FieldName></ExtendedAttribute>`)
  const given = field(188743786, '12345') + field(188743944, 'none') + field(188743767, '100')
  const text = `<Project><ExtendedAttributes>${named.join('')}</ExtendedAttributes><Tasks><Task><UID>1</UID><Name>A</Name>${given}</Task></Tasks></Project>`
  const schedule = FILE_READERS.ms_project_xml(Buffer.from(text), {})
  if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
  t.strictSame(Object.fromEntries(codesOf(schedule.columns, 0)), { Cost1: '123.45', Cost10: 'none', Number1: '100' })
})
