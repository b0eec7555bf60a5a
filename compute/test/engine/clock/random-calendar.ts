/** Random calendars as requests may bring them: day and night shifts, shifts over midnight split by day, holidays, 7-day weeks. */
import type { CalendarException, CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { between } from '../../helpers/random.ts'

const WEEKS: readonly (readonly Shifts[])[] = [
  // Monday to Friday, with a lunch break
  weekOf(
    [
      [480, 720],
      [780, 1020],
    ],
    5,
  ),
  weekOf([[420, 900]], 6),
  weekOf([[0, 1440]], 7),
  // ten hours, four days
  weekOf([[420, 1020]], 4),
  // nights: over midnight, split by day
  [
    [[1320, 1440]],
    [
      [0, 360],
      [1320, 1440],
    ],
    [
      [0, 360],
      [1320, 1440],
    ],
    [
      [0, 360],
      [1320, 1440],
    ],
    [
      [0, 360],
      [1320, 1440],
    ],
    [[0, 360]],
    [],
  ],
  // two days a week
  [[], [], [[540, 600]], [], [], [[600, 1380]], []],
]

function weekOf(shifts: Shifts, days: number): readonly Shifts[] {
  return Array.from({ length: 7 }, (_, d) => (d < days ? shifts : []))
}

const HOURS = [8, 8, 10, 24, 8, 7.5]

export function randomCalendar(rnd: () => number, id: string, firstDay: number, lastDay: number): CalendarSpec {
  const n = between(rnd, 0, WEEKS.length - 1)
  const exceptions: CalendarException[] = []
  let day = firstDay + between(rnd, 0, 20)
  while (day < lastDay && rnd() < 0.8) {
    const length = rnd() < 0.7 ? 1 : between(rnd, 2, 12)
    const shifts: Shifts =
      rnd() < 0.7
        ? []
        : rnd() < 0.5
          ? [
              [600, 660],
              [720, 725],
            ]
          : [[0, 1440]]
    exceptions.push({ firstDay: day, lastDay: day + length - 1, shifts })
    day += length + (rnd() < 0.3 ? 0 : between(rnd, 1, 30))
  }
  const minutesPerDay = rnd() < 0.7 ? HOURS[n]! * 60 : between(rnd, 1, 24) * 60
  return { id, name: null, minutesPerDay, week: WEEKS[n]!, exceptions }
}

/** Whether the minute that begins at the moment is worked: the plainest reading of a calendar. */
export function isWorked({ week, exceptions }: CalendarSpec, moment: number): boolean {
  const day = Math.floor(moment / 1440)
  const minute = moment - day * 1440
  const exception = exceptions.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
  const shifts = exception === undefined ? week[(((day + 3) % 7) + 7) % 7]! : exception.shifts
  return shifts.some(([from, to]) => from <= minute && minute < to)
}
