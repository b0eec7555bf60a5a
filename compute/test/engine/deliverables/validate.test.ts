/** Each rule of the validator is broken once in a file that keeps all of them, and is found alone. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ValidateReply } from '../../../../shared/contract/deliverables/validate-row.ts'
import type { DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { textPart } from '../../../engine/deliverables/record-part.ts'
import { validated } from '../../../engine/deliverables/validate/validate.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { zipOf } from '../../../engine/write/xlsx/zip.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { unzip } from '../../helpers/workbook.ts'
import { CULVERT } from './culvert.ts'
import { bytesOf, delivered, REQUESTS } from './delivered.ts'

function checked(bytes: Uint8Array): Plain {
  const result = validated(bytes, [])
  if (isRefusal(result)) return { refusal: result.faults![0]!.msg }
  const data = JSON.parse(JSON.stringify(result.data))
  const faults = schemaFaults(ValidateReply, data, 3)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return data
}

const TASKS = CULVERT.tasks.map(task => ({ ...task, wbs_code: 'C.1' }))
const own = (name: DeliverableName): Buffer => bytesOf(delivered(name, { ...CULVERT, tasks: TASKS, ...REQUESTS[name] }))

const zipped = (files: ReadonlyMap<string, string>): Buffer =>
  Buffer.concat(zipOf([...files].map(([name, text]) => textPart(name, text))))

/** The files of a package with one of them changed. */
function broken(name: DeliverableName, file: string, change: (text: string) => string): Buffer {
  const files = new Map([...unzip(own(name))].map(([path, bytes]) => [path, bytes.toString()]))
  const before = files.get(file)!
  const after = change(before)
  if (after === before) throw new Error(`nothing of ${file} changes`)
  return zipped(files.set(file, after))
}

const found = (bytes: Uint8Array): string[] =>
  checked(bytes).faults.map(
    ({ severity, table, field, rule, count }: Plain) => `${severity} ${table} ${field} ${rule} ${count}`,
  )

t.test('what is written here has no fault', async t => {
  for (const name of ['ipmdar-spd', 'doe-pars', 'usace-sdef'] as const) {
    const { format, is_valid, error_count, faults } = checked(own(name))
    t.same(
      [format, is_valid, error_count, faults.filter(({ severity }: Plain) => severity === 'error')],
      [name, true, 0, []],
    )
  }
})

t.test('each rule of the SPD', async t => {
  const cases: readonly (readonly [file: string, from: string | RegExp, to: string, fault: string])[] = [
    ['FileType.txt', '1.0', '1.1', 'error FileType.txt null file 1'],
    ['Tasks.json', '"ID":"C20"', '"ID":"C10"', 'error Tasks ID key 1'],
    ['Tasks.json', '"TaskTypeID":"MILESTONE"', '"TaskTypeID":"Milestone"', 'error Tasks TaskTypeID values 1'],
    ['Tasks.json', '"Name":"Bedding"', '"Name":"Bedding  x"', 'error Tasks Name text 1'],
    ['Tasks.json', '"Name":"Bedding"', '"Name":"Bedding","Colour":"red"', 'error Tasks Colour unknown 1'],
    [
      'Tasks.json',
      '"Name":"Bedding"',
      '"Name":"Bedding","OtherEarnedValueTechnique":"x"',
      'error Tasks OtherEarnedValueTechnique technique 1',
    ],
    ['Tasks.json', '"TaskPlanningLevelID":"ACTIVITY",', '', 'error Tasks TaskPlanningLevelID missing 1'],
    ['Tasks.json', '"WBSElementID":"C.1"', '"WBSElementID":7', 'error Tasks WBSElementID kind 1'],
    [
      'TaskScheduleData.json',
      '"CalendarID":"std"',
      '"CalendarID":"none"',
      'error TaskScheduleData CalendarID reference 1',
    ],
    [
      'TaskScheduleData.json',
      '"EarlyFinishDate":"2026-03-10"',
      '"EarlyFinishDate":"10.03.2026"',
      'error TaskScheduleData EarlyFinishDate format 1',
    ],
    [
      'TaskScheduleData.json',
      '"EarlyFinishDate":"2026-03-10"',
      '"EarlyFinishDate":"2026-03-01"',
      'warning TaskScheduleData EarlyFinishDate dates 1',
    ],
    [
      'TaskScheduleData.json',
      '"ActualStartDate":"2026-03-02"',
      '"ActualStartDate":"2026-03-09"',
      'warning TaskScheduleData ActualStartDate dates 1',
    ],
    [
      'TaskRelationships.json',
      '"SuccessorTaskID":"C90"',
      '"SuccessorTaskID":"C99"',
      'error TaskRelationships SuccessorTaskID reference 1',
    ],
    ['TaskRelationships.json', '"START_TO_START"', '"SS"', 'error TaskRelationships RelationshipTypeID values 1'],
    [
      'TaskOutlineStructure.json',
      '"TaskID":"C20","Level":1',
      '"TaskID":"C20","Level":3,"ParentTaskID":"C10"',
      'error TaskOutlineStructure ParentTaskID outline 1',
    ],
    [
      'ProjectScheduleData.json',
      ',"DurationUnitsID":"DAYS"',
      '',
      'error ProjectScheduleData DurationUnitsID missing 1',
    ],
    [
      'DatasetMetadata.json',
      '"ReportingPeriodEndDate":"2026-03-06"',
      '"ReportingPeriodEndDate":"2026-06-06"',
      'warning DatasetMetadata ReportingPeriodEndDate dates 1',
    ],
    [
      'TaskRelationships.json',
      '"PredecessorTaskID":"C30"',
      '"PredecessorTaskID":"C90"',
      'error TaskRelationships PredecessorTaskID reference 1',
    ],
    [
      'TaskConstraints.json',
      ',"ConstraintDate":"2026-03-25"',
      '',
      'warning TaskConstraints ConstraintDate constraint 1',
    ],
    [
      'ProjectScheduleData.json',
      '"CurrentStartDate":"2026-03-02"',
      '"CurrentStartDate":"2030-03-02"',
      'warning ProjectScheduleData CurrentStartDate dates 1',
    ],
    ['DatasetMetadata.json', 'UNCLASSIFIED', 'SECRET', 'error DatasetMetadata SecurityMarking values 1'],
    [
      'TaskScheduleData.json',
      '"CurrentDuration":2.5',
      '"CurrentDuration":-2.5',
      'warning TaskScheduleData CurrentDuration bounds 1',
    ],
    ['Calendars.json', ']', ',]', 'error Calendars null syntax 1'],
    ['CalendarExceptions.json', '"WorkHours":0', '"WorkHours":25', 'error CalendarExceptions WorkHours bounds 1'],
  ]
  const usual = new Set(found(own('ipmdar-spd')))
  for (const [file, from, to, fault] of cases) {
    const more = found(broken('ipmdar-spd', file, text => text.replace(from, to))).filter(each => !usual.has(each))
    t.ok(more.includes(fault), `${file} ${from} -> ${to}: ${more.join('; ')}`)
    t.ok(more.length <= 6, `${more.length} kinds`)
  }
  const loose = broken('ipmdar-spd', 'TaskScheduleData.json', text =>
    text.replaceAll('"TaskID"', '"ID"').replace('"CurrentDuration":8', '"CurrentDuration":"8"'),
  )
  t.same(found(loose), [...usual], 'the other name of a key, and numbers as texts, are taken')
})

t.test('each rule of PARS', async t => {
  const cases: readonly (readonly [file: string, from: string, to: string, fault: string])[] = [
    ['DS04_schedule.json', '"PC_units":0,', '', 'error DS04 PC_units missing 1'],
    ['DS04_schedule.json', '"PC_duration":0.5', '"PC_duration":1.01', 'error DS04 PC_duration bounds 1'],
    [
      'DS04_schedule.json',
      '"float_total_days":4.5',
      '"float_total_days":4.505',
      'error DS04 float_total_days places 1',
    ],
    ['DS04_schedule.json', '"type":"FM"', '"type":"FM "', 'error DS04 type values 1'],
    ['DS04_schedule.json', '"WBS_ID":"1.1"', '"WBS_ID":""', 'error DS04 WBS_ID length 1'],
    ['DS04_schedule.json', '"WBS_ID":"1.1"', '"WBS_ID":null', 'error DS04 WBS_ID kind 1'],
    [
      'DS04_schedule.json',
      '"task_ID":"C20"',
      '"task_ID":"C10"',
      'error DS04 schedule_type+task_ID+subproject_ID key 1',
    ],
    ['DS04_schedule.json', '"RPG":"N"', '"RPG":"N","colour":"red"', 'error DS04 colour unknown 1'],
    [
      'DS05_schedule_logic.json',
      '"predecessor_task_ID":"C30"',
      '"predecessor_task_ID":"C31"',
      'error DS05 predecessor_task_ID reference 1',
    ],
    [
      'DS05_schedule_logic.json',
      '"PARSID": "9999"',
      '"PARSID": "9998"',
      'error DS05_schedule_logic.json PARSID equal 1',
    ],
    ['DS19_schedule_calendar_std.json', '"08:00:00Z"', '"08:00"', 'error DS19 std_01_Mon_shift_A_start_time format 1'],
    ['DS20_schedule_calendar_exception.json', '"2026-03-17"', '"2026-02-30"', 'error DS20 exception_date format 1'],
    [
      'DS04_schedule.json',
      '"duration_original_days":2.5',
      '"duration_original_days":-2.5',
      'warning DS04 duration_original_days bounds 1',
    ],
    ['DS04_schedule.json', '"EF_date":"2026-03-10"', '"EF_date":"2026-03-01"', 'warning DS04 EF_date dates 1'],
    ['DS04_schedule.json', '"AS_date":"2026-03-02"', '"AS_date":"2026-03-07"', 'warning DS04 AS_date dates 1'],
    ['DS04_schedule.json', '"AS_date"', '"AF_date"', 'warning DS04 AF_date dates 1'],
    [
      'DS04_schedule.json',
      '"calendar_name":"Five days"',
      '"calendar_name":"Six"',
      'warning DS04 calendar_name reference 1',
    ],
    ['DS20_schedule_calendar_exception.json', '"Five days"', '"Six"', 'warning DS20 calendar_name reference 1'],
    [
      'DS19_schedule_calendar_std.json',
      '"hours_per_day":8',
      '"hours_per_day":30',
      'warning DS19 hours_per_day bounds 1',
    ],
    [
      'DS05_schedule_logic.json',
      '"predecessor_task_ID":"C30"',
      '"predecessor_task_ID":"C90"',
      'error DS05 predecessor_task_ID reference 1',
    ],
    ['DS04_schedule.json', ',"constraint_date":"2026-03-25"', '', 'warning DS04 constraint_date constraint 1'],
    ['DS04_schedule.json', '{', '\ufeff{', 'warning DS04_schedule.json null syntax 1'],
    [
      'DS05_schedule_logic.json',
      '"task_ID":"C20","predecessor_task_ID":"C10"',
      '"task_ID":"C20","predecessor_task_ID":"C30"',
      'error DS05 predecessor_task_ID cycle 1',
    ],
  ]
  for (const [file, from, to, fault] of cases) {
    const faults = found(broken('doe-pars', file, text => text.replace(from, to)))
    t.ok(faults.includes(fault), `${file} ${from} -> ${to}: ${faults.join('; ')}`)
    t.ok(faults.length <= 3, `${faults.length} kinds`)
  }
  const empty = broken('doe-pars', 'DS04_schedule.json', text => text.replace(/\[[\s\S]*\]/, '[]'))
  t.ok(found(empty).includes('error DS04 null rows 1'))
  const files = new Map([...unzip(own('doe-pars'))].map(([path, bytes]) => [path, bytes.toString()]))
  const one = Buffer.from(files.get('DS04_schedule.json')!)
  const odd = '{"task_ID":"nope","budget_units":-5,"start_date":"2030-01-01","finish_date":"2026-01-01","UOM":"d"}'
  const worked = files.get('DS05_schedule_logic.json')!.replace(/"DS05": \[[\s\S]*\]/, `"DS06": [${odd}]`)
  const ofWork = found(zipped(files.set('DS06_schedule_resources.json', worked)))
  for (const fault of [
    'task_ID reference',
    'budget_units bounds',
    'finish_date dates',
    'UOM values',
    'resource_ID missing',
  ])
    t.ok(
      ofWork.some(each => each.endsWith(`DS06 ${fault} 1`)),
      fault,
    )
  files.delete('DS06_schedule_resources.json')
  const logic = files.get('DS05_schedule_logic.json')!
  files.delete('DS05_schedule_logic.json')
  t.same(found(zipped(files)), ['warning DS05 null file 1'])
  files.set('DS05_schedule_logic.json', logic)
  files.set('DS07_x.json', files.get('DS05_schedule_logic.json')!).delete('DS05_schedule_logic.json')
  t.same(found(zipped(files)), ['warning DS07_x.json DS05 file 1'])
  t.match(checked(one), { format: 'doe-pars', is_valid: true })
})

t.test('each rule of SDEF', async t => {
  const text = own('usace-sdef').toString('latin1')
  const cases: readonly (readonly [from: string | RegExp, to: string, fault: string])[] = [
    ['02MAR26 31MAR26', '02MAR26 31Mar26', 'error PROJ project_finish format 1'],
    ['PRED C90        C30', 'PRED C90        C31', 'error PRED predecessor_id reference 1'],
    ['C10        S ', 'C10        X ', 'error PRED type values 1'],
    ['25MAR26 LF 1', '25MAR26 LS 1', 'error ACTV constraint_type values 1'],
    ['ACTV C20 ', 'ACTV C10 ', 'error ACTV activity_id key 1'],
    [/PROG C90.*\r\n/, '', 'error PROG activity_id reference 1'],
    ['HOLI 1', 'HOLI 2', 'error HOLI calendar_code reference 1'],
    ['CLDR 1 NYYYYYN', 'CLDR 1 NYYYYY ', 'error CLDR work_days values 1'],
    [/\r\nEND.*\r\n/, '\r\n', 'error END null order 1'],
    [/(VOLM[^\r]*)/, '$1 ', 'error VOLM null width 1'],
    ['Bedding  ', 'B\u00e9dding  ', 'error ACTV null text 1'],
    ['   8000.00', '   8000,00', 'error PROG cost kind 1'],
    ['02MAR26 31MAR26', '02MAR26 28FEB26', 'warning PROJ project_finish dates 1'],
    [/(ACTV C20.{39}) {2}3/, '$1 -3', 'warning ACTV duration bounds 1'],
    [/(PROG C20.{24}) {2}3/, '$1 -3', 'warning PROG remaining_duration bounds 1'],
    [/(PROG C20.{75})\d\dMAR26/, '$101MAR26', 'warning PROG early_finish dates 1'],
    ['PROG C10        02MAR26', 'PROG C10        09MAR26', 'warning PROG actual_start progress 1'],
    ['PRED C20        C10', 'PRED C20        C30', 'error PRED predecessor_id cycle 1'],
    [/(PRED C20.*\r\n)/, '$1$1', 'error PRED predecessor_id key 1'],
    [/(PROJ.*\r\n)/, '$1$1', 'error PROJ null unique 1'],
    [/\r\n/g, '\n', 'warning line null end 1'],
  ]
  for (const [from, to, fault] of cases) {
    const changed = text.replace(from, to)
    t.not(changed, text)
    const faults = found(Buffer.from(changed, 'latin1'))
    t.ok(faults.includes(fault), `${from} -> ${to}: ${faults.join('; ')}`)
  }
})

t.test('what is no deliverable is refused in a sentence', async t => {
  t.match(checked(Buffer.from('%PDF')).refusal, /no format that is checked here/)
  t.match(checked(zipped(new Map([['a.txt', 'x']]))).refusal, /no format/)
  t.match(checked(Buffer.alloc(0)).refusal, /empty/)
  t.match(checked(zipped(new Map())).refusal, /archive is empty/)
  t.match(checked(zipped(new Map([['sub/DS04_schedule.json', '{}']]))).refusal, /in the folder "sub\/"/)
  t.match(checked(own('ipmdar-spd').subarray(0, 300)).refusal, /cut off: its directory is missing/)
  const bomb = own('ipmdar-spd')
  const entry = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  bomb.writeUInt32LE(2 ** 31, entry + 24)
  t.match(checked(bomb).refusal, /larger than what is read of an archive of its size/)
})

t.test('hostile files are bounded', async t => {
  const deep = `[${'['.repeat(200_000)}${']'.repeat(200_000)}]`
  t.ok(found(broken('ipmdar-spd', 'Tasks.json', () => deep)).includes('error Tasks null kind 1'))
  const inside = broken('ipmdar-spd', 'Tasks.json', text =>
    text.replace('"C.1"', '['.repeat(200_000) + ']'.repeat(200_000)),
  )
  t.ok(found(inside).includes('error Tasks WBSElementID kind 1'))
  const many = broken('ipmdar-spd', 'Tasks.json', text =>
    text.replace('"Name"', `${Array.from({ length: 5_000 }, (_, n) => `"x${n}":1`).join()},"Name"`),
  )
  const { faults, error_count } = checked(many)
  t.ok(faults.length <= 1_000)
  t.ok(error_count >= 5_000)
  const names = Array.from({ length: 50_000 }, (_, n) => `{"y${n}" :1,"a\\"b":2,"task_ID":"z:"}`)
  const strange = checked(Buffer.from(`{"DS04":[${names.join()}]}`)).faults.find(({ rule }: Plain) => rule === 'names')
  t.match(strange, { text: /^It has 100000 members by more than 10000 names/, count: 100_000 })
  t.same(strange.examples[1].value, 'a\\"b')
  const records = Array.from({ length: 5_000 }, (_, n) => `Q${n}`.padEnd(132)).join('\r\n')
  t.same(checked(Buffer.from(`VOLM ${' '.repeat(127)}\r\n${records}`)).records, [{ table: 'VOLM', rows: 1 }])
  const bomb = zipped(new Map([['FileType.txt', 'x'.repeat(2 ** 25)]]))
  t.match(checked(bomb).refusal, /larger than what is read of an archive of its size/)
})

const EXAMPLES = fileURLToPath(new URL('../../../../../shared/standards', import.meta.url))
const skip = !existsSync(EXAMPLES) && 'the examples of the standards are not here'
t.test('the examples of the standards hold', { skip }, async t => {
  t.match(checked(readFileSync(`${EXAMPLES}/doe-pars/example/9999_2026-03-27.zip`)), {
    format: 'doe-pars',
    is_valid: true,
  })
  t.match(checked(readFileSync(`${EXAMPLES}/usace-sdef-example/example.sdef`)), {
    format: 'usace-sdef',
    is_valid: true,
  })
})

t.test(
  'a small archive that unpacks to a hundred thousand empty records is looked at up to a bound, and says so',
  async t => {
    const bomb = checked(zipped(new Map([['DS04_schedule.json', `{"DS04":[${'{},'.repeat(100_000)}{}]}`]])))
    t.equal(bomb.error_count, 1_000_001)
    t.match(bomb.faults.at(-1), { rule: 'stopped', text: /more than 1000000 places/, count: 1 })
    t.match(checked(zipped(new Map([['Tasks.json', `[${' '.repeat(2 ** 25)}]`]]))), {
      refusal: /unpacked it is larger/,
    })
  },
)
