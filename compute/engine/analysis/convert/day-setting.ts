/** A schedule without calendars as one with the calendar that its durations are counted in, which a file needs: days of eight hours. */

import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { DEFAULT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { type CalendarException, momentOf, type Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { chooseCalendar } from '../../calendar/choice.ts'

const SHIFTS: Shifts = [
  [8 * 60, 12 * 60],
  [13 * 60, 17 * 60],
]
const WEEK_DAYS = 7
const MINUTES_PER_DAY_OF_WORK = 8 * 60

export function withSetting(input: AnalysisInput): AnalysisInput {
  const columns = input.schedules.get('tasks')!
  if (columns.setting !== undefined) return input
  const { calendar, status_date, project_start, must_finish_by } = input.params
  const { workDays } = chooseCalendar(columns, calendar)
  const holidays = (calendar as { readonly holidays?: readonly string[] | null } | null | undefined)?.holidays ?? []
  const days = [...new Set(holidays.map(day => parseDay(day)!))].sort((a, b) => a - b)
  const exceptions = days.map((day): CalendarException => ({ firstDay: day, lastDay: day, shifts: [] }))
  const setting = {
    calendars: [
      {
        id: '1',
        name: workDays.length === WEEK_DAYS ? 'Seven days' : 'Standard',
        minutesPerDay: MINUTES_PER_DAY_OF_WORK,
        week: Array.from({ length: WEEK_DAYS }, (_, d) => (workDays.includes(d + 1) ? SHIFTS : [])),
        exceptions,
      },
    ],
    defaultCalendar: 0,
    dataDate: momentOf(status_date),
    projectStart: momentOf(project_start),
    mustFinishBy: momentOf(must_finish_by, true),
    rules: DEFAULT_RULES,
  } as const
  return { ...input, schedules: new Map([['tasks', { ...columns, setting, notes: undefined }]]) }
}
