/**
 * What differs between the working time and the rules of two schedules: weeks, days off, hours and calendars of each, the calendar a task works
 * in, and scheduling options. Calendars are compared by the time they leave to work, however a tool wrote it down. Linear in what the calendars say.
 */
import { SETTING_KINDS, type SettingKind } from '../../../shared/contract/analysis/change-tracking/words.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { SchedulingRules } from '../../../shared/contract/schedule/scheduling-rules.ts'
import type {
  CalendarException,
  CalendarSpec,
  ScheduleSetting,
  Shifts,
} from '../../../shared/contract/schedule/setting.ts'
import { taskCalendars } from '../clock/calendars.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { zeros } from '../ids/short-arrays.ts'

/** Days one after the other whose working time is not what it was. */
export interface ChangedDays {
  readonly firstDay: number
  readonly lastDay: number
  /** Working times of these days before and now; undefined = those of the week. */
  readonly before: Shifts | undefined
  readonly after: Shifts | undefined
  /** Days among them whose working time differs. */
  readonly dayCount: number
}

export interface SettingChange {
  readonly kind: SettingKind
  /** The calendar in the earlier and in the later setting; NO_MATCH where the change is about none, or it is not there. */
  readonly calendarBefore: number
  readonly calendarAfter: number
  /** The rule that an option is. */
  readonly rule: keyof SchedulingRules | undefined
  /** The resource that it is about, with what was and is said of it. */
  readonly resource:
    | { readonly id: string; readonly name: string; readonly before: string | null; readonly after: string | null }
    | undefined
  /** Days of the three kinds of change that are about single days, ascending. */
  readonly days: readonly ChangedDays[]
  /** Days whose working time differs, and those of them before the data date of the earlier schedule. */
  readonly dayCount: number
  readonly pastDayCount: number
  /** Minutes of work that the change brings, negative = takes away: of the single days, or of a week. NaN = the change is not about working time. */
  readonly minutes: number
}

export interface SettingSide {
  readonly columns: ScheduleColumns
  /** Day of the data date, DAY_ABSENT = unknown. */
  readonly day: number
}

export interface SettingDifference {
  readonly changes: readonly SettingChange[]
  /** Entry i: index in the earlier setting of the calendar in which the earlier self of later task i works; NO_MATCH = the same one, or no earlier self. */
  readonly reassigned: Int32Array
  readonly reassignedCount: number
  /** Entry n: calendar of the later setting that is calendar n of the earlier one. */
  readonly laterCalendar: Int32Array
}

const NO_SHIFTS_CHANGED: readonly ChangedDays[] = []
const NOT_ABOUT_TIME = Number.NaN

export const changeOf = (kind: SettingKind, more: Partial<SettingChange> = {}): SettingChange => ({
  kind,
  calendarBefore: NO_MATCH,
  calendarAfter: NO_MATCH,
  rule: undefined,
  resource: undefined,
  days: NO_SHIFTS_CHANGED,
  dayCount: 0,
  pastDayCount: 0,
  minutes: NOT_ABOUT_TIME,
  ...more,
})

/** `beforeOf`: earlier task of each later one, NO_MATCH = none. */
export function settingDifference(before: SettingSide, after: SettingSide, beforeOf: Int32Array): SettingDifference {
  const [was, is] = [before.columns.setting, after.columns.setting]
  const reassigned = zeros(Int32Array, after.columns.taskCount).fill(NO_MATCH)
  const none = { reassigned, reassignedCount: 0, laterCalendar: new Int32Array(0) }
  // a schedule without calendars beside one that has them is reckoned in those of that one
  if (was === undefined || is === undefined || was.calendars === is.calendars) return { changes: [], ...none }
  const laterCalendar = matchCalendars(was.calendars, is.calendars)
  const changes: SettingChange[] = []
  const ofDays = dayChangesOfPairs(before.day)
  const found = new Uint8Array(is.calendars.length)
  for (const [n, spec] of was.calendars.entries()) {
    const k = laterCalendar[n]
    if (k === NO_MATCH) changes.push(changeOf('calendar_removed', { calendarBefore: n }))
    else {
      found[k] = 1
      compareCalendars(spec, is.calendars[k], ofDays(spec, is.calendars[k]), more =>
        changes.push({ ...more, calendarBefore: n, calendarAfter: k }),
      )
    }
  }
  for (const [k, isFound] of found.entries())
    if (isFound === 0) changes.push(changeOf('calendar_added', { calendarAfter: k }))
  if (laterCalendar[was.defaultCalendar] !== is.defaultCalendar)
    changes.push(
      changeOf('default_calendar', { calendarBefore: was.defaultCalendar, calendarAfter: is.defaultCalendar }),
    )
  for (const rule of Object.keys(is.rules) as (keyof SchedulingRules)[])
    if (was.rules[rule] !== is.rules[rule]) changes.push(changeOf('option', { rule }))
  if (!Object.is(was.projectStart, is.projectStart)) changes.push(changeOf('project_start'))
  if (!Object.is(was.mustFinishBy, is.mustFinishBy)) changes.push(changeOf('must_finish_by'))
  const reassignedCount = markReassigned(before.columns, after.columns, was, is, beforeOf, laterCalendar, reassigned)
  return { changes, reassigned, reassignedCount, laterCalendar }
}

/** By id and name together, then by a name that each side has once, then by id: tools number calendars anew, planners rename them. */
export function matchCalendars(was: readonly CalendarSpec[], is: readonly CalendarSpec[]): Int32Array {
  const matches = new Int32Array(was.length).fill(NO_MATCH)
  const taken = new Uint8Array(is.length)
  const pair = (keyOf: (spec: CalendarSpec) => string | null): void => {
    const [left, right] = [
      onceByKey(was, keyOf, n => matches[n] === NO_MATCH),
      onceByKey(is, keyOf, k => taken[k] === 0),
    ]
    for (const [key, n] of left) {
      const k = right.get(key) ?? NO_MATCH
      if (n === NO_MATCH || k === NO_MATCH) continue
      matches[n] = k
      taken[k] = 1
    }
  }
  pair(({ id, name }) => JSON.stringify([id, name]))
  pair(({ name }) => name)
  pair(({ id }) => id)
  return matches
}

/** Index by key; NO_MATCH where several have it. */
function onceByKey(
  specs: readonly CalendarSpec[],
  keyOf: (spec: CalendarSpec) => string | null,
  isFree: (n: number) => boolean,
): Map<string, number> {
  const byKey = new Map<string, number>()
  for (const [n, spec] of specs.entries()) {
    const key = keyOf(spec)
    if (key !== null && isFree(n)) byKey.set(key, byKey.has(key) ? NO_MATCH : n)
  }
  return byKey
}

function compareCalendars(
  was: CalendarSpec,
  is: CalendarSpec,
  ofDays: readonly SettingChange[],
  add: (change: SettingChange) => void,
): void {
  const weekMinutes = was.week.reduce((sum, shifts, d) => sum + minutesOf(is.week[d]) - minutesOf(shifts), 0)
  if (was.week.some((shifts, d) => !sameShifts(shifts, is.week[d])))
    add(changeOf('work_week', { minutes: weekMinutes }))
  if (was.minutesPerDay !== is.minutesPerDay) add(changeOf('hours_per_day'))
  for (const change of ofDays) add(change)
}

/** How one calendar was edited: its week, its hours per day, single days of it. */
export function calendarEdits(was: CalendarSpec, is: CalendarSpec): readonly SettingChange[] {
  const edits: SettingChange[] = []
  compareCalendars(was, is, dayChanges(was, is, Number.NEGATIVE_INFINITY), edit => edits.push(edit))
  return edits
}

/** The changes of single days, of each kind one. */
function dayChanges(was: CalendarSpec, is: CalendarSpec, earlierDay: number): readonly SettingChange[] {
  const byKind = new Map<SettingKind, ChangedDays[]>()
  for (const days of changedDays(was, is)) {
    const kind = kindOf(days)
    const known = byKind.get(kind)
    if (known === undefined) byKind.set(kind, [days])
    else known.push(days)
  }
  return SETTING_KINDS.flatMap(kind => {
    const days = byKind.get(kind)
    if (days === undefined) return []
    const sum = (of: (each: ChangedDays) => number): number => days.reduce((total, each) => total + of(each), 0)
    return changeOf(kind, {
      days,
      dayCount: sum(({ dayCount }) => dayCount),
      pastDayCount: sum(each => countDays(was, is, { ...each, lastDay: Math.min(each.lastDay, earlierDay - 1) })),
      minutes: sum(each => sumDays(was, is, each, (then, now) => minutesOf(now) - minutesOf(then))),
    })
  })
}

const NO_CHANGES: readonly SettingChange[] = []

/** dayChanges() of many calendars: those that take over all exceptions of one parent have one list, and mostly one week. */
function dayChangesOfPairs(earlierDay: number): (was: CalendarSpec, is: CalendarSpec) => readonly SettingChange[] {
  interface Found {
    readonly was: CalendarSpec
    readonly is: CalendarSpec
    readonly changes: readonly SettingChange[]
  }
  const found = new Map<CalendarSpec['exceptions'], Map<CalendarSpec['exceptions'], Found>>()
  const sameWeek = (a: CalendarSpec, b: CalendarSpec): boolean => a.week.every((shifts, d) => shifts === b.week[d])
  return (was, is) => {
    // exceptions that are the same ones make no difference, whatever the weeks
    if (was.exceptions === is.exceptions) return NO_CHANGES
    let ofWas = found.get(was.exceptions)
    if (ofWas === undefined) found.set(was.exceptions, (ofWas = new Map()))
    const known = ofWas.get(is.exceptions)
    if (known !== undefined && sameWeek(known.was, was) && sameWeek(known.is, is)) return known.changes
    const changes = dayChanges(was, is, earlierDay)
    ofWas.set(is.exceptions, { was, is, changes })
    return changes
  }
}

export const isAboutDays = (kind: SettingKind): boolean =>
  kind === 'days_off_added' || kind === 'days_off_removed' || kind === 'working_days_changed'

function kindOf({ before, after }: Pick<ChangedDays, 'before' | 'after'>): SettingKind {
  if (after?.length === 0) return 'days_off_added'
  return before?.length === 0 ? 'days_off_removed' : 'working_days_changed'
}

/** The days on which only exceptions make a difference. */
function changedDays(was: CalendarSpec, is: CalendarSpec): ChangedDays[] {
  const changed: ChangedDays[] = []
  for (const span of spans(was.exceptions, is.exceptions)) {
    const dayCount = countDays(was, is, span)
    if (dayCount > 0) changed.push({ ...span, dayCount })
  }
  return changed
}

type Span = Omit<ChangedDays, 'dayCount'>

/** The exceptions of both sides cut where either begins or ends. */
function* spans(was: readonly CalendarException[], is: readonly CalendarException[]): Generator<Span> {
  let [a, b] = [0, 0]
  let from = Number.NEGATIVE_INFINITY
  while (a < was.length || b < is.length) {
    const [x, y] = [was[a], is[b]]
    const first = Math.max(
      from,
      Math.min(x?.firstDay ?? Number.POSITIVE_INFINITY, y?.firstDay ?? Number.POSITIVE_INFINITY),
    )
    const hasX = x !== undefined && x.firstDay <= first
    const hasY = y !== undefined && y.firstDay <= first
    const ends = [
      hasX ? x.lastDay : (x?.firstDay ?? Number.POSITIVE_INFINITY) - 1,
      hasY ? y.lastDay : (y?.firstDay ?? Number.POSITIVE_INFINITY) - 1,
    ]
    const lastDay = Math.min(...ends)
    yield { firstDay: first, lastDay, before: hasX ? x.shifts : undefined, after: hasY ? y.shifts : undefined }
    if (x !== undefined && x.lastDay <= lastDay) a++
    if (y !== undefined && y.lastDay <= lastDay) b++
    from = lastDay + 1
  }
}

/** The later exceptions, but on days of these kinds the earlier ones. */
export function exceptionsWithOld(
  was: CalendarSpec,
  is: CalendarSpec,
  isOld: (kind: SettingKind) => boolean,
): CalendarException[] {
  const mixed: CalendarException[] = []
  for (const { firstDay, lastDay, before, after } of spans(was.exceptions, is.exceptions)) {
    const shifts = isOld(kindOf({ before, after })) ? before : after
    if (shifts !== undefined) mixed.push({ firstDay, lastDay, shifts })
  }
  return mixed
}

const DAYS_PER_WEEK = 7
/** Day 0 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK

/** Sum over the days of a span on which an exception makes a difference: weekday by weekday, so that a long span costs no more. */
function sumDays(
  was: CalendarSpec,
  is: CalendarSpec,
  { firstDay, lastDay, before, after }: Span,
  value: (then: Shifts, now: Shifts) => number,
): number {
  const length = lastDay - firstDay + 1
  let sum = 0
  for (let n = 0; n < Math.min(length, DAYS_PER_WEEK); n++) {
    const weekday = weekdayOf(firstDay + n)
    const [weekThen, weekNow] = [was.week[weekday], is.week[weekday]]
    if (!isExceptional(before, after, weekThen, weekNow)) continue
    sum += value(before ?? weekThen, after ?? weekNow) * (1 + Math.floor((length - 1 - n) / DAYS_PER_WEEK))
  }
  return sum
}

const countDays = (was: CalendarSpec, is: CalendarSpec, span: Span): number => sumDays(was, is, span, () => 1)

/** An exception that says what the week says anyway changes nothing. */
function isExceptional(
  before: Shifts | undefined,
  after: Shifts | undefined,
  weekThen: Shifts,
  weekNow: Shifts,
): boolean {
  if (before !== undefined && after !== undefined && sameShifts(before, after)) return false
  const departed = before !== undefined && !sameShifts(before, weekThen)
  const departs = after !== undefined && !sameShifts(after, weekNow)
  return departed || departs
}

const minutesOf = (shifts: Shifts): number => shifts.reduce((sum, [from, to]) => sum + to - from, 0)

export const sameShifts = (a: Shifts, b: Shifts): boolean =>
  a === b || (a.length === b.length && a.every(([from, to], n) => from === b[n][0] && to === b[n][1]))

/** A task that names no calendar moves with the default of the project, which is a change of its own. */
function markReassigned(
  before: ScheduleColumns,
  after: ScheduleColumns,
  was: ScheduleSetting,
  is: ScheduleSetting,
  beforeOf: Int32Array,
  laterCalendar: Int32Array,
  reassigned: Int32Array,
): number {
  const [then, now] = [taskCalendars(before, was), taskCalendars(after, is)]
  const namesOne = ({ calendarId: { codes } }: ScheduleColumns, i: number): boolean =>
    codes.length > 0 && codes[i] !== 0
  let count = 0
  for (let i = 0; i < after.taskCount; i++) {
    const j = beforeOf[i]
    if (j === NO_MATCH || laterCalendar[then[j]] === now[i]) continue
    if (!namesOne(before, j) && !namesOne(after, i)) continue
    reassigned[i] = then[j]
    count++
  }
  return count
}
