/** The named values of links, calendars and the days of their exceptions. */

import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { taskCalendars } from '../../../clock/calendars.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { FF, SS } from '../../../passes/relation.ts'
import { type At, countedAlike, type Field, ofDay, ofFlag, ofNumber, ofText, ofWord } from './field.ts'
import { daysOff, type ExceptionRow, exceptionRows, type Measured, Missing, rowsOf } from './measured.ts'

const SIDE = 1
const SEQUENCE = 2

export const LINK_FIELDS: readonly Field[] = [
  ofWord(
    RELATION_TYPES,
    'type',
    'FS, SS, FF or SF',
    ({ columns: { links } }) =>
      k =>
        RELATION_TYPES[links.type[k]],
  ),
  ofNumber(
    'lag_days',
    'lag in days, below 0 for a lead',
    ({ columns: { links } }) =>
      k =>
        links.lagDays[k],
  ),
  ofFlag(
    'is_predecessor_known',
    'a task has the id of the predecessor',
    ({ columns: { links } }) =>
      k =>
        links.task[k] >= 0,
  ),
  ofNumber('same_pair_count', 'links of this predecessor and this task, of whatever type', of => {
    const { taskOf, count } = rowsOf(of, 'links')
    const { task } = of.columns.links
    return countedAlike(count, k => (task[k] < 0 ? undefined : `${task[k]} ${taskOf(k)}`))
  }),
  ofFlag(
    'is_mixed',
    'its predecessor has SS or FF links and FS or SF links to successors',
    ({ columns: { links, taskCount } }) => {
      const kinds = zeros(Uint8Array, taskCount)
      for (let k = 0; k < links.task.length; k++)
        if (links.task[k] >= 0) kinds[links.task[k]] |= links.type[k] === SS || links.type[k] === FF ? SIDE : SEQUENCE
      return k => links.task[k] >= 0 && kinds[links.task[k]] === (SIDE | SEQUENCE)
    },
  ),
]

const needsCalendars = new Missing('calendars')
const MINUTES_PER_HOUR = 60

/** Hours by the clock of the longest shift, counted by the hour that they begin and end in. */
const longestShift = (shifts: Iterable<readonly [from: number, to: number]>): number => {
  let longest = 0
  for (const [from, to] of shifts)
    longest = Math.max(longest, Math.abs(Math.floor(to / MINUTES_PER_HOUR) - Math.floor(from / MINUTES_PER_HOUR)))
  return longest
}

const ofCalendar =
  (make: (spec: CalendarSpec) => number) =>
  (of: Measured): At<number> | Missing => {
    const { setting } = of.columns
    return setting === undefined ? needsCalendars : row => make(setting.calendars[row])
  }
const weekShifts = (week: readonly Shifts[]) => week.flatMap(day => [...day])

export const CALENDAR_FIELDS: readonly Field[] = [
  ofText('id', 'id', ({ columns: { setting } }) =>
    setting === undefined ? needsCalendars : row => setting.calendars[row].id,
  ),
  ofText('name', 'name', ({ columns: { setting } }) =>
    setting === undefined ? needsCalendars : row => setting.calendars[row].name ?? '',
  ),
  ofNumber(
    'hours_per_day',
    'hours of work that one day stands for',
    ofCalendar(({ minutesPerDay }) => minutesPerDay / MINUTES_PER_HOUR),
  ),
  ofNumber(
    'longest_shift_hours',
    'hours of the longest shift of the week',
    ofCalendar(({ week }) => longestShift(weekShifts(week))),
  ),
  ofNumber(
    'exception_count',
    'exceptions',
    ofCalendar(({ exceptions }) => exceptions.length),
  ),
  ofNumber(
    'days_off_count',
    'days of the week with work that an exception makes free, between the first and the last date of the schedules',
    of => ofCalendar(spec => daysOff(of, spec))(of),
  ),
  ofFlag('is_used', 'a task has it as its calendar', ({ columns }) => {
    if (columns.setting === undefined) return needsCalendars
    const used = new Set(taskCalendars(columns, columns.setting))
    return row => used.has(row)
  }),
  ofNumber(
    'work_days_per_week',
    'days of the week with work',
    ofCalendar(({ week }) => week.filter(day => day.length > 0).length),
  ),
  ofNumber('same_name_count', 'calendars of this name', ({ columns: { setting } }) =>
    setting === undefined
      ? needsCalendars
      : countedAlike(setting.calendars.length, row => setting.calendars[row].name ?? undefined),
  ),
]

const ofException =
  <Value>(make: (exception: ExceptionRow) => Value) =>
  (of: Measured) => {
    if (of.columns.setting === undefined) return needsCalendars
    const all = exceptionRows(of)
    return (row: number) => make(all[row])
  }

export const EXCEPTION_FIELDS: readonly Field[] = [
  ofText(
    'calendar',
    'id of its calendar',
    ofException(({ calendar }) => calendar.id),
  ),
  ofDay(
    'first_day',
    'first day',
    ofException(({ firstDay }) => firstDay),
  ),
  ofFlag(
    'is_work',
    'it has working time',
    ofException(({ shifts }) => shifts.length > 0),
  ),
  ofNumber(
    'longest_shift_hours',
    'hours of its longest shift',
    ofException(({ shifts }) => longestShift(shifts)),
  ),
  ofNumber(
    'same_day_count',
    '2 where its calendar has another exception for the same day, else 1',
    ofException(({ isRepeated }) => (isRepeated ? 2 : 1)),
  ),
]
