/** The calendars of a schedule and the moments of its dates: made once per setting and columns, read by durations and passes. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type DayColumn, timeColumnOf } from '../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec, ScheduleSetting } from '../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { isSummary } from '../kind/participation.ts'
import { roundTheClock, WorkCalendar } from './work-calendar.ts'

const made = new WeakMap<ScheduleSetting, readonly WorkCalendar[]>()
/** By the list of exceptions, which equal calendars of a request share; then by hours and week. */
const madeOf = new WeakMap<CalendarSpec['exceptions'], Map<string, WorkCalendar>>()

/** Those of the setting in their order, then the one round the clock. */
export function workCalendars(setting: ScheduleSetting): readonly WorkCalendar[] {
  const known = made.get(setting)
  if (known !== undefined) return known
  const calendars = [...setting.calendars.map(workCalendar), roundTheClock()]
  made.set(setting, calendars)
  return calendars
}

/** The calendar of a specification; equal ones of a request are one. */
export function workCalendar(spec: Pick<CalendarSpec, 'minutesPerDay' | 'week' | 'exceptions'>): WorkCalendar {
  const { exceptions, minutesPerDay, week } = spec
  let byWeek = madeOf.get(exceptions)
  if (byWeek === undefined) madeOf.set(exceptions, (byWeek = new Map()))
  const key = `${minutesPerDay}|${week.map(shifts => shifts.join(' ')).join('|')}`
  let calendar = byWeek.get(key)
  if (calendar === undefined) byWeek.set(key, (calendar = new WorkCalendar(spec)))
  return calendar
}

/** Index of the calendar of each task; the project's own where it names none, or one that is not there. Length taskCount. */
export function taskCalendars({ taskCount, calendarId }: ScheduleColumns, setting: ScheduleSetting): Uint16Array {
  const { calendars, defaultCalendar } = setting
  const { codes, values } = calendarId
  const ofTask = new Uint16Array(taskCount).fill(defaultCalendar)
  if (codes.length === 0) return ofTask
  const indexOfId = new Map(calendars.map(({ id }, n) => [id, n]))
  const ofCode = Uint16Array.from(
    { length: values.offsets.length },
    (_, code) => (code === 0 ? undefined : indexOfId.get(textAt(values, code - 1))) ?? defaultCalendar,
  )
  for (let i = 0; i < taskCount; i++) ofTask[i] = ofCode[codes[i]]
  return ofTask
}

/** What a date without a time of day means: the start of its day, or the end where it is a finish. */
export type DayEdge = 'start' | 'finish'

/** The moment of a date of task i; NaN = it has none. */
export function momentIn(columns: ScheduleColumns, column: DayColumn, i: number, edge: DayEdge): number {
  const day = columns[column][i]
  if (day === undefined || day === DAY_ABSENT) return Number.NaN
  const time = columns[timeColumnOf(column)][i]
  if (time > 0) return day * MINUTES_PER_DAY + time - 1
  return (edge === 'start' ? day : day + 1) * MINUTES_PER_DAY
}

/** The latest actual date of a task, -Infinity = nothing has begun. */
export function latestActual(columns: ScheduleColumns): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < columns.taskCount; i++) {
    if (isSummary(columns.taskType[i])) continue
    const start = momentIn(columns, 'actualStart', i, 'start')
    const finish = momentIn(columns, 'actualFinish', i, 'finish')
    if (start > latest) latest = start
    if (finish > latest) latest = finish
  }
  return latest
}

/** A finish at midnight that nobody works up to, as that of a date without a time, is where the work of its day ends; `end` is the last work before it. */
export const endOfWork = (moment: number, end: number, start: number): number =>
  mayEndBefore(moment) && moment - end < MINUTES_PER_DAY && end > start ? end : moment

/** At any other time of the day it stays where it is. */
export const mayEndBefore = (finish: number): boolean => finish % MINUTES_PER_DAY === 0

/** The moments of a column, undefined when no task has one. */
export function momentsIn(columns: ScheduleColumns, column: DayColumn, edge: DayEdge): Float64Array | undefined {
  const days = columns[column]
  if (days.length === 0 || !days.some(day => day !== DAY_ABSENT)) return undefined
  const moments = new Float64Array(days.length)
  for (let i = 0; i < days.length; i++) moments[i] = momentIn(columns, column, i, edge)
  return moments
}
