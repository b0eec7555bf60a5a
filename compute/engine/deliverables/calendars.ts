/** The calendars of a deliverable: those of the schedule, or the one that its days are counted by. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, Shifts } from '../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { chooseCalendar } from '../calendar/choice.ts'
import { taskCalendars, workCalendar } from '../clock/calendars.ts'
import type { WorkCalendar } from '../clock/work-calendar.ts'

export interface Calendars {
  readonly specs: readonly CalendarSpec[]
  /** Index of the calendar of each task. */
  readonly ofTask: Uint16Array
  readonly defaultIndex: number
}

const HOURS_PER_DAY = 8
/** Eight hours, from eight to four. */
const DAY_SHIFTS: Shifts = [[8 * 60, 16 * 60]]

export function calendarsOf(columns: ScheduleColumns, request: unknown): Calendars {
  const { setting, taskCount } = columns
  if (setting !== undefined)
    return {
      specs: setting.calendars,
      ofTask: taskCalendars(columns, setting),
      defaultIndex: setting.defaultCalendar,
    }
  const { workDays } = chooseCalendar(columns, request)
  const { holidays } = (typeof request === 'object' && request !== null ? request : {}) as {
    holidays?: string[] | null
  }
  const days = [...new Set((holidays ?? []).map(parseDay).filter(day => day !== undefined))].sort((a, b) => a - b)
  const spec: CalendarSpec = {
    id: '1',
    name: `${workDays.length} day week`,
    minutesPerDay: HOURS_PER_DAY * 60,
    week: Array.from({ length: 7 }, (_, d) => (workDays.includes(d + 1) ? DAY_SHIFTS : [])),
    exceptions: days.map(day => ({ firstDay: day, lastDay: day, shifts: [] })),
  }
  return { specs: [spec], ofTask: new Uint16Array(taskCount), defaultIndex: 0 }
}

export const minutesOf = (shifts: Shifts): number => shifts.reduce((sum, [from, to]) => sum + to - from, 0)

/** Work days of the calendars of tasks between days. */
export class WorkDays {
  readonly #calendars: Calendars
  /** By the index of the calendar, each looked up once. */
  readonly #work: (WorkCalendar | undefined)[] = []

  constructor(calendars: Calendars) {
    this.#calendars = calendars
  }

  /** From the start of a day to the start of another; negative when the second lies before the first. */
  between(task: number, from: number, to: number): number {
    const { specs, ofTask } = this.#calendars
    const index = ofTask[task]
    const calendar = (this.#work[index] ??= workCalendar(specs[index]))
    return calendar.workBetween(from * MINUTES_PER_DAY, to * MINUTES_PER_DAY) / specs[index].minutesPerDay
  }
}

/** Day by day, within from and to; `outside` counts the days that lie elsewhere. */
export function* daysOfException(
  { exceptions }: CalendarSpec,
  from: number,
  to: number,
  outside: { addRows: (count: number) => void },
): Generator<{ readonly day: number; readonly minutes: number; readonly shifts: Shifts }> {
  for (const { firstDay, lastDay, shifts } of exceptions) {
    const [first, last] = [Math.max(firstDay, from), Math.min(lastDay, to)]
    outside.addRows(lastDay - firstDay + 1 - Math.max(0, last - first + 1))
    for (let day = first; day <= last; day++) yield { day, minutes: minutesOf(shifts), shifts }
  }
}
