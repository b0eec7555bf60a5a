/** Days of the wall between two finishes, whatever days the offsets count. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type Calendar, everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import type { Measure } from './account.ts'

/** `calendar` is the one that offsets count, of all schedules of a series. NaN where a date cannot be printed. */
export function calendarDaysBetween(calendar: Calendar, anchorDay: number): Measure {
  const wall = wallDays(calendar, anchorDay)
  return (from, to) => snap(wall(to) - wall(from))
}

/** The moment of a finish in days since 1970-01-01, midnights whole. */
function wallDays(calendar: Calendar, anchorDay: number): (offset: number) => number {
  const timeline = new Timeline(calendar, anchorDay)
  const isEveryDay = calendar === everyDay()
  return offset => {
    if (isEveryDay) return timeline.anchorDay + offset
    const whole = Math.floor(offset + EPSILON_DAYS)
    const part = offset - whole
    // a finish on a whole day is the end of the working day before
    const day = part < EPSILON_DAYS ? timeline.finishDay(whole) : timeline.startDay(whole)
    if (day === DAY_ABSENT) return Number.NaN
    return part < EPSILON_DAYS ? day + 1 : day + part
  }
}

/** Far below a minute: what a sum of offsets may be off. */
const MOMENT_DAYS = 1e-4

/** The date that a finish falls on, as a day number: its last day of work. NaN where it cannot be printed. */
export function finishDates(calendar: Calendar, anchorDay: number): (offset: number) => number {
  const wall = wallDays(calendar, anchorDay)
  return offset => Math.ceil(wall(offset) - MOMENT_DAYS) - 1
}
