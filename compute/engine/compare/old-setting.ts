/**
 * Changes of calendars and scheduling options taken back on the network of the later status, everything else as it stands: the input of its
 * passes. What each change does alone and what all do together is the difference of two finishes, never one of offsets in two calendars.
 */
import type { SettingKind } from '../../../shared/contract/analysis/change-tracking/words.ts'
import type { SchedulingRules } from '../../../shared/contract/schedule/scheduling-rules.ts'
import type { CalendarSpec, ScheduleSetting } from '../../../shared/contract/schedule/setting.ts'
import { taskCalendars, workCalendar } from '../clock/calendars.ts'
import { type ClockInput, offsetAt } from '../clock/input.ts'
import type { WorkCalendar } from '../clock/work-calendar.ts'
import type { CpmInput } from '../cpm/input.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { exceptionsWithOld, type SettingChange, type SettingDifference, type SettingSide } from './setting-changes.ts'

export interface SettingSides {
  readonly before: SettingSide
  readonly after: SettingSide
  /** Earlier task of each later one, NO_MATCH = none. */
  readonly beforeOf: Int32Array
  readonly difference: SettingDifference
}

/** What of the setting is to be as it was. */
export interface TakenBack {
  readonly changes: readonly SettingChange[]
  /** Later tasks that work in their earlier calendar again; those that are not in `difference.reassigned` stay as they are. */
  readonly tasks: Iterable<number>
}

const NO_TASKS: readonly number[] = []
export const takenBack = (change: SettingChange): TakenBack => ({ changes: [change], tasks: NO_TASKS })

/** Everything of the setting that can be taken back. */
export function allTakenBack({ difference: { changes, reassigned } }: SettingSides): TakenBack {
  const tasks: number[] = []
  for (const [i, calendar] of reassigned.entries()) if (calendar !== NO_MATCH) tasks.push(i)
  return { changes, tasks }
}

/** Calendars that only one status has, and calendars of which only the other status knows, have no working time to put in their place. */
export const canBeTakenBack = ({ kind, resource }: SettingChange): boolean =>
  resource === undefined && kind !== 'calendar_added' && kind !== 'calendar_removed'

/** `input` is one of the later status; it is given back as it is where neither side has calendars or nothing is taken back. */
export function withOldSetting(sides: SettingSides, input: CpmInput, back: TakenBack): CpmInput {
  const [was, is] = [sides.before.columns.setting, sides.after.columns.setting]
  const { clock } = input
  if (was === undefined || is === undefined || clock === undefined) return input
  const specs = oldSpecs(was, is, sides.difference.changes, back.changes)
  const extra: WorkCalendar[] = []
  const kept = clock.calendars.length
  const ofEarlier = new Map<number, number>()
  /** Index in the clock of a calendar of the earlier setting; one that is gone is added. */
  const indexOf = (n: number): number => {
    const k = sides.difference.laterCalendar[n]
    if (k !== NO_MATCH) return k
    const known = ofEarlier.get(n)
    if (known !== undefined) return known
    ofEarlier.set(n, kept + extra.length)
    return kept + extra.push(workCalendar(was.calendars[n])) - 1
  }
  const isBack = (kind: SettingKind): boolean => back.changes.some(change => change.kind === kind)
  const calendar = movedTasks(sides, clock, was, is, back, indexOf)
  const projectCalendar = isBack('default_calendar') ? indexOf(was.defaultCalendar) : clock.projectCalendar
  const own = clock.calendars.map((each, k) => (specs[k] === is.calendars[k] ? each : workCalendar(specs[k])))
  const rules = oldRules(was.rules, is.rules, clock.rules, back.changes)
  const now: ClockInput = {
    ...clock,
    rules,
    calendars: [...own, ...extra],
    made: clock.made ?? { calendars: clock.calendars, calendar: clock.tasks.calendar },
    projectCalendar,
    projectStart: isBack('project_start') ? was.projectStart : clock.projectStart,
    tasks: { ...clock.tasks, calendar },
  }
  return {
    ...input,
    clock: now,
    remainingDays: sameWork(sides, input, now),
    override: rules.progress === 'progress_override',
    mustFinish: isBack('must_finish_by') ? offsetOf(clock, was.mustFinishBy) : input.mustFinish,
  }
}

const offsetOf = (clock: ClockInput, moment: number): number =>
  Number.isNaN(moment) ? Number.NaN : offsetAt(clock, moment)

/**
 * The specifications of the later calendars with what is taken back as it was. A calendar of which everything is taken back is the earlier one: an
 * exception that says what the week says is no change, but is one beside another week.
 */
function oldSpecs(
  was: ScheduleSetting,
  is: ScheduleSetting,
  all: readonly SettingChange[],
  changes: readonly SettingChange[],
): readonly CalendarSpec[] {
  const back = new Map<number, SettingChange[]>()
  for (const change of changes)
    if (isOfCalendar(change)) back.set(change.calendarAfter, [...(back.get(change.calendarAfter) ?? []), change])
  const ofCalendar = new Map<number, Set<SettingKind>>()
  for (const change of all) {
    if (!isOfCalendar(change) || !back.has(change.calendarAfter)) continue
    const kinds = ofCalendar.get(change.calendarAfter)
    if (kinds === undefined) ofCalendar.set(change.calendarAfter, new Set([change.kind]))
    else kinds.add(change.kind)
  }
  const specs = [...is.calendars]
  for (const [k, each] of back) {
    const [old, now] = [was.calendars[each[0].calendarBefore], is.calendars[k]]
    const kinds = new Set(each.map(({ kind }) => kind))
    const isWhole = [...(ofCalendar.get(k) ?? [])].every(kind => kinds.has(kind))
    specs[k] = isWhole
      ? { ...now, week: old.week, exceptions: old.exceptions, minutesPerDay: old.minutesPerDay }
      : {
          ...now,
          week: kinds.has('work_week') ? old.week : now.week,
          minutesPerDay: kinds.has('hours_per_day') ? old.minutesPerDay : now.minutesPerDay,
          exceptions: exceptionsWithOld(old, now, kind => kinds.has(kind)),
        }
  }
  return specs
}

/** About the working time of a calendar that both have. */
const isOfCalendar = ({ kind, calendarBefore, calendarAfter }: SettingChange): boolean =>
  calendarBefore !== NO_MATCH && calendarAfter !== NO_MATCH && kind !== 'default_calendar'

function oldRules(
  was: SchedulingRules,
  is: SchedulingRules,
  now: SchedulingRules,
  changes: readonly SettingChange[],
): SchedulingRules {
  const back = changes.flatMap(({ rule }) => (rule === undefined || was[rule] === is[rule] ? [] : [[rule, was[rule]]]))
  return back.length === 0 ? now : { ...now, ...Object.fromEntries(back) }
}

/** The calendar of each task: the earlier one of those given, and of those that follow the default when that is taken back. */
function movedTasks(
  { before, after, beforeOf, difference }: SettingSides,
  clock: ClockInput,
  was: ScheduleSetting,
  is: ScheduleSetting,
  back: TakenBack,
  indexOf: (calendar: number) => number,
): Uint16Array {
  const moved = clock.tasks.calendar.slice()
  for (const i of back.tasks) if (difference.reassigned[i] !== NO_MATCH) moved[i] = indexOf(difference.reassigned[i])
  if (back.changes.some(({ kind }) => kind === 'default_calendar')) {
    const then = taskCalendars(before.columns, was)
    const { codes } = after.columns.calendarId
    for (let i = 0; i < moved.length; i++) {
      if (codes.length > 0 && codes[i] !== 0) continue
      if (difference.reassigned[i] !== NO_MATCH || moved[i] !== is.defaultCalendar) continue
      moved[i] = indexOf(beforeOf[i] === NO_MATCH ? was.defaultCalendar : then[beforeOf[i]])
    }
  }
  return moved
}

/**
 * Remaining durations are days of the calendar of the task. Files hold hours: where the duration is as many minutes in both statuses though a day has
 * other hours, the minutes are kept. Else the days are.
 */
function sameWork({ before, after, beforeOf }: SettingSides, input: CpmInput, now: ClockInput): Float64Array {
  const [was, is] = [before.columns.setting!, after.columns.setting!]
  const perDay = (clock: ClockInput, i: number): number => clock.calendars[clock.tasks.calendar[i]].minutesPerDay
  const [then, later] = [taskCalendars(before.columns, was), taskCalendars(after.columns, is)]
  let remaining = input.remainingDays
  for (let i = 0; i < remaining.length; i++) {
    const [from, to] = [perDay(input.clock!, i), perDay(now, i)]
    const j = beforeOf[i]
    if (from === to || j === NO_MATCH) continue
    const minutesThen = before.columns.durationDays[j] * was.calendars[then[j]].minutesPerDay
    const minutesNow = after.columns.durationDays[i] * is.calendars[later[i]].minutesPerDay
    if (!isSameWork(minutesThen, minutesNow)) continue
    if (remaining === input.remainingDays) remaining = input.remainingDays.slice()
    remaining[i] *= from / to
  }
  return remaining
}

/** Minutes of work as two files round them. */
const MINUTES_TOLERANCE = 1
const isSameWork = (minutesThen: number, minutesNow: number): boolean =>
  Math.abs(minutesThen - minutesNow) < MINUTES_TOLERANCE
