/** Which calendar the durations of a schedule are days of (ANALYSIS_REFERENCE 0.3, DECISIONS 40), and what speaks for it. */
import type { CALENDAR_MODES, CALENDAR_SOURCES } from '../../shared/endpoint/data/cpm-data.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'
import { parseDay } from '../../shared/schedule/day.ts'
import { Calendar, everyDay, mondayToFriday } from './calendar.ts'

type CalendarMode = (typeof CALENDAR_MODES)[number]

export interface CalendarChoice {
  readonly calendar: Calendar
  readonly mode: CalendarMode
  /** auto: chosen by the evidence; given: the request says so. */
  readonly source: (typeof CALENDAR_SOURCES)[number]
  /** Tasks whose duration fits their dates in this calendar, and in the other one (that of 7 days, or Monday to Friday). */
  readonly evidenceFor: number
  readonly evidenceAgainst: number
}

/** Shorter tasks fit both calendars. */
const EVIDENCE_DURATION_DAYS_MIN = 6
const EVIDENCE_TOLERANCE_DAYS = 1

/** `request` is the member `calendar` of a body that passed its schema, or undefined. */
export function chooseCalendar(columns: ScheduleColumns, request: unknown): CalendarChoice {
  const all = everyDay()
  const working = mondayToFriday()
  if (typeof request === 'object' && request !== null) {
    const custom = customCalendar(request as { work_days: number[]; holidays?: string[] })
    const [evidenceFor, evidenceAgainst] = countFits(columns, custom, all)
    return { calendar: custom, mode: 'custom', source: 'given', evidenceFor, evidenceAgainst }
  }
  const [fitsAll, fitsWorking] = countFits(columns, all, working)
  const given = request === 'calendar_days' || request === 'working_days'
  if (given ? request === 'working_days' : fitsWorking > fitsAll) {
    const source = given ? 'given' : 'auto'
    return { calendar: working, mode: 'working_days', source, evidenceFor: fitsWorking, evidenceAgainst: fitsAll }
  }
  const source = given ? 'given' : 'auto'
  return { calendar: all, mode: 'calendar_days', source, evidenceFor: fitsAll, evidenceAgainst: fitsWorking }
}

function customCalendar(request: { work_days: readonly number[]; holidays?: readonly string[] | null }): Calendar {
  const holidays = (request.holidays ?? []).map(parseDay).filter(day => day !== undefined)
  return new Calendar(request.work_days, holidays)
}

/** Tasks whose duration is, within the tolerance, the inclusive span of their planned, else baseline, dates in a and in b. */
function countFits(columns: ScheduleColumns, a: Calendar, b: Calendar): [fitsA: number, fitsB: number] {
  const { taskCount, durationDays, plannedStart, plannedFinish, baselineStart, baselineFinish } = columns
  let fitsA = 0
  let fitsB = 0
  for (let i = 0; i < taskCount; i++) {
    if (!(durationDays[i] >= EVIDENCE_DURATION_DAYS_MIN)) continue
    const planned = plannedStart[i] !== DAY_ABSENT && plannedFinish[i] !== DAY_ABSENT
    const start = planned ? plannedStart[i] : baselineStart[i]
    const finish = planned ? plannedFinish[i] : baselineFinish[i]
    if (start === DAY_ABSENT || finish === DAY_ABSENT) continue
    if (Math.abs(durationDays[i] - a.daysBetween(start, finish)) <= EVIDENCE_TOLERANCE_DAYS) fitsA++
    if (Math.abs(durationDays[i] - b.daysBetween(start, finish)) <= EVIDENCE_TOLERANCE_DAYS) fitsB++
  }
  return [fitsA, fitsB]
}

/** How a result names its calendar. */
export const showCalendar = ({ mode, source, evidenceFor, evidenceAgainst }: CalendarChoice) => ({
  mode,
  source,
  evidence_for: evidenceFor,
  evidence_against: evidenceAgainst,
})
