/** What differs between two settings: working time, whatever way it is written, the calendars of tasks, and options. */
import t from 'tap'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { settingOf } from '../../../../shared/contract/schedule/setting.ts'
import { type SettingDifference, settingDifference } from '../../../engine/compare/setting-changes.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const FIVE = { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY }
const TASKS: TaskObject[] = [
  { id: 'A', duration_days: 5, calendar_id: 'C' },
  { id: 'B', duration_days: 5 },
]

const columnsOf = (container: object, tasks: readonly TaskObject[] = TASKS): ScheduleColumns => {
  const setting = settingOf(container as Record<string, unknown>, '2026-03-02', (_, words) => t.fail(words), [])
  return { ...columnsFromTasks(tasks), setting }
}
function difference(before: object, after: object, tasks = [TASKS, TASKS] as const): SettingDifference {
  const day = parseDay('2026-03-02')!
  const [was, is] = [columnsOf(before, tasks[0]), columnsOf(after, tasks[1])]
  return settingDifference({ columns: was, day }, { columns: is, day: day + 28 }, Int32Array.from([0, 1]))
}
const one = (more: object = {}, options: object = {}) => ({
  calendars: [{ id: 'C', name: 'Site', work_week: FIVE, ...more }],
  ...options,
})
const off = (...days: string[]) => ({ exceptions: days.map(date => ({ date })) })
const told = ({ changes }: SettingDifference) =>
  changes.map(({ kind, dayCount, pastDayCount, days }) => [
    kind,
    dayCount,
    pastDayCount,
    days.map(({ firstDay, lastDay }) => `${formatDay(firstDay)}..${formatDay(lastDay)}`),
  ])

t.test('a setting against itself has no changes, nor has one that says the same in another way', async t => {
  t.strictSame(told(difference(one(), one())), [])
  const range = { exceptions: [{ date: '2026-04-03', until: '2026-04-06' }] }
  const single = off('2026-04-03', '2026-04-06')
  t.strictSame(told(difference(one(range), one(single))), [], 'the weekend between is off anyway')
  const same = { exceptions: [{ date: '2026-04-07', shifts: DAY }, { date: '2026-04-11' }] }
  t.strictSame(told(difference(one(), one(same))), [], 'exceptions that say what the week says')
  const renamed = { calendars: [{ id: '17', name: 'Site', work_week: FIVE }] }
  const ids: TaskObject[] = [{ id: 'A', calendar_id: '17' }, { id: 'B' }]
  const other = difference(one(), renamed, [TASKS, ids])
  t.strictSame([told(other), other.reassignedCount], [[], 0], 'another id of one calendar')
})

t.test('days off that come and go are told apart from other hours, with the days that had passed', async t => {
  t.strictSame(told(difference(one(), one(off('2026-02-27', '2026-04-06')))), [
    ['days_off_added', 2, 1, ['2026-02-27..2026-02-27', '2026-04-06..2026-04-06']],
  ])
  const weeks = { exceptions: [{ date: '2026-02-26', until: '2026-03-11' }] }
  t.strictSame(told(difference(one(weeks), one())), [['days_off_removed', 10, 2, ['2026-02-26..2026-03-11']]])
  const saturday = { exceptions: [{ date: '2026-04-11', shifts: [['08:00', '12:00']] }] }
  const [change] = difference(one(), one(saturday)).changes
  t.match(change, { kind: 'working_days_changed', dayCount: 1, minutes: 240 })
  t.match(difference(one(off('2026-04-06')), one()).changes, [{ kind: 'days_off_removed', minutes: 480 }])
})

t.test('week, hours of a day, options, calendars of tasks and of the project', async t => {
  const six = { work_week: { ...FIVE, saturday: DAY } }
  t.match(difference(one(), one(six)).changes, [{ kind: 'work_week', minutes: 480, dayCount: 0 }])
  t.match(difference(one(), one({ hours_per_day: 10 })).changes, [{ kind: 'hours_per_day' }])
  const override = { scheduling_options: { progress: 'progress_override' } }
  t.match(difference(one(), one({}, override)).changes, [{ kind: 'option', rule: 'progress' }])
  const two = (options: object = {}) => ({
    calendars: [
      { id: 'C', name: 'Site', work_week: FIVE },
      { id: 'D', name: 'Night', ...six },
    ],
    ...options,
  })
  t.match(difference(one(), two()).changes, [{ kind: 'calendar_added', calendarBefore: -1, calendarAfter: 1 }])
  t.match(difference(two(), one()).changes, [{ kind: 'calendar_removed', calendarBefore: 1, calendarAfter: -1 }])
  const moved = difference(two(), two(), [TASKS, [{ id: 'A', calendar_id: 'D' }, { id: 'B' }]])
  t.strictSame([moved.changes, [...moved.reassigned], moved.reassignedCount], [[], [0, -1], 1])
  const project = difference(two(), two({ default_calendar_id: 'D' }))
  t.strictSame(told(project), [['default_calendar', 0, 0, []]])
  t.equal(project.reassignedCount, 0, 'B follows the default: no change of its own')
  t.strictSame(difference({}, one()).changes, [])
  t.strictSame(difference({}, {}).changes, [])
})
