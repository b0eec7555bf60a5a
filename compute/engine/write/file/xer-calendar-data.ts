/** The working times of a calendar as P6 keeps them in clndr_data: see read/file/xer/calendar-data.ts, which reads them back. */
import { weekday } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { withCommas } from '../../wording/numbers.ts'
import { expectOutput, megabytesText } from '../output-bound.ts'

/** 1899-12-30, from which P6 counts days. */
const SERIAL_ZERO = -25_569
/** Most bytes of an exception beside its shifts: its number and its day. */
const EXCEPTION_BYTES = 22

/** An exception of more days is no list of holidays, so those of its days that the week has alike are left out. */
const HOLIDAYS_MAX = 7

/** P6 knows no ranges, so an exception of many days is that many. bytesOf: how long one of its days is as the format has it. */
export function eachException(
  { id, name, week, exceptions }: CalendarSpec,
  format: string,
  bytesOf: (shifts: Shifts) => number,
  take: (day: number, shifts: Shifts) => void,
): void {
  let days = 0
  let bytes = 0
  let shiftsMax = 0
  for (const { firstDay, lastDay, shifts } of exceptions) {
    days += lastDay - firstDay + 1
    bytes += (lastDay - firstDay + 1) * bytesOf(shifts)
    shiftsMax = Math.max(shiftsMax, shifts.length)
  }
  // before a text is made that the answer has no room for
  expectOutput(bytes, () => WORDS.calendar(name ?? id, bytes, days, shiftsMax, format))
  const ofWeek = Array.from({ length: 7 }, (_, d) => JSON.stringify(week[d] ?? []))
  for (const { firstDay, lastDay, shifts } of exceptions) {
    const own = JSON.stringify(shifts)
    for (let day = firstDay; day <= lastDay; day++)
      if (lastDay - firstDay < HOLIDAYS_MAX || own !== ofWeek[weekday(day) - 1]) take(day, shifts)
  }
}

export function calendarDataOf(calendar: CalendarSpec): string {
  const { week } = calendar
  // 1 = Sunday
  const days = Array.from({ length: 7 }, (_, n) => `(0||${n + 1}()(${shiftsText(week[(n + 6) % 7] ?? [])}))`)
  const others: string[] = []
  const bytesOf = (shifts: Shifts): number => EXCEPTION_BYTES + shiftsText(shifts).length
  eachException(calendar, 'an XER', bytesOf, (day, shifts) =>
    others.push(`(0||${others.length}(d|${day - SERIAL_ZERO})(${shiftsText(shifts)}))`),
  )
  return `(0||CalendarData()((0||DaysOfWeek()(${days.join('')}))(0||VIEW(ShowTotal|N)())(0||Exceptions()(${others.join('')}))))`
}

const WORDS = {
  calendar: (name: string, bytes: number, days: number, shifts: number, format: string): string =>
    `Calendar ${JSON.stringify(name)} alone would take ${megabytesText(bytes)}: its exceptions are ${withCommas(days)} days with up to ${shifts} ${shifts === 1 ? 'shift' : 'shifts'} each, and ${format}, which knows no ranges, names each day by itself. Send shorter exceptions, put what always holds into the work week, or convert to ms_project_xml.`,
} as const

const shiftsText = (shifts: Shifts): string =>
  shifts.map(([from, to], n) => `(0||${n}(s|${formatTime(from)}|f|${formatTime(to % MINUTES_PER_DAY)})())`).join('')

/** Working minutes of a week without exceptions. */
export const minutesPerWeek = ({ week }: CalendarSpec): number =>
  week.reduce((sum, shifts) => sum + shifts.reduce((minutes, [from, to]) => minutes + to - from, 0), 0)
