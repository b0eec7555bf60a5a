/**
 * Ends that are told to lie on days off of the one calendar for all tasks. They are no day of it later than the end of the working day before, but they
 * are later by the wall: so many calendar days, which belong to the tasks that ended there.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type Calendar, everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { COMPLETE } from '../../population/progress.ts'
import type { Measure } from './account.ts'
import type { Status } from './status.ts'

export interface DaysOff {
  /** Calendar days from the end of the last working day to the end of the finish. */
  readonly days: number
  /** The day of the finish; DAY_ABSENT where it is no day off. */
  readonly day: number
  /** Tasks that end on it. */
  readonly tasks: readonly number[]
}

const NONE: DaysOff = { days: 0, day: DAY_ABSENT, tasks: [] }

/** Of a schedule whose followed finish is a reported one. */
export function daysOffOf({ columns, prepared, followed, finish }: Omit<Status, 'daysOff'>): DaysOff {
  const { input, timeline } = prepared
  const { network, state, reportedFinish } = input
  const ends = followed.length > 0 ? followed : network.order
  if (timeline === undefined || input.clock !== undefined) return NONE
  const last = timeline.finishDay(finish)
  if (last === DAY_ABSENT || ends.some(i => state[i] !== COMPLETE)) return NONE
  let day = last
  for (const i of ends)
    if (Math.abs(reportedFinish[i] - finish) <= EPSILON_DAYS) day = Math.max(day, columns.actualFinish[i])
  if (day === last) return NONE
  return { days: day - last, day, tasks: [...ends].filter(i => columns.actualFinish[i] === day) }
}

/** Days of the wall between two finishes, whatever days the offsets count. `calendar` is the one that offsets count, of all schedules of a series. NaN where a date cannot be printed. */
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
