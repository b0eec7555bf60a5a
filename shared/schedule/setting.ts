/**
 * When the work of a schedule is done and by whose rules: calendars, moments and options of a container, as values. A moment is the
 * count of minutes since 1970-01-01T00:00, without a zone. Made from the members of calendars.ts, after they passed their schema.
 */
import type { Static } from 'typebox'
import Type from 'typebox'
import { calendarMembers, HOURS_PER_DAY_DEFAULT, WEEKDAYS } from './calendars.ts'
import { parseDay } from './day.ts'
import { layered } from './exception-layers.ts'
import { DEFAULT_RULES, type SchedulingRules } from './scheduling-rules.ts'
import { MINUTES_PER_DAY, minutesAfterMidnight } from './time-of-day.ts'

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
 * name that goes.
 */
export function settingOf(
  container: Readonly<Record<string, unknown>>,
  dataDate: unknown,
  report: ReportFault,
  place: readonly (string | number)[],
): ScheduleSetting | undefined {
  const sent = container as Sent
  const list = (sent.calendars ?? []).filter(calendar => calendar !== null)
  if (list.length === 0) return undefined
  const fault: ReportFault = (where, words) => report([...place, ...where], words)
  const indexOfId = new Map<string, number>()
  for (const [n, { id }] of list.entries()) {
    if (indexOfId.has(id)) fault(['calendars', n, 'id'], `Two calendars have the id ${JSON.stringify(id)}.`)
    else indexOfId.set(id, n)
  }
  const own = new Map(
    list.map((calendar, n) => [
      calendar,
      ownExceptions(calendar, (e, words) => fault(['calendars', n, 'exceptions', e], words)),
    ]),
  )
  const inheritance = new Inheritance(own)
  const calendars = list.map((_, n) => specOf(list, indexOfId, n, inheritance, fault))
  const defaultId = sent.default_calendar_id ?? null
  const defaultCalendar = defaultId === null ? 0 : (indexOfId.get(defaultId) ?? -1)
  if (defaultCalendar < 0) fault(['default_calendar_id'], `No calendar has the id ${JSON.stringify(defaultId)}.`)
  const options = sent.scheduling_options ?? {}
  return {
    calendars,
    defaultCalendar: Math.max(0, defaultCalendar),
    dataDate: momentOf(dataDate),
    projectStart: momentOf(sent.project_start),
    mustFinishBy: momentOf(sent.must_finish_by, true),
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
    },
  }
}

/** Exceptions are kept as ranges; so many of a calendar with its parents, since each range is looked up. */
const CHAIN_MAX = 10
const NO_SHIFTS: Shifts = []

function specOf(
  list: readonly SentCalendar[],
  indexOfId: ReadonlyMap<string, number>,
  n: number,
  inheritance: Inheritance,
  fault: ReportFault,
): CalendarSpec {
  const own = list[n]!
  const chain: SentCalendar[] = []
  for (let at: number | undefined = n; at !== undefined; ) {
    const calendar: SentCalendar = list[at]!
    if (chain.includes(calendar) || chain.length === CHAIN_MAX) {
      fault(['calendars', n, 'parent'], `The parents of a calendar must end, within ${CHAIN_MAX} steps.`)
      break
    }
    chain.push(calendar)
    const parent: string | null = calendar.parent ?? null
    at = parent === null ? undefined : indexOfId.get(parent)
    if (parent !== null && at === undefined && calendar === own)
      fault(['calendars', n, 'parent'], `No calendar has the id ${JSON.stringify(parent)}.`)
  }
  const week = WEEKDAYS.map((name, weekday): Shifts => {
    for (const calendar of chain) {
      const shifts = calendar.work_week?.[name] as readonly (readonly string[])[] | null | undefined
      if (shifts !== undefined && shifts !== null)
        return shiftsOf(shifts, words => fault(['calendars', n, 'work_week', WEEKDAYS[weekday]!], words))
    }
    return NO_SHIFTS
  })
  const exceptions = inheritance.exceptionsOf(chain, words => fault(['calendars', n, 'parent'], words))
  if (week.every(shifts => shifts.length === 0))
    fault(['calendars', n, 'work_week'], `Calendar ${JSON.stringify(own.id)} has no working time in its week.`)
  return {
    id: own.id,
    name: own.name ?? null,
    minutesPerDay: Math.max(1, Math.round((own.hours_per_day ?? HOURS_PER_DAY_DEFAULT) * 60)),
    week,
    exceptions,
  }
}

/** Ascending; what overlaps or touches is joined, so that two ways to say one working time are one. */
function shiftsOf(sent: readonly (readonly string[])[], fault: (words: string) => void): Shifts {
  const shifts: [number, number][] = []
  for (const [from = '', to = ''] of sent) {
    const start = minutesAfterMidnight(`T${from}`)!
    const end = to === '24:00' || to === '00:00' ? MINUTES_PER_DAY : minutesAfterMidnight(`T${to}`)!
    if (end <= start) fault(`A working time must end after it begins, not ${from} to ${to}.`)
    else shifts.push([start, end])
  }
  shifts.sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const shift of shifts) {
    const last = joined.at(-1)
    if (last !== undefined && shift[0] <= last[1]) last[1] = Math.max(last[1], shift[1])
    else joined.push(shift)
  }
  return joined
}

/** Exceptions that calendars take over from their parents, of all calendars: what a body costs beyond its bytes. */
const INHERITED_MAX = 500_000

class Inheritance {
  readonly #own: ReadonlyMap<SentCalendar, readonly CalendarException[]>
  #inherited = 0

  constructor(own: ReadonlyMap<SentCalendar, readonly CalendarException[]>) {
    this.#own = own
  }

  /** Those of a calendar win over those of its parents. */
  exceptionsOf(
    [calendar, ...parents]: readonly SentCalendar[],
    fault: (words: string) => void,
  ): readonly CalendarException[] {
    const lists = parents.map(parent => this.#own.get(parent)!)
    const before = this.#inherited
    this.#inherited += lists.reduce((sum, list) => sum + list.length, 0)
    if (before > INHERITED_MAX) return []
    if (this.#inherited > INHERITED_MAX)
      fault(`Calendars take over more than ${INHERITED_MAX} exceptions from their parents; send fewer calendars.`)
    return layered([this.#own.get(calendar!)!, ...lists])
  }
}

/** Of two of one day the first wins. */
function ownExceptions(
  calendar: SentCalendar,
  fault: (index: number, words: string) => void,
): readonly CalendarException[] {
  const own: CalendarException[] = []
  for (const [e, sent] of (calendar.exceptions ?? []).entries()) {
    const firstDay = parseDay(sent.date)!
    const lastDay = sent.until === undefined || sent.until === null ? firstDay : parseDay(sent.until)!
    if (lastDay < firstDay) fault(e, `until must not lie before date, which is ${sent.date}.`)
    else own.push({ firstDay, lastDay, shifts: shiftsOf((sent.shifts ?? []) as string[][], words => fault(e, words)) })
  }
  const sorted = own.toSorted((a, b) => a.firstDay - b.firstDay)
  const isApart = sorted.every((item, n) => n === 0 || sorted[n - 1]!.lastDay < item.firstDay)
  return isApart ? sorted : layered(own.map(item => [item]))
}
