/** A setting with five calendars for benchmarks: weeks of five to seven days, nights, and sixty holidays of one to three days. */
import { DEFAULT_RULES } from '../../shared/schedule/scheduling-rules.ts'
import type { ScheduleSetting, Shifts } from '../../shared/schedule/setting.ts'

export const CALENDAR_COUNT = 5

const week = (shifts: Shifts, days: number): Shifts[] => Array.from({ length: 7 }, (_, d) => (d < days ? shifts : []))
const DAY: Shifts = [
  [480, 720],
  [780, 1020],
]
const NIGHT: Shifts = [
  [0, 360],
  [1320, 1440],
]
const WEEKS = [week(DAY, 5), week([[420, 1020]], 6), week([[0, 1440]], 7), week([[360, 840]], 5), week(NIGHT, 5)]

/** The holidays begin on `firstDay`, the data date is some weeks later. */
export function fiveCalendars(firstDay: number, dataDay: number): ScheduleSetting {
  const holidays = Array.from({ length: 60 }, (_, n) => {
    const day = firstDay + n * 30
    return { firstDay: day, lastDay: day + (n % 3), shifts: [] }
  })
  return {
    calendars: WEEKS.map((days, n) => ({
      id: `C${n}`,
      name: null,
      minutesPerDay: n === 2 ? 1440 : 480,
      week: days,
      exceptions: n === 2 ? [] : holidays,
    })),
    defaultCalendar: 0,
    dataDate: dataDay * 1440,
    projectStart: Number.NaN,
    mustFinishBy: Number.NaN,
    rules: { ...DEFAULT_RULES, totalFloatAs: 'smallest', useExpectedFinish: true },
  }
}
