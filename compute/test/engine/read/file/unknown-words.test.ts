/**
 * A word, a switch or a number of a file that its tool does not write there is not passed over in silence: the report names the field, shows the value
 * and says what it was read as.
 */
import t, { type Test } from 'tap'
import { type FileSchedule, isRefusal } from '../../../../engine/read/file/file-schedule.ts'
import { readMsProjectXml } from '../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { readP6Xml } from '../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { readXer } from '../../../../engine/read/file/xer/read-xer.ts'
import { type XerRow, xerText } from '../../../helpers/xer-text.ts'
import { footbridge } from './xer/footbridge.ts'

const BAD = 'vielleicht'

/** The one warning that a file has beyond those of the same file as it should be. */
function checkOne(t: Test, name: string, read: FileSchedule, plain: FileSchedule, readAs: string, code?: string): void {
  const known = new Set(plain.report.warnings.map(({ text }) => text))
  const found = read.report.warnings.filter(({ text }) => !known.has(text))
  if (!t.equal(found.length, 1, `${name}: ${JSON.stringify(found)}`)) return
  const [warning] = found
  t.match(warning!.text, BAD, name)
  t.match(warning!.text, name.split(' ')[0]!, name)
  t.match(warning!.text, `read as ${readAs}.`, name)
  if (code !== undefined) t.equal(warning!.code, code, name)
}

const textsOf = ({ report }: FileSchedule): string => report.warnings.map(({ text }) => text).join('\n')

function readable(read: FileSchedule | { readonly code: string }): FileSchedule {
  if ('code' in read) throw new Error(JSON.stringify(read))
  return read
}

t.test('an XER', async t => {
  const read = (change: (tables: Record<string, XerRow[]>) => void): FileSchedule => {
    const tables = footbridge()
    change(tables)
    const answer = readXer(Buffer.from(xerText(tables)))
    if (isRefusal(answer)) throw new Error(JSON.stringify(answer))
    return answer
  }
  const plain = read(() => undefined)
  const cases: readonly (readonly [table: string, column: string, readAs: string, code: string])[] = [
    ['SCHEDOPTIONS', 'sched_retained_logic', 'Y', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_progress_override', 'N', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_use_expect_end_flag', 'N', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_open_critical_flag', 'N', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_lag_early_start_flag', 'Y', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_outer_depend_type', 'SD_Both', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_calendar_on_relationship_lag', 'rcal_Predecessor', 'option_unknown'],
    ['SCHEDOPTIONS', 'sched_float_type', 'FT_FF', 'option_unknown'],
    ['PROJECT', 'critical_path_type', 'CT_TotFloat', 'option_unknown'],
    ['PROJECT', 'export_flag', 'N', 'value_unknown'],
    ['CALENDAR', 'default_flag', 'N', 'value_unknown'],
    ['RSRC', 'rsrc_type', 'RT_Labor', 'value_unknown'],
    ['TASK', 'complete_pct_type', 'CP_Drtn', 'value_unknown'],
    ['TASK', 'task_type', 'TT_Task', 'task_type_unknown'],
    ['TASK', 'cstr_type', 'no constraint', 'constraint_unknown'],
    ['TASK', 'cstr_type2', 'no constraint', 'constraint_unknown'],
    ['TASKPRED', 'pred_type', 'PR_FS', 'link_type_unknown'],
  ]
  for (const [table, column, readAs, code] of cases) {
    const broken = read(tables => {
      const row = tables[table]!.at(-1)!
      tables[table] = [...tables[table]!.slice(0, -1), { ...row, [column]: BAD }]
    })
    checkOne(t, `${table}.${column}`, broken, plain, readAs, code)
  }
  const lower = read(tables => {
    tables.SCHEDOPTIONS = [{ ...tables.SCHEDOPTIONS![0], sched_open_critical_flag: 'y' }]
    tables.TASK = tables.TASK!.map(row => ({
      ...row,
      complete_pct_type: `${row.complete_pct_type ?? ''}`.toLowerCase(),
    }))
  })
  t.match(lower.members.scheduling_options, { open_ends_critical: true })
  t.same(lower.report.warnings, plain.report.warnings, 'a switch in the other case is one')
})

t.test('a P6 XML', async t => {
  const file = (options = '', activity = '', link = '', others = '', calendar = ''): FileSchedule =>
    readable(
      readP6Xml(
        Buffer.from(`<APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V23.12/API/BusinessObjects">
<Calendar><ObjectId>10</ObjectId><Name>Days</Name><HoursPerDay>8</HoursPerDay>${calendar}<StandardWorkWeek><StandardWorkHours>
<DayOfWeek>Monday</DayOfWeek><WorkTime><Start>08:00:00</Start><Finish>15:59:00</Finish></WorkTime></StandardWorkHours></StandardWorkWeek></Calendar>
${others}<Project><ObjectId>1</ObjectId><Id>BR</Id><OutOfSequenceScheduleType>Retained Logic</OutOfSequenceScheduleType>${options}
<Activity><ObjectId>1</ObjectId><Id>A1</Id><CalendarObjectId>10</CalendarObjectId><PlannedDuration>8</PlannedDuration>${activity}</Activity>
<Activity><ObjectId>2</ObjectId><Id>A2</Id><CalendarObjectId>10</CalendarObjectId><PlannedDuration>8</PlannedDuration></Activity>
<Relationship><PredecessorActivityObjectId>1</PredecessorActivityObjectId><SuccessorActivityObjectId>2</SuccessorActivityObjectId>${link}</Relationship>
</Project></APIBusinessObjects>`),
      ),
    )
  const plain = file()
  const of = (name: string): string => `<${name}>${BAD}</${name}>`
  for (const [name, readAs] of [
    ['RelationshipLagCalendar', 'Predecessor Activity Calendar'],
    ['ComputeTotalFloatType', 'Finish Float'],
    ['UseExpectedFinishDates', '0'],
    ['IgnoreOtherProjectRelationships', '0'],
    ['MakeOpenEndedActivitiesCritical', '0'],
    ['StartToStartLagCalculationType', '1'],
    ['CriticalActivityPathType', 'Critical Float'],
    ['CriticalActivityFloatLimit', '0'],
  ] as const)
    checkOne(t, name, file(of(name)), plain, readAs, 'option_unknown')
  for (const name of ['DataDate', 'PlannedStartDate', 'MustFinishByDate'])
    checkOne(t, name, file(of(name)), plain, 'empty', 'date_unreadable')
  for (const [name, readAs, code] of [
    ['Type', 'Task Dependent', 'task_type_unknown'],
    ['PercentCompleteType', 'Duration', 'value_unknown'],
    ['PrimaryConstraintType', 'no constraint', 'constraint_unknown'],
    ['SecondaryConstraintType', 'no constraint', 'constraint_unknown'],
  ] as const)
    checkOne(t, `Activity.${name} activity`, file('', of(name)), plain, readAs, code)
  checkOne(t, 'Relationship.Type', file('', '', of('Type')), plain, 'Finish to Start', 'link_type_unknown')
  checkOne(t, 'Relationship.Lag', file('', '', of('Lag')), plain, '0', 'lag_unreadable')
  const resource = `<Resource><ObjectId>5</ObjectId>${of('ResourceType')}</Resource>`
  checkOne(t, 'ResourceType', file('', '', '', resource), plain, 'Labor', 'value_unknown')
  checkOne(t, 'Calendar.IsDefault', file('', '', '', '', of('IsDefault')), plain, '0', 'value_unknown')
  t.match(textsOf(file('', of('Type'))), 'in activity "A1"')

  const times = (day: string, start: string): string =>
    `<HolidayOrExceptions><HolidayOrException><Date>2026-03-02T00:00:00</Date><WorkTime><Start>${start}</Start><Finish>11:59:00</Finish></WorkTime></HolidayOrException></HolidayOrExceptions>
<StandardWorkWeek><StandardWorkHours><DayOfWeek>${day}</DayOfWeek></StandardWorkHours></StandardWorkWeek>`
  const odd = ({ report }: FileSchedule) => report.warnings.find(({ code }) => code === 'calendar_parts')?.count
  t.same(
    [odd(plain), odd(file('', '', '', '', times('Montag', BAD)))],
    [undefined, 2],
    'parts of calendars are counted',
  )
  t.equal(
    odd(
      file(
        '',
        '',
        '',
        '',
        '<StandardWorkWeek><StandardWorkHours><DayOfWeek>Sunday</DayOfWeek><WorkTime/></StandardWorkHours></StandardWorkWeek>',
      ),
    ),
    undefined,
    'a day off',
  )
})

t.test('a Microsoft Project XML', async t => {
  const file = (project = '', task = '', link = '', calendar = '', resource = ''): FileSchedule =>
    readable(
      readMsProjectXml(
        Buffer.from(`<Project xmlns="http://schemas.microsoft.com/project">${project}<CalendarUID>1</CalendarUID>
<Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking>
<WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>${calendar}</WeekDays></Calendar></Calendars>
<Tasks><Task><UID>1</UID><ID>1</ID><Duration>PT8H0M0S</Duration>${task}</Task><Task><UID>2</UID><ID>2</ID><Duration>PT8H0M0S</Duration>
<PredecessorLink><PredecessorUID>1</PredecessorUID>${link}</PredecessorLink></Task></Tasks>
<Resources><Resource><UID>1</UID><Name>Crew</Name>${resource}</Resource></Resources></Project>`),
      ),
    )
  const plain = file()
  const of = (name: string): string => `<${name}>${BAD}</${name}>`
  for (const [name, readAs] of [
    ['ScheduleFromStart', '1'],
    ['HonorConstraints', '1'],
    ['MultipleCriticalPaths', '0'],
    ['MinutesPerDay', '480'],
    ['CriticalSlackLimit', '0'],
    ['StatusDate', 'empty'],
    ['StartDate', 'empty'],
    ['FinishDate', 'empty'],
  ] as const)
    checkOne(t, name, file(of(name)), plain, readAs)
  for (const [name, readAs] of [
    ['Type', '1, finish to start'],
    ['LinkLag', '0'],
    ['LagFormat', '7, days of working time'],
    ['CrossProject', '0'],
  ] as const)
    checkOne(t, `PredecessorLink.${name} link`, file('', '', of(name)), plain, readAs)
  t.match(textsOf(file('', '', of('Type'))), 'in task UID 2')
  checkOne(t, 'Resource.Type', file('', '', '', '', of('Type')), plain, '1, work', 'value_unknown')
  checkOne(t, 'Resource.IsNull', file('', '', '', '', of('IsNull')), plain, '0', 'value_unknown')

  const numbered = (name: string, value: number) =>
    file('', `<${name}>${value}</${name}>`).report.warnings.filter(({ text }) => text.includes(`Task.${name}`))
  t.match(numbered('ConstraintType', 8), [{ code: 'constraint_unknown', text: /"8" in task UID 1; .* no constraint/ }])
  t.match(numbered('DurationFormat', 99), [{ code: 'value_unknown', text: /"99" in task UID 1; .* working time/ }])
  for (const format of [3, 7, 8, 12, 19, 20, 21, 35, 39, 40, 53])
    t.same(numbered('DurationFormat', format), [], `${format}`)
  for (const type of [0, 1, 7]) t.same(numbered('ConstraintType', type), [], `${type}`)

  const odd = (part: string): number | undefined =>
    file('', '', '', `<WeekDay>${part}</WeekDay>`).report.warnings.find(({ code }) => code === 'calendar_parts')?.count
  t.equal(odd('<DayType>9</DayType>'), 1, 'a ninth day of the week')
  const shift = (from: string): string =>
    `<DayType>3</DayType><WorkingTimes><WorkingTime><FromTime>${from}</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes>`
  t.same([odd(shift('morgens')), odd(shift('17:00:00')), odd(shift('08:00:00'))], [1, 1, undefined])
  t.equal(odd('<DayType>3</DayType><WorkingTimes><WorkingTime/></WorkingTimes>'), undefined, 'an empty one')
  for (const word of ['ja', 'test', 'trap', 'fails'])
    t.match(textsOf(file(`<HonorConstraints>${word}</HonorConstraints>`)), `"${word}"`)
  for (const word of ['true', 'TRUE', 'False'])
    t.same(file(`<HonorConstraints>${word}</HonorConstraints>`).report.warnings, plain.report.warnings, word)
})
