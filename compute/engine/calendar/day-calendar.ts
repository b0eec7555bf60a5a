/** The days of the project's own calendar, where a schedule has calendars: spans between dates count its working days. */
import type { CalendarSpec, ScheduleSetting } from '../../../shared/contract/schedule/setting.ts'
import { Calendar, type CalendarPart, weekdaysOf } from './calendar.ts'

const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** ISO weekdays with work, all of them where none has; exceptions without work are its holidays, other exceptions change no day. */
export function dayCalendar({ calendars, defaultCalendar }: ScheduleSetting): {
  readonly calendar: Calendar
  readonly workDays: readonly number[]
} {
  const spec = calendars[defaultCalendar]
  const workDays = workDaysOf(spec)
  return { calendar: new Calendar(workDays, [], partsOf([spec])), workDays }
}

/** The days on which some of those calendars work, by their indexes in the setting. */
export function anyDayCalendar({ calendars }: ScheduleSetting, indexes: readonly number[]): Calendar {
  const specs = indexes.map(index => calendars[index])
  return new Calendar(specs.flatMap(workDaysOf), [], partsOf(specs))
}

function workDaysOf({ week }: CalendarSpec): readonly number[] {
  const withWork = EVERY_DAY.filter(day => week[day - 1].length > 0)
  return withWork.length > 0 ? withWork : EVERY_DAY
}

/** Times in which other weekdays are worked on by some of the calendars, since some are off. */
function partsOf(specs: readonly CalendarSpec[]): readonly CalendarPart[] {
  const turns: { readonly day: number; readonly weekdays: number; readonly isOff: boolean }[] = []
  /** Calendars that work on each weekday. */
  const working = new Int32Array(7)
  const shift = (weekdays: number, by: number): void => {
    for (let d = 0; d < 7; d++) working[d] += by * ((weekdays >> d) & 1)
  }
  for (const spec of specs) {
    const weekdays = weekdaysOf(workDaysOf(spec))
    shift(weekdays, 1)
    for (const { firstDay, lastDay, shifts } of spec.exceptions)
      if (shifts.length === 0)
        turns.push({ day: firstDay, weekdays, isOff: true }, { day: lastDay + 1, weekdays, isOff: false })
  }
  turns.sort((a, b) => a.day - b.day)
  const parts: CalendarPart[] = []
  let last = Number.NaN
  for (const [n, { day, weekdays, isOff }] of turns.entries()) {
    shift(weekdays, isOff ? -1 : 1)
    if (turns[n + 1]?.day === day) continue
    const now = working.reduce((bits, count, d) => bits | (count > 0 ? 1 << d : 0), 0)
    if (now !== last) parts.push({ firstDay: day, weekdays: now })
    last = now
  }
  return parts
}
