/** Which calendar the durations of a schedule refer to, and the evidence for it. work-weeks.ts guesses weeks. */
import type { CALENDAR_MODES, CALENDAR_SOURCES } from '../../../shared/contract/analysis/cpm/data.ts'
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { Calendar, everyDay, mondayToFriday } from './calendar.ts'
import { dayCalendar } from './day-calendar.ts'
import {
  EVIDENCE_DURATION_DAYS_MIN,
  EVIDENCE_TOLERANCE_DAYS,
  evidenceFinish,
  evidenceStart,
  hasEvidenceColumns,
  isEvidence,
  WeekEvidence,
} from './work-weeks.ts'

type CalendarMode = (typeof CALENDAR_MODES)[number]

export interface CalendarChoice {
  readonly calendar: Calendar
  readonly mode: CalendarMode
  /** auto: chosen by the evidence; given: the request says so. */
  readonly source: (typeof CALENDAR_SOURCES)[number]
  /** ISO weekdays that work is done on, ascending. */
  readonly workDays: readonly number[]
  /** Tasks whose duration fits their dates in this calendar, and in the other one (that of 7 days, or Monday to Friday). */
  readonly evidenceFor: number
  readonly evidenceAgainst: number
  /** What a guess was made from; absent: the calendar is no guess. */
  readonly guess?: Guess
}

interface Guess {
  /** Tasks long enough for their duration and dates to distinguish weeks. */
  readonly evidenceCount: number
  /** Starts and finishes of work, and those of them on days off of the week that was guessed. */
  readonly dateCount: number
  readonly datesOff: number
}

const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7]
const WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5]

/** What was guessed for columns, so that it can be reported once the analysis is done (input-findings.ts). */
const guesses = new ColumnNote<CalendarChoice>()

/** The calendar that an analysis guessed for these columns; undefined: it needed none, or the request has one. */
export const guessOf = (columns: ScheduleColumns): CalendarChoice | undefined => guesses.of(columns)

/**
 * `request` is the member `calendar` of a body that passed its schema, or undefined. Columns with calendars of their own are reckoned in
 * those; the days that it gives them are those of the project's.
 */
export function chooseCalendar(columns: ScheduleColumns, request: unknown): CalendarChoice {
  if (columns.setting !== undefined)
    return {
      ...dayCalendar(columns.setting),
      mode: 'task_calendars',
      source: 'given',
      evidenceFor: 0,
      evidenceAgainst: 0,
    }
  const all = everyDay()
  const working = mondayToFriday()
  if (typeof request === 'object' && request !== null) {
    const { work_days, holidays } = request as { work_days: number[]; holidays?: string[] }
    const custom = customCalendar({ work_days, ...(holidays === undefined ? {} : { holidays }) })
    const [evidenceFor, evidenceAgainst] = countFits(columns, custom, all)
    const workDays = EVERY_DAY.filter(day => work_days.includes(day))
    return { calendar: custom, mode: 'custom', source: 'given', workDays, evidenceFor, evidenceAgainst }
  }
  const isGiven = request === 'calendar_days' || request === 'working_days'
  const evidence = isGiven || !hasEvidenceColumns(columns) ? undefined : new WeekEvidence(columns)
  const [fitsAll, fitsWorking] =
    evidence === undefined
      ? countFits(columns, all, working)
      : [evidence.fitsOf(EVERY_DAY), evidence.fitsOf(WORKING_DAYS)]
  const inAll = { calendar: all, mode: 'calendar_days', workDays: EVERY_DAY } as const
  const inWorking = { calendar: working, mode: 'working_days', workDays: WORKING_DAYS } as const
  if (request === 'calendar_days')
    return { ...inAll, source: 'given', evidenceFor: fitsAll, evidenceAgainst: fitsWorking }
  if (request === 'working_days')
    return { ...inWorking, source: 'given', evidenceFor: fitsWorking, evidenceAgainst: fitsAll }
  const usual = fitsWorking > fitsAll ? inWorking : inAll
  const week = evidence?.best(usual.workDays) ?? {
    workDays: usual.workDays,
    evidenceCount: 0,
    dateCount: 0,
    datesOff: 0,
  }
  const { evidenceCount, dateCount, datesOff } = week
  const guess = { evidenceCount, dateCount, datesOff }
  const chosen: CalendarChoice =
    week.workDays === usual.workDays
      ? {
          ...usual,
          source: 'auto',
          evidenceFor: Math.max(fitsAll, fitsWorking),
          evidenceAgainst: Math.min(fitsAll, fitsWorking),
          guess,
        }
      : { ...unusual(columns, week.workDays, usual.calendar), guess }
  return guesses.set(columns, chosen)
}

/** A week that is neither every day nor Monday to Friday, which fits less well. */
function unusual(columns: ScheduleColumns, workDays: readonly number[], usual: Calendar): CalendarChoice {
  const isEveryDay = workDays.length === EVERY_DAY.length
  const isWorking = String(workDays) === String(WORKING_DAYS)
  const calendar = new Calendar(workDays)
  const [evidenceFor, evidenceAgainst] = countFits(columns, calendar, usual)
  const mode = isEveryDay ? 'calendar_days' : isWorking ? 'working_days' : 'custom'
  return { calendar, mode, source: 'auto', workDays, evidenceFor, evidenceAgainst }
}

function customCalendar(request: { work_days: readonly number[]; holidays?: readonly string[] | null }): Calendar {
  const holidays = (request.holidays ?? []).map(parseDay).filter(day => day !== undefined)
  return new Calendar(request.work_days, holidays)
}

/** Tasks whose duration is, within the tolerance, the inclusive span of their planned, else baseline, dates in a and in b. */
function countFits(columns: ScheduleColumns, a: Calendar, b: Calendar): [fitsA: number, fitsB: number] {
  if (!hasEvidenceColumns(columns)) return [0, 0]
  const { taskCount, durationDays } = columns
  let fitsA = 0
  let fitsB = 0
  for (let i = 0; i < taskCount; i++) {
    if (!(durationDays[i] >= EVIDENCE_DURATION_DAYS_MIN) || !isEvidence(columns, i)) continue
    const start = evidenceStart(columns, i)
    const finish = evidenceFinish(columns, i)
    if (Math.abs(durationDays[i] - a.daysBetween(start, finish)) <= EVIDENCE_TOLERANCE_DAYS) fitsA++
    if (Math.abs(durationDays[i] - b.daysBetween(start, finish)) <= EVIDENCE_TOLERANCE_DAYS) fitsB++
  }
  return [fitsA, fitsB]
}

/** The calendar that offsets of a schedule count: that of its tasks, or every day where each task has one of its own. */
export const spanCalendar = ({ mode, calendar }: Pick<CalendarChoice, 'mode' | 'calendar'>): Calendar =>
  mode === 'task_calendars' ? everyDay() : calendar

/** How a result names its calendar. */
export const showCalendar = ({ mode, source, workDays, evidenceFor, evidenceAgainst }: CalendarChoice) => ({
  mode,
  source,
  work_days: workDays,
  evidence_for: evidenceFor,
  evidence_against: evidenceAgainst,
})
