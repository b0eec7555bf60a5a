/**
 * When the work of a schedule is done and by whose rules: calendars, moments and options of a container, as values. A moment is the
 * count of minutes since 1970-01-01T00:00, without a zone. Made from the members of calendars.ts, after they passed their schema.
 */
import type { Static } from 'typebox'
import Type from 'typebox'
import { CalendarPool, type OwnExceptions, type SentException, type SentShifts } from './calendar-pool.ts'
import { calendarMembers, HOURS_PER_DAY_DEFAULT, WEEKDAYS } from './calendars.ts'
import { parseDay } from './day.ts'
import type { LevelingOptions } from './resources.ts'
import { DEFAULT_RULES, type SchedulingRules } from './scheduling-rules.ts'
import { MINUTES_PER_DAY, minutesAfterMidnight } from './time-of-day.ts'
import { WorkExceeded, WorkMeter } from './work-meter.ts'

/** From and to, minutes after midnight, ascending and apart. */
export type Shift = readonly [fromMinute: number, toMinute: number]
export type Shifts = readonly Shift[]

export interface CalendarException {
  readonly firstDay: number
  readonly lastDay: number
  readonly shifts: Shifts
}

export interface CalendarSpec {
  readonly id: string
  readonly name: string | null
  /** Minutes of work that one day of duration, lag or float stands for. */
  readonly minutesPerDay: number
  /** Monday first, parents resolved. */
  readonly week: readonly Shifts[]
  /** Ascending, no two of one day, parents resolved. */
  readonly exceptions: readonly CalendarException[]
  /** Its own exceptions of days that it names several times, each of them; of each day the first one that was sent counts. Absent: there are none. */
  readonly repeated?: readonly CalendarException[]
}

export interface ScheduleSetting {
  /** At least one. */
  readonly calendars: readonly CalendarSpec[]
  /** Index of the project's own. */
  readonly defaultCalendar: number
  /** Moments; NaN = not given. */
  readonly dataDate: number
  readonly projectStart: number
  readonly mustFinishBy: number
  readonly rules: SchedulingRules
  /** How it is levelled where nobody says otherwise; absent: the schedule does not say. */
  readonly leveling?: LevelingOptions
}

const Members = Type.Object(calendarMembers)
type Sent = { readonly [Name in keyof Static<typeof Members>]?: Static<typeof Members>[Name] | null }
type SentCalendar = NonNullable<NonNullable<Sent['calendars']>[number]>
/** Called for each fault with its place in the request and what is wrong there. */
export type ReportFault = (place: readonly (string | number)[], words: string) => void

/** "2026-03-02T17:00" or "2026-03-02": a day alone is its start, or its end where it is something to finish by. NaN = none. */
export function momentOf(text: unknown, isFinish = false): number {
  if (typeof text !== 'string') return Number.NaN
  const day = parseDay(text)
  if (day === undefined) return Number.NaN
  const minute = minutesAfterMidnight(text)
  return day * MINUTES_PER_DAY + (minute ?? (isFinish ? MINUTES_PER_DAY : 0))
}

/**
 * undefined: the container names no calendars. Faults have places from the container on. `dataDate` is the status date of the container, by whatever
 * name that goes. `pool`: of the whole request.
 */
export function settingOf(
  container: Readonly<Record<string, unknown>>,
  dataDate: unknown,
  report: ReportFault,
  place: readonly (string | number)[],
  pool: CalendarPool = new CalendarPool(WorkMeter.unbounded()),
): ScheduleSetting | undefined {
  const sent = container as Sent
  const given = sent.calendars ?? []
  const list = given.includes(null as never) ? given.filter(calendar => calendar !== null) : given
  if (list.length === 0) return undefined
  let isFaulty = false
  const fault: ReportFault = (where, words) => {
    isFaulty = true
    report([...place, ...where], words)
  }
  const indexOfId = new Map<string, number>()
  for (const [n, { id }] of list.entries()) {
    if (indexOfId.has(id)) fault(['calendars', n, 'id'], `Two calendars have the id ${JSON.stringify(id)}.`)
    else indexOfId.set(id, n)
  }
  const calendars = CalendarPool.known(list) ?? specsOf(list, indexOfId, pool, fault)
  if (calendars === undefined) return undefined
  const defaultId = sent.default_calendar_id ?? null
  const defaultCalendar = defaultId === null ? 0 : (indexOfId.get(defaultId) ?? -1)
  if (defaultCalendar < 0) fault(['default_calendar_id'], `No calendar has the id ${JSON.stringify(defaultId)}.`)
  if (!isFaulty) CalendarPool.note(list, calendars)
  const options = sent.scheduling_options ?? {}
  return {
    calendars,
    defaultCalendar: Math.max(0, defaultCalendar),
    dataDate: momentOf(dataDate),
    projectStart: momentOf(sent.project_start),
    mustFinishBy: momentOf(sent.must_finish_by, true),
    ...(sent.leveling_options ? { leveling: sent.leveling_options } : {}),
    rules: {
      rules: options.rules ?? DEFAULT_RULES.rules,
      progress: options.progress ?? DEFAULT_RULES.progress,
      lagCalendar: options.lag_calendar ?? DEFAULT_RULES.lagCalendar,
      criticalBy: options.critical_by ?? DEFAULT_RULES.criticalBy,
      criticalFloatDaysMax: options.critical_float_days_max ?? DEFAULT_RULES.criticalFloatDaysMax,
      totalFloatAs: options.total_float_as ?? DEFAULT_RULES.totalFloatAs,
      useExpectedFinish: options.use_expected_finish ?? DEFAULT_RULES.useExpectedFinish,
      ignoreExternalDates: options.ignore_external_dates ?? DEFAULT_RULES.ignoreExternalDates,
      openEndsCritical: options.open_ends_critical ?? DEFAULT_RULES.openEndsCritical,
      scheduleFromFinish: options.schedule_from_finish ?? DEFAULT_RULES.scheduleFromFinish,
      honorConstraints: options.honor_constraints ?? DEFAULT_RULES.honorConstraints,
      respectLevelingDelay: options.respect_leveling_delay ?? DEFAULT_RULES.respectLevelingDelay,
    },
  }
}

/** Calendars that stand one on the other. */
const CHAIN_MAX = 10

/** undefined: they cost too much, which is reported. */
function specsOf(
  list: readonly SentCalendar[],
  indexOfId: ReadonlyMap<string, number>,
  pool: CalendarPool,
  fault: ReportFault,
): readonly CalendarSpec[] | undefined {
  try {
    const own = list.map(({ exceptions }, n) =>
      pool.ownExceptions((exceptions ?? []) as readonly SentException[], (e, words) =>
        fault(['calendars', n, 'exceptions', e], words),
      ),
    )
    return list.map((_, n) => specOf(list, indexOfId, n, own, pool, fault))
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
    fault(error.place, error.message)
    return undefined
  }
}

function specOf(
  list: readonly SentCalendar[],
  indexOfId: ReadonlyMap<string, number>,
  n: number,
  ownExceptions: readonly OwnExceptions[],
  pool: CalendarPool,
  fault: ReportFault,
): CalendarSpec {
  const own = list[n]!
  const chained: number[] = []
  const chain: SentCalendar[] = []
  for (let at: number | undefined = n; at !== undefined; ) {
    const calendar: SentCalendar = list[at]!
    if (chain.includes(calendar) || chain.length === CHAIN_MAX) {
      fault(['calendars', n, 'parent'], `The parents of a calendar must end, within ${CHAIN_MAX} steps.`)
      break
    }
    chain.push(calendar)
    chained.push(at)
    const parent: string | null = calendar.parent ?? null
    at = parent === null ? undefined : indexOfId.get(parent)
    if (parent !== null && at === undefined && calendar === own)
      fault(['calendars', n, 'parent'], `No calendar has the id ${JSON.stringify(parent)}.`)
  }
  const week = WEEKDAYS.map((name, weekday): Shifts => {
    for (const calendar of chain) {
      const shifts = calendar.work_week?.[name] as SentShifts | null | undefined
      if (shifts !== undefined && shifts !== null)
        return pool.shiftsOf(shifts, words => fault(['calendars', n, 'work_week', WEEKDAYS[weekday]!], words))
    }
    return pool.shiftsOf([], () => {})
  })
  const inherits = (): string => `Calendar ${JSON.stringify(own.id)} takes over exceptions from its parents`
  const exceptions = chained
    .map(at => ownExceptions[at]!.list)
    .reduceRight((below, above) => pool.over(above, below, ['calendars', n, 'parent'], inherits))
  if (week.every(shifts => shifts.length === 0))
    fault(['calendars', n, 'work_week'], `Calendar ${JSON.stringify(own.id)} has no working time in its week.`)
  return {
    id: own.id,
    name: own.name ?? null,
    minutesPerDay: Math.max(1, Math.round((own.hours_per_day ?? HOURS_PER_DAY_DEFAULT) * 60)),
    week,
    exceptions,
    ...(ownExceptions[n]!.repeated.length === 0 ? {} : { repeated: ownExceptions[n]!.repeated }),
  }
}
