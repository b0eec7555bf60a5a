/** Changes of calendars and scheduling options in words: which days, which hours, from what to what. */
import type { SettingKind } from '../../../shared/contract/analysis/change-tracking/words.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import type { SchedulingRules } from '../../../shared/contract/schedule/scheduling-rules.ts'
import type { CalendarSpec, ScheduleSetting, Shifts } from '../../../shared/contract/schedule/setting.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { plural } from '../wording/numbers.ts'
import { listed } from '../wording/tasks.ts'
import { type ChangedDays, calendarEdits, isAboutDays, type SettingChange, sameShifts } from './setting-changes.ts'

/** Spans of days, and weekdays, that a text lists. */
const SPANS_SHOWN_MAX = 6
const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** What each kind is called. */
export const SETTING_TITLES: Readonly<Record<SettingKind, string>> = {
  calendar_added: 'calendar added',
  calendar_removed: 'calendar removed',
  default_calendar: 'default calendar of the project changed',
  work_week: 'working week changed',
  hours_per_day: 'hours per day changed',
  days_off_added: 'days off added',
  days_off_removed: 'days off removed',
  working_days_changed: 'working time of single days changed',
  option: 'scheduling option',
  project_start: 'start of the project changed',
  must_finish_by: 'required finish of the project changed',
  resource_calendar: 'calendar of a resource changed',
  resource_limits: 'limits of a resource changed',
  resource_type: 'type of a resource changed',
}

/** A required finish as it was given: a day where it is the end of one. null = none. */
export const requiredFinish = (moment: number): string | null =>
  Number.isNaN(moment)
    ? null
    : moment % MINUTES_PER_DAY === 0
      ? formatDay(moment / MINUTES_PER_DAY - 1)
      : formatMoment(moment)

interface ShownChange {
  readonly kind?: unknown
  readonly before?: unknown
  readonly after?: unknown
}
/** "The required finish of the project changed: 2026-02-27T17:00 to none."; empty where it did not. */
export function requiredFinishText(changes: readonly ShownChange[]): string {
  const moves = changes
    .filter(({ kind }) => kind === 'must_finish_by')
    .map(({ before, after }) => `${before ?? 'none'} to ${after ?? 'none'}`)
  return moves.length === 0 ? '' : `The ${SETTING_TITLES.must_finish_by}: ${moves.join(', ')}.`
}

/** Members of scheduling_options, as a request calls them. */
const OPTION_NAMES: Readonly<Record<keyof SchedulingRules, string>> = {
  rules: 'rules',
  progress: 'progress',
  lagCalendar: 'lag_calendar',
  criticalBy: 'critical_by',
  criticalFloatDaysMax: 'critical_float_days_max',
  totalFloatAs: 'total_float_as',
  useExpectedFinish: 'use_expected_finish',
  ignoreExternalDates: 'ignore_external_dates',
  openEndsCritical: 'open_ends_critical',
  scheduleFromFinish: 'schedule_from_finish',
  honorConstraints: 'honor_constraints',
  respectLevelingDelay: 'respect_leveling_delay',
}

/** Its name, else its id. */
export const calendarName = ({ calendars }: Pick<ScheduleSetting, 'calendars'>, n: number): string =>
  calendars[n].name ?? calendars[n].id

const two = (value: number): string => String(value).padStart(2, '0')
const timeText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** "08:00-12:00, 13:00-17:00", "day off". */
const shiftsText = (shifts: Shifts): string =>
  shifts.length === 0 ? 'day off' : shifts.map(([from, to]) => `${timeText(from)}-${timeText(to)}`).join(', ')

/** "Mon-Fri 08:00-12:00, 13:00-17:00; Sat, Sun day off" */
function weekText(week: readonly Shifts[]): string {
  const groups: { readonly shifts: Shifts; readonly days: number[] }[] = []
  for (const [d, shifts] of week.entries()) {
    const group = groups.find(each => sameShifts(each.shifts, shifts))
    if (group === undefined) groups.push({ shifts, days: [d] })
    else group.days.push(d)
  }
  return groups.map(({ shifts, days }) => `${weekdaysText(days)} ${shiftsText(shifts)}`).join('; ')
}

function weekdaysText(days: readonly number[]): string {
  const runs: [number, number][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  return runs
    .map(([a, b]) => (a === b ? WEEKDAY_NAMES[a] : `${WEEKDAY_NAMES[a]}${b === a + 1 ? ', ' : '-'}${WEEKDAY_NAMES[b]}`))
    .join(', ')
}

/** "2026-04-06 to 2026-04-10, 2026-05-01 (6 days)" */
function daysText(days: readonly ChangedDays[]): string {
  const shown = days
    .slice(0, SPANS_SHOWN_MAX)
    .map(({ firstDay, lastDay }) =>
      firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`,
    )
  const count = days.reduce((sum, { dayCount }) => sum + dayCount, 0)
  return `${listed(shown, days.length)} (${plural(count, 'calendar day')})`
}

const hoursOfDay = (minutes: number): string => plural(minutes / 60, 'hour')
const momentText = (moment: number): string | null => (Number.isNaN(moment) ? null : formatMoment(moment))
const wordText = (value: string | number | boolean): string => String(value).replaceAll('_', ' ')

interface Told {
  /** The calendar or the option. */
  readonly subject: string | null
  readonly before: string | null
  readonly after: string | null
}

/** What was and what is, in words; null = there was or is none. */
export function describeChange(
  change: SettingChange,
  was: ScheduleSetting | undefined,
  is: ScheduleSetting | undefined,
): Told {
  const { kind, calendarBefore, calendarAfter, rule, resource } = change
  if (resource !== undefined) return { subject: resource.name, before: resource.before, after: resource.after }
  if (was === undefined || is === undefined) return { subject: null, before: null, after: null }
  const [old, now] = [was.calendars[calendarBefore], is.calendars[calendarAfter]]
  const subject =
    calendarAfter !== NO_MATCH
      ? calendarName(is, calendarAfter)
      : calendarBefore !== NO_MATCH
        ? calendarName(was, calendarBefore)
        : null
  if (isAboutDays(kind)) return { subject, ...daysTold(change) }
  switch (kind) {
    case 'calendar_added':
      return { subject, before: null, after: weekText(now.week) }
    case 'calendar_removed':
      return { subject, before: weekText(old.week), after: null }
    case 'default_calendar':
      return { subject: null, before: calendarName(was, calendarBefore), after: calendarName(is, calendarAfter) }
    case 'hours_per_day':
      return { subject, before: hoursOfDay(old.minutesPerDay), after: hoursOfDay(now.minutesPerDay) }
    case 'work_week':
      return { subject, before: weekText(old.week), after: weekText(now.week) }
    case 'option':
      return { subject: OPTION_NAMES[rule!], before: wordText(was.rules[rule!]), after: wordText(is.rules[rule!]) }
    case 'project_start':
      return { subject: null, before: momentText(was.projectStart), after: momentText(is.projectStart) }
    default:
      return { subject: null, before: requiredFinish(was.mustFinishBy), after: requiredFinish(is.mustFinishBy) }
  }
}

/** "work on 2025-12-24, 2025-12-26 (2 calendar days)" and "days off on" them; a week and hours per day as they were and are. null: nothing was edited. */
export function calendarEditText(was: CalendarSpec, is: CalendarSpec): Pick<Told, 'before' | 'after'> {
  const texts = calendarEdits(was, is).map(edit => {
    const days = daysText(edit.days)
    const [work, off] = [`work on ${days}`, `days off on ${days}`]
    if (edit.kind === 'days_off_added') return [work, off]
    if (edit.kind === 'days_off_removed') return [off, work]
    if (edit.kind === 'work_week') return [weekText(was.week), weekText(is.week)]
    if (edit.kind === 'hours_per_day') return [was, is].map(spec => `${hoursOfDay(spec.minutesPerDay)} per day`)
    const { before, after } = daysTold(edit)
    return [before, after]
  })
  const joined = (side: number): string | null => texts.map(pair => pair[side]).join('; ') || null
  return { before: joined(0), after: joined(1) }
}

/** Days off and the hours beside them; spans of other hours say what the first of them says. */
function daysTold({ kind, days }: SettingChange): Pick<Told, 'before' | 'after'> {
  const all = daysText(days)
  const hours = (shifts: Shifts | undefined): string => (shifts === undefined ? 'as in the week' : shiftsText(shifts))
  if (kind === 'days_off_added') return { before: null, after: all }
  if (kind === 'days_off_removed') return { before: all, after: null }
  const [first] = days
  return { before: `${hours(first.before)}: ${all}`, after: `${hours(first.after)}: ${all}` }
}
