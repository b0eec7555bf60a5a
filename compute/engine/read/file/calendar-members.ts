/** Calendars as members of a container (shared/schedule/calendars.ts), from working times in minutes after midnight. */
import { WEEKDAYS } from '../../../../shared/schedule/calendars.ts'
import { formatDay } from '../../../../shared/schedule/day.ts'
import type { CalendarException, Shifts } from '../../../../shared/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/schedule/time-of-day.ts'

export type CalendarMember = Readonly<Record<string, unknown>> & { readonly id: string }

export interface CalendarParts {
  readonly id: string
  readonly name: string
  readonly minutesPerDay: number
  readonly parent?: string | undefined
  /** Monday first; undefined = as the parent. */
  readonly week: readonly (Shifts | undefined)[]
  readonly exceptions: readonly CalendarException[]
}

const shiftTexts = (shifts: Shifts): string[][] =>
  shifts.map(([from, to]) => [formatTime(from), to === MINUTES_PER_DAY ? '24:00' : formatTime(to)])

export function calendarMember({ id, name, minutesPerDay, parent, week, exceptions }: CalendarParts): CalendarMember {
  return {
    id,
    ...(name === '' ? {} : { name }),
    hours_per_day: minutesPerDay / 60,
    ...(parent === undefined ? {} : { parent }),
    work_week: Object.fromEntries(
      WEEKDAYS.flatMap((weekday, d) => {
        const shifts = week[d]
        return shifts === undefined ? [] : [[weekday, shiftTexts(shifts)]]
      }),
    ),
    ...(exceptions.length === 0 ? {} : { exceptions: exceptions.map(exceptionMember) }),
  }
}

const exceptionMember = ({ firstDay, lastDay, shifts }: CalendarException): object => ({
  date: formatDay(firstDay),
  ...(lastDay > firstDay ? { until: formatDay(lastDay) } : {}),
  ...(shifts.length === 0 ? {} : { shifts: shiftTexts(shifts) }),
})
