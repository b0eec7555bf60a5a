/** A link between two projects of one file holds by the dates of the task that was not read: all types, with lags, in XER and P6 XML. */
import t from 'tap'
import type { FileFormat } from '../../../../../shared/contract/schedule/file-formats.ts'
import { isRefusal } from '../../../../engine/read/file/file-schedule.ts'
import { FILE_READERS } from '../../../../engine/read/file/readers.ts'
import { tasksOf } from './xml/plain-schedule.ts'

const WEEK = [2, 3, 4, 5, 6].map(d => `(0||${d}()((0||0(s|08:00|f|12:00)())(0||1(s|13:00|f|17:00)())))`).join('')

const xer = (type: string, lag: number, isLater = false): string =>
  [
    'ERMHDR\t21.12\t2026-03-01\tProject\ta\ta\tdb\tProject Management\tUSD',
    '%T\tPROJECT\n%F\tproj_id\tproj_short_name\tclndr_id\tlast_recalc_date\n%R\t100\tP1\t1\t2026-03-02 08:00\n%R\t200\tP2\t1\t2026-03-02 08:00',
    `%T\tCALENDAR\n%F\tclndr_id\tclndr_name\tday_hr_cnt\tclndr_data\n%R\t1\tFive\t8\t(0||CalendarData()((0||DaysOfWeek()(${WEEK}))))`,
    '%T\tTASK\n%F\ttask_id\tproj_id\tclndr_id\ttask_code\ttask_type\ttarget_drtn_hr_cnt\tremain_drtn_hr_cnt\tearly_start_date\tearly_end_date\tlate_start_date\tlate_end_date',
    '%R\t1\t100\t1\tA\tTT_Task\t40\t40\t2026-03-02 08:00\t2026-03-06 17:00\t2026-03-02 08:00\t2026-03-06 17:00',
    '%R\t2\t200\t1\tB\tTT_Task\t16\t16\t\t\t\t',
    '%T\tTASKPRED\n%F\ttask_pred_id\ttask_id\tpred_task_id\tproj_id\tpred_proj_id\tpred_type\tlag_hr_cnt',
    isLater ? `%R\t1\t1\t2\t100\t200\tPR_${type}\t${lag}` : `%R\t1\t2\t1\t200\t100\tPR_${type}\t${lag}`,
    '%E',
  ].join('\n')

const P6_TYPES: Readonly<Record<string, string>> = {
  FS: 'Finish to Start',
  SS: 'Start to Start',
  FF: 'Finish to Finish',
  SF: 'Start to Finish',
}
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const HOURS =
  '<WorkTime><Start>08:00:00</Start><Finish>11:59:00</Finish></WorkTime><WorkTime><Start>13:00:00</Start><Finish>16:59:00</Finish></WorkTime>'
const p6 = (type: string, lag: number, isLater = false): string => {
  const [from, to] = isLater ? [2, 1] : [1, 2]
  const [fromProject, toProject] = isLater ? [200, 100] : [100, 200]
  const link = `<Relationship><PredecessorActivityObjectId>${from}</PredecessorActivityObjectId><PredecessorProjectObjectId>${fromProject}</PredecessorProjectObjectId><SuccessorActivityObjectId>${to}</SuccessorActivityObjectId><SuccessorProjectObjectId>${toProject}</SuccessorProjectObjectId><Type>${P6_TYPES[type]}</Type><Lag>${lag}</Lag></Relationship>`
  return `<APIBusinessObjects><Calendar><ObjectId>1</ObjectId><Name>Five</Name><HoursPerDay>8</HoursPerDay><StandardWorkWeek>${DAYS.map(day => `<StandardWorkHours><DayOfWeek>${day}</DayOfWeek>${HOURS}</StandardWorkHours>`).join('')}</StandardWorkWeek></Calendar><Project><ObjectId>100</ObjectId><Id>P1</Id><ActivityDefaultCalendarObjectId>1</ActivityDefaultCalendarObjectId><DataDate>2026-03-02T08:00:00</DataDate><Activity><ObjectId>1</ObjectId><Id>A</Id><CalendarObjectId>1</CalendarObjectId><PlannedDuration>40</PlannedDuration><EarlyStartDate>2026-03-02T08:00:00</EarlyStartDate><EarlyFinishDate>2026-03-06T17:00:00</EarlyFinishDate><LateStartDate>2026-03-02T08:00:00</LateStartDate><LateFinishDate>2026-03-06T17:00:00</LateFinishDate></Activity>${isLater ? link : ''}</Project><Project><ObjectId>200</ObjectId><Id>P2</Id><ActivityDefaultCalendarObjectId>1</ActivityDefaultCalendarObjectId><DataDate>2026-03-02T08:00:00</DataDate><Activity><ObjectId>2</ObjectId><Id>B</Id><CalendarObjectId>1</CalendarObjectId><PlannedDuration>16</PlannedDuration><RemainingDuration>16</RemainingDuration></Activity>${isLater ? '' : link}</Project></APIBusinessObjects>`
}

const FORMATS: readonly (readonly [FileFormat, typeof xer])[] = [
  ['xer', xer],
  ['p6_xml', p6],
]

function read(format: FileFormat, text: string) {
  const schedule = FILE_READERS[format](Buffer.from(text), { project: 'P2' })
  if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
  return schedule
}

t.test('a predecessor in another project of the file', async t => {
  // A works from Monday 2 March 08:00 to Friday 6 March 17:00; B takes two days
  const cases: readonly (readonly [string, number, string])[] = [
    ['FS', 0, '2026-03-06T17:00'],
    ['FS', 16, '2026-03-10T17:00'],
    ['SS', 0, '2026-03-02T08:00'],
    ['SS', 8, '2026-03-02T17:00'],
    ['FF', 0, '2026-03-05T08:00'],
    ['SF', 24, '2026-03-03T08:00'],
  ]
  for (const [format, made] of FORMATS) {
    for (const [type, lag, expected] of cases) {
      const { columns, report } = read(format, made(type, lag))
      t.equal(tasksOf(columns)[0]!.external_early_start, expected, `${format} ${type} ${lag}`)
      t.strictSame(columns.faults, [], `${format} ${type} ${lag}`)
      t.match(report.warnings.find(({ code }) => code.startsWith('links_'))?.code, 'links_to_other_projects_held')
    }
  }
})

t.test('a successor in another project of the file', async t => {
  for (const [format, made] of FORMATS) {
    const cases: readonly (readonly [string, number, string])[] = [
      ['FS', 0, '2026-03-02T08:00'],
      ['FF', 0, '2026-03-06T17:00'],
      ['FF', 8, '2026-03-06T08:00'],
    ]
    for (const [type, lag, expected] of cases)
      t.equal(
        tasksOf(read(format, made(type, lag, true)).columns)[0]!.external_late_finish,
        expected,
        `${format} ${type} ${lag}`,
      )
  }
})

t.test('a task of another project without dates: nothing holds, and it is told', async t => {
  for (const [format, made] of FORMATS) {
    const bare = made('FS', 0)
      .replace(/2026-03-02 08:00\t2026-03-06 17:00\t2026-03-02 08:00\t2026-03-06 17:00/, '\t\t\t')
      .replace(/<(Early|Late)(Start|Finish)Date>[^<]*<\/\1\2Date>/g, '')
    const { columns, report } = read(format, bare)
    t.equal(tasksOf(columns)[0]!.external_early_start, undefined, format)
    t.match(columns.faults, [{ kind: 'external_link', count: 1 }], format)
    t.ok(report.warnings.some(({ code }) => code === 'links_to_other_projects'))
  }
})

t.test('PR_FF1 and its like are the types without their numbers', async t => {
  for (const type of ['FF1', 'FF12', 'SS2']) t.equal(read('xer', xer(type, 0)).columns.faults.length, 0, type)
})
