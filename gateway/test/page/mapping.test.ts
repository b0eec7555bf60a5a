/** What a planner maps at the page: which sources a file has, what is sent of it, and the file of JSON; and JSON that is none, told by its place. */
import t from 'tap'
import { fileFieldsOf } from '../../page/browser/schedule/file-fields.ts'
import {
  exportedText,
  fieldsOf,
  givenFor,
  importedFrom,
  isTaken,
  keepGiven,
  membersOf,
  sourceIn,
  sourceText,
  usable,
  valuesOf,
} from '../../page/browser/schedule/mapping.ts'
import type { Schedule } from '../../page/browser/schedule/schedule.ts'
import { jsonOf } from '../../page/browser/service/json-text.ts'
import type { Refused } from '../../page/browser/service/refused.ts'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
})

const tasks = ['LOE', 'LOE', 'PP', undefined].map((value, i) => ({
  id: `T${i}`,
  ...(value === undefined ? {} : { codes: { Technique: value } }),
}))
const fields = fileFieldsOf({ tasks }, [...tasks.map(({ id }) => id)])
const schedule = { wbs: Int32Array.of(0, 0, 1, -1), wbsCodes: ['P.1.2', 'P.2'] } as unknown as Schedule

t.test('the values of a source with their numbers of tasks, and whether the receiver takes them', async t => {
  t.same(
    [...valuesOf('udf:Technique', fields, schedule)!],
    [
      ['LOE', 2],
      ['PP', 1],
    ],
  )
  t.same(
    [...valuesOf('wbs:2', fields, schedule)!],
    [
      ['P.1', 2],
      ['P.2', 1],
    ],
  )
  t.same([...valuesOf('wbs:3', fields, schedule)!], [['P.1.2', 2]], 'a code that ends before the level has none')
  t.same(
    [...valuesOf('wbs:2..', fields, schedule)!],
    [
      ['1.2', 2],
      ['2', 1],
    ],
    'without the project',
  )
  t.equal(valuesOf('field:id', fields, schedule), undefined, 'each task has its own')
  const technique = fieldsOf('doe-pars').find(({ name }) => name === 'EVT')!
  t.same(
    ['A', 'LOE'].map(value => isTaken(technique, value)),
    [true, false],
  )
  const level = fieldsOf('doe-pars').find(({ name }) => name === 'milestone_level')!
  t.same(
    ['190', 'CD-4'].map(value => isTaken(level, value)),
    [true, false],
  )
})

t.test('what is sent: objects, flags, nothing of an empty text, and no code that the file lacks', async t => {
  const given = {
    'constants.PARSID': '007',
    'constants.EVMSAccepted': 'true',
    'constants.ProgramName': '',
    'mapping.CAM': 'code:CAM',
    'mapping.EVT': sourceText({ from: 'udf:Technique', values: { LOE: 'A' }, otherwise: 'C' }),
  }
  t.same(membersOf(usable(given, fields)), {
    constants: { PARSID: '007', EVMSAccepted: true },
    mapping: { EVT: { from: 'udf:Technique', values: { LOE: 'A' }, otherwise: 'C' } },
  })
  t.same(membersOf({ 'mapping.CAM': '{half' }).mapping, { CAM: '{half' }, 'the service says what it takes')
  t.equal(sourceIn('{half')?.from, '{half')
})

t.test(
  'a file of JSON comes in and goes out as it was; what has no field is named, what is no source has its place',
  async t => {
    const whole = {
      constants: { PARSID: '17' },
      mapping: { CAM: 'code:CAM', EVT: { from: 'code:T', values: { LOE: 'A' }, otherwise: '' } },
    }
    const { given, leftOut } = importedFrom(JSON.stringify(whole), 'doe-pars')!
    t.same(leftOut, [])
    t.same(JSON.parse(exportedText(given)), whole)
    const odd = { mapping: { CAM: 7, Cam: 'code:X', EVT: { code: 'T', values: { A: 1 } } }, constants: { PARSID: 4 } }
    const read = importedFrom(JSON.stringify(odd), 'doe-pars')!
    t.same(read.leftOut, ['Cam'])
    t.same(read.faults, [
      ['constants.PARSID', '4'],
      ['mapping.CAM', '7'],
      ['mapping.EVT', '{"code":"T","values":{"A":1}}'],
    ])
    for (const none of ['[]', '"a"', '{"mappings":{}}', '{"mapping":[]}'])
      t.equal(importedFrom(none, 'doe-pars'), undefined)
    t.same(importedFrom('{"mapping":{"CAM":{"code":"Manager"}}}', 'checks')!.given, { 'mapping.cam': 'code:Manager' })
  },
)

t.test('what is mapped for files serves the checks in their words, until they have a source of their own', async t => {
  keepGiven('usace-sdef', { 'mapping.work_area': 'code:AREA', 'mapping.activity_id': 'code:ID' })
  keepGiven('ipmdar-spd', { 'mapping.WorkPackageID': 'code:WP', 'mapping.element_of_cost': 'value:LABOR' })
  keepGiven('doe-pars', { 'mapping.CAM': 'code:CAM', 'mapping.RPG': 'value:N', 'constants.PARSID': '17' })
  keepGiven('checks', { 'mapping.cam': 'field:organization_code' })
  const words = { LABOR: 'labor', MATERIAL: 'material', OTHER_DIRECT_COSTS: 'odc', SUBCONTRACT: 'subcontract' }
  t.same(givenFor('checks'), {
    'mapping.work_area': 'code:AREA',
    'mapping.element_of_cost': JSON.stringify({ from: 'value:LABOR', values: words }),
    'mapping.work_package': 'code:WP',
    'mapping.cam': 'field:organization_code',
    'mapping.rpg': 'value:N',
  })
})

t.test('JSON that is none is told by line, column and what stands there, in words of no browser', async t => {
  const faults: readonly (readonly [text: string, line: number, column: number, found: string])[] = [
    ['', 1, 1, ''],
    ['{"a": [1, 2', 1, 12, ''],
    ['{\n  "CAM": code:CAM\n}', 2, 10, 'code'],
    ['{"a":1,}', 1, 8, '}'],
    ['{"a" 1}', 1, 6, '1'],
    ["{'a':1}", 1, 2, "'"],
    ['[01]', 1, 2, '01'],
    ['{"a":1}\n}', 2, 1, '}'],
    ['{"a":"x\ny"}', 1, 6, '"x'],
  ]
  for (const [text, line, column, found] of faults) {
    try {
      jsonOf(text)
      t.fail(`${text} is none`)
    } catch (error) {
      t.same((error as Refused).failure.at, { line, column, found }, text)
    }
  }
  t.same(jsonOf('{"a":[1,-2.5e3,"\\u00e9",null]}'), { a: [1, -2500, 'é', null] })
})
