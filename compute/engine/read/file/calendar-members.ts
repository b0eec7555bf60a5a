/** Calendars as members of a container (shared/contract/schedule/calendars.ts), from working times in minutes after midnight. */
import { WEEKDAYS } from '../../../../shared/contract/schedule/calendars.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarException, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { COST, type WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from './import-warnings.ts'

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

/** Before the member is made: what its exceptions take as texts, and as the tables of a calendar. Equal shifts are one text, but not in a frame. */
export function spendOnMember(
  meter: WorkMeter,
  { name, exceptions }: Pick<CalendarParts, 'name' | 'exceptions'>,
): void {
  let texts = exceptions.length
  for (const { shifts } of exceptions) texts += shifts.length * SHARE_OF_SHIFT
  const what = (): string => `Calendar ${JSON.stringify(name)} has ${exceptions.length} exceptions`
  meter.spend(texts, COST.told, ['Calendars'], what)
  meter.spend(exceptions.length, COST.tabled, ['Calendars'], what)
}

/** What the text of a shift takes beside that of an exception. */
const SHARE_OF_SHIFT = 1 / 16

/** Texts of shifts by the shifts: those of an exception that recurs are one list. */
type ShiftTexts = (shifts: Shifts) => string[][]

function shiftTexts(): ShiftTexts {
  const known = new Map<Shifts, string[][]>()
  return shifts => {
    let texts = known.get(shifts)
    if (texts === undefined) {
      texts = shifts.map(([from, to]) => [formatTime(from), to === MINUTES_PER_DAY ? '24:00' : formatTime(to)])
      known.set(shifts, texts)
    }
    return texts
  }
}

export function calendarMember({ id, name, minutesPerDay, parent, week, exceptions }: CalendarParts): CalendarMember {
  const textsOf = shiftTexts()
  return {
    id,
    ...(name === '' ? {} : { name }),
    hours_per_day: minutesPerDay / 60,
    ...(parent === undefined ? {} : { parent }),
    work_week: Object.fromEntries(
      WEEKDAYS.flatMap((weekday, d) => {
        const shifts = week[d]
        return shifts === undefined ? [] : [[weekday, textsOf(shifts)]]
      }),
    ),
    ...(exceptions.length === 0 ? {} : { exceptions: exceptions.map(each => exceptionMember(each, textsOf)) }),
  }
}

const exceptionMember = ({ firstDay, lastDay, shifts }: CalendarException, textsOf: ShiftTexts): object => ({
  date: formatDay(firstDay),
  ...(lastDay > firstDay ? { until: formatDay(lastDay) } : {}),
  ...(shifts.length === 0 ? {} : { shifts: textsOf(shifts) }),
})

/** What is said, in every format, of calendars that cannot be read as a whole. `count`: parts of their working times that are no days or shifts. */
export const reportCalendarParts = (warnings: ImportWarnings, count = 1): void =>
  warnings.add(
    'calendar_parts',
    'Parts of the working times of calendars are no days or shifts, or say a day once more with other times, and were left out.',
    count,
  )
