/** The working times of a calendar as P6 keeps them in clndr_data: see read/file/xer/calendar-data.ts, which reads them back. */
import { weekday } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { expectOutput, megabytesText } from '../output-bound.ts'

/** 1899-12-30, from which P6 counts days. */
const SERIAL_ZERO = -25_569
/** Most bytes of an exception beside its shifts: its number and its day. */
const EXCEPTION_BYTES = 22

/** An exception of more days is no list of holidays, so those of its days that the week has alike are left out. */
const HOLIDAYS_MAX = 7

/** P6 knows no ranges, so an exception of many days is that many. */
export function calendarDataOf(calendar: CalendarSpec): string {
  const ofWeek = Array.from({ length: 7 }, (_, d) => shiftsText(calendar.week[d] ?? []))
  expectCalendarRoom(calendar, 'XER', EXCEPTION_BYTES, shifts => shiftsText(shifts).length)
  // 1 = Sunday
  const days = ofWeek.map((_, n) => `(0||${n + 1}()(${ofWeek[(n + 6) % 7]}))`)
  const others: string[] = []
  for (const { day, shifts } of daysOfExceptions(calendar))
    others.push(`(0||${others.length}(d|${day - SERIAL_ZERO})(${shiftsText(shifts)}))`)
  return `(0||CalendarData()((0||DaysOfWeek()(${days.join('')}))(0||VIEW(ShowTotal|N)())(0||Exceptions()(${others.join('')}))))`
}

/** Each day of the exceptions of a calendar. */
export function* daysOfExceptions({ week, exceptions }: CalendarSpec): Generator<{ day: number; shifts: Shifts }> {
  const ofWeek = week.map(shifts => String(shifts))
  for (const { firstDay, lastDay, shifts } of exceptions) {
    const own = String(shifts)
    for (let day = firstDay; day <= lastDay; day++)
      if (lastDay - firstDay < HOLIDAYS_MAX || own !== ofWeek[weekday(day) - 1]) yield { day, shifts }
  }
}

/** Before a text is made that the answer has no room for. `bytesOf`: of shifts; `exceptionBytes`: most bytes of an exception beside them. */
export function expectCalendarRoom(
  { id, name, exceptions }: CalendarSpec,
  format: 'XER' | 'P6 XML',
  exceptionBytes: number,
  bytesOf: (shifts: Shifts) => number,
): void {
  let days = 0
  let bytes = 0
  let shiftsMax = 0
  for (const { firstDay, lastDay, shifts } of exceptions) {
    days += lastDay - firstDay + 1
    bytes += (lastDay - firstDay + 1) * (exceptionBytes + bytesOf(shifts))
    shiftsMax = Math.max(shiftsMax, shifts.length)
  }
  expectOutput(bytes, () => WORDS.calendar(name ?? id, format, bytes, days, shiftsMax))
}

const WORDS = {
  calendar: (name: string, format: string, bytes: number, days: number, shifts: number): string =>
    `Calendar ${JSON.stringify(name)} alone would take ${megabytesText(bytes)}: its exceptions are ${days.toLocaleString('en-US')} days with up to ${shifts} ${shifts === 1 ? 'shift' : 'shifts'} each, and ${format === 'XER' ? 'an XER' : format}, which knows no ranges, names each day by itself. Send shorter exceptions, put what always holds into the work week, or convert to ms_project_xml.`,
} as const

const shiftsText = (shifts: Shifts): string =>
  shifts.map(([from, to], n) => `(0||${n}(s|${formatTime(from)}|f|${formatTime(to % MINUTES_PER_DAY)})())`).join('')

/** Working minutes of a week without exceptions. */
export const minutesPerWeek = ({ week }: CalendarSpec): number =>
  week.reduce((sum, shifts) => sum + shifts.reduce((minutes, [from, to]) => minutes + to - from, 0), 0)
