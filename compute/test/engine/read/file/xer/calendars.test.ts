/** Calendars of an XER: what their data says, what stands on what, and what is assumed where nothing can be read. */
import t from 'tap'
import type { CalendarSpec } from '../../../../../../shared/contract/schedule/setting.ts'
import type { FileSchedule } from '../../../../../engine/read/file/file-schedule.ts'
import { calendarData, FIVE_DAYS, type XerRow } from '../../../../helpers/xer-text.ts'
import { changed, footbridge, footbridgeWith } from './footbridge.ts'
import { cellsOf, read, settled, warningsOf } from './reading.ts'

/** The calendars as the engine takes them; no fault may be left in them. */
function specsOf(file: FileSchedule): readonly CalendarSpec[] {
  const { setting, faults } = settled(file)
  t.strictSame(faults, [])
  return setting.calendars
}
const firstOf = (cells: XerRow): CalendarSpec => specsOf(read(changed('CALENDAR', cells)))[0]!
const weekOf = (data: string): unknown => firstOf({ clndr_data: data }).week
const DAY = [
  [480, 720],
  [780, 1020],
]
const FIVE = [DAY, DAY, DAY, DAY, DAY, [], []]

t.test('shifts in either order of their ends, with any break between the lines, round the clock, past midnight', t => {
  t.strictSame(weekOf(FIVE_DAYS), FIVE)
  t.strictSame(weekOf(FIVE_DAYS.replaceAll('\u007f', '')), FIVE)
  t.strictSame(weekOf(FIVE_DAYS.replaceAll('\u007f\u007f', '\n')), FIVE)
  t.strictSame(weekOf(FIVE_DAYS.replace(/s\|(\d\d:\d\d)\|f\|(\d\d:\d\d)/g, 'f|$2|s|$1')), FIVE)
  const monday = (from: string, to: string): unknown =>
    (weekOf(calendarData({ 2: [[from, to]] })) as unknown[]).slice(0, 2)
  t.strictSame(monday('00:00', '00:00'), [[[0, 1440]], []])
  t.strictSame(monday('00:00', '24:00'), [[[0, 1440]], []])
  t.strictSame(monday('16:00', '00:00'), [[[960, 1440]], []])
  t.strictSame(monday('22:00', '06:00'), [[[1320, 1440]], [[0, 360]]])
  t.strictSame(monday('8:00 AM', '5:30 PM'), [[[480, 1050]], []])
  t.strictSame(
    (weekOf(calendarData({ 1: [['20:00', '04:00']] })) as unknown[])[0],
    [[0, 240]],
    'Sunday night ends on Monday',
  )
  t.end()
})

t.test('exceptions: days off, days of other hours, nights that end the next day; runs of equal days are one', t => {
  // 46,084 = Tuesday, 2026-03-03
  const data = FIVE_DAYS.replace(
    '(0||Exceptions()()',
    `(0||Exceptions()((0||0(d|46084)())(0||1(d|46085)())(0||2(d|46088)((0||0(s|22:00|f|02:00)())))(0||3(d|0)()))`,
  )
  const file = read(changed('CALENDAR', { clndr_data: data }))
  t.match((file.members.calendars as { exceptions: unknown }[])[0]!.exceptions, [
    { date: '2026-03-03', until: '2026-03-04' },
    { date: '2026-03-07', shifts: [['22:00', '24:00']] },
    { date: '2026-03-08', shifts: [['00:00', '02:00']] },
  ])
  t.match(warningsOf(file), { calendar_parts: 1 }, 'day 0 is none')
  t.end()
})

t.test('a derived calendar stands on its base, and brings it along', t => {
  const { CALENDAR, TASK } = footbridge()
  const derived = {
    ...CALENDAR![0]!,
    clndr_id: 3,
    base_clndr_id: 4,
    default_flag: 'N',
    clndr_data: '(0||CalendarData()((0||DaysOfWeek()((0||2()((0||0(s|09:00|f|12:00)())))))(0||Exceptions()())))',
  }
  const base = {
    ...CALENDAR![0]!,
    clndr_id: 4,
    default_flag: 'N',
    clndr_data: calendarData({ 2: [['08:00', '16:00']], 3: [['08:00', '16:00']] }, { 46084: [] }),
  }
  const tasks = [{ ...TASK![0]!, clndr_id: 3 }, ...TASK!.slice(1)]
  const file = read(footbridgeWith({ CALENDAR: [...CALENDAR!, derived, base], TASK: tasks }))
  const specs = specsOf(file)
  t.strictSame(
    specs.map(({ id }) => id),
    ['1', '2', '3', '4'],
  )
  t.strictSame(
    specs[2]!.week.slice(0, 3),
    [[[540, 720]], [[480, 960]], []],
    'a day that it does not name is that of its base',
  )
  t.equal(specs[2]!.exceptions.length, 1)
  const lost = read(footbridgeWith({ CALENDAR: [...CALENDAR!, derived], TASK: tasks }))
  t.match(warningsOf(lost), { calendar_base_missing: 1 })
  const circle = read(footbridgeWith({ CALENDAR: [...CALENDAR!, derived, { ...base, base_clndr_id: 3 }], TASK: tasks }))
  t.match(warningsOf(circle), { calendar_base_circular: 2 }, 'both are cut')
  specsOf(circle)
  t.end()
})

t.test('only calendars that somebody works by are read', t => {
  const { CALENDAR } = footbridge()
  const file = read(
    footbridgeWith({
      CALENDAR: [...CALENDAR!, { ...CALENDAR![0]!, clndr_id: 9, default_flag: 'N', clndr_data: 'broken' }],
    }),
  )
  t.equal(file.report.counts.calendars, 2)
  t.strictSame(warningsOf(file), {})
  t.end()
})

t.test('data that cannot be read leave the hours per day and per week', t => {
  for (const data of [
    '',
    'nonsense',
    '(0||CalendarData()(',
    '(0||CalendarData()())',
    `${'('.repeat(100_000)}`,
    calendarData({}),
  ]) {
    const file = read(changed('CALENDAR', { clndr_data: data }))
    t.match(warningsOf(file), { calendar_unreadable: 1 }, data.slice(0, 30))
    t.strictSame(specsOf(file)[0]!.week, FIVE)
  }
  const ten = firstOf({ clndr_data: '', day_hr_cnt: 10, week_hr_cnt: 60 })
  t.strictSame(ten.week, [...Array.from({ length: 6 }, () => [[480, 1080]]), []])
  t.strictSame(
    firstOf({ clndr_data: '', day_hr_cnt: 24, week_hr_cnt: 168 }).week,
    Array.from({ length: 7 }, () => [[0, 1440]]),
  )
  t.end()
})

t.test(
  'hours per day that are none are eight, no calendars at all are five days, an unknown one is that of the project',
  t => {
    const hours = read(changed('CALENDAR', { day_hr_cnt: 0 }))
    t.match(warningsOf(hours), { calendar_hours: 1 })
    t.equal(cellsOf(hours, 'A10').durationDays, 5)
    const none = read(footbridgeWith({ CALENDAR: undefined }))
    t.match(warningsOf(none), { calendars_missing: 1, calendar_unknown: 3 })
    t.strictSame(
      specsOf(none).map(({ week }) => week),
      [FIVE],
    )
    const unknown = read(changed('TASK', { clndr_id: 99 }))
    t.match(warningsOf(unknown), { calendar_unknown: 1 })
    t.notOk(cellsOf(unknown, 'A10').calendarId)
    t.end()
  },
)
