/** The working times of a calendar as P6 keeps them in clndr_data: see read/file/xer/calendar-data.ts, which reads them back. */
import type { CalendarSpec, Shifts } from '../../../../shared/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/schedule/time-of-day.ts'

/** 1899-12-30, from which P6 counts days. */
const SERIAL_ZERO = -25_569
/** Days that differ; a range over centuries would be written day by day. */
const EXCEPTION_DAYS_MAX = 20_000

export function calendarDataOf({ week, exceptions }: CalendarSpec): string {
  // 1 = Sunday
  const days = Array.from({ length: 7 }, (_, n) => `(0||${n + 1}()(${shiftsText(week[(n + 6) % 7] ?? [])}))`)
  const others: string[] = []
  for (const { firstDay, lastDay, shifts } of exceptions)
    for (let day = firstDay; day <= lastDay && others.length < EXCEPTION_DAYS_MAX; day++)
      others.push(`(0||${others.length}(d|${day - SERIAL_ZERO})(${shiftsText(shifts)}))`)
  return `(0||CalendarData()((0||DaysOfWeek()(${days.join('')}))(0||VIEW(ShowTotal|N)())(0||Exceptions()(${others.join('')}))))`
}

const shiftsText = (shifts: Shifts): string =>
  shifts.map(([from, to], n) => `(0||${n}(s|${formatTime(from)}|f|${formatTime(to % MINUTES_PER_DAY)})())`).join('')

/** Working minutes of a week without exceptions. */
export const minutesPerWeek = ({ week }: CalendarSpec): number =>
  week.reduce((sum, shifts) => sum + shifts.reduce((minutes, [from, to]) => minutes + to - from, 0), 0)
