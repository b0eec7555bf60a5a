/**
 * On which days the work that is left of each task lies (/docs/methods/resources#method): where its own dates put it, and later where the critical
 * path does, so that overdue work and what waits for it follow one another. Counted in days of the task's own timeline, parts of a day included.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { momentIn, taskCalendars, workCalendars } from '../clock/calendars.ts'
import { momentAt } from '../clock/input.ts'
import type { WorkCalendar } from '../clock/work-calendar.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import type { CpmDates } from '../cpm/dates.ts'
import type { Preparation } from '../cpm/prepare.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isLoe } from '../kind/participation.ts'
import { remainingOf } from '../population/durations.ts'
import { IN_PROGRESS } from '../population/progress.ts'
import type { TaskStates } from '../population/task-states.ts'
import { DEPENDENT } from './load-calendar.ts'
import { unitsLeft, valueAt } from './units.ts'

/** The critical path of the schedule, level of effort included. */
export interface Computed {
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly dates: CpmDates
}

// What became of a task that should load its resources; 0: it has none.

/** Its own dates hold. */
export const LOADED = 1
/** A date that the load needed was missing and is that of CPM. */
export const LOADED_BY_CPM = 2
/** Neither dates nor a duration show on which days it works, or all of them lie beyond the last day there is. */
export const NOT_PLACED = 3
/** Its own dates lie before the data date, or before work that it waits for: those of CPM are taken. */
export const LOADED_LATER = 4

/** Days from `from` up to `until` of the task's timeline, not whole. */
export interface Part {
  readonly from: number
  readonly until: number
}

interface Found extends Part {
  /** Where the days come from. */
  readonly fate: number
}

export interface Span extends Found {
  /** By the clock: when it begins and ends; NaN without calendars. Of days that its calendar leaves out its own days say nothing. */
  readonly start: number
  readonly finish: number
  /** By how many days it lies behind the task's own dates; NaN: those of its assignments say nothing of it. */
  readonly shift: number
}

/** What an assignment leaves of the days of its task is no part of its own where it is less. */
export const PART_DAYS_MIN = 1 / 8

/** Hours of a day of work where no calendar says. */
export const HOURS_PER_DAY = 8
const MINUTES_PER_HOUR = 60

export class Placement {
  readonly #tasks: TaskStates
  readonly #columns: ScheduleColumns
  readonly #days: Float64Array
  readonly #computed: Computed | undefined
  /** Calendars of a schedule by the clock. */
  readonly #calendars: readonly WorkCalendar[] | undefined
  readonly #calendarOf: Uint16Array

  /** `days` are D. */
  constructor(tasks: TaskStates, days: Float64Array, computed: Computed | undefined) {
    this.#tasks = tasks
    this.#columns = tasks.columns
    this.#days = days
    this.#computed = computed
    const { setting, taskCount } = tasks.columns
    this.#calendars = setting === undefined ? undefined : workCalendars(setting)
    this.#calendarOf = setting === undefined ? zeros(Uint16Array, taskCount) : taskCalendars(tasks.columns, setting)
  }

  /** undefined = the task loads no day. `line`: its own days, 0 is the first that is loaded; `last`: how many there are at most. */
  of(i: number, line: Timeline, last: number): Span | undefined {
    const own = this.#own(i, line)
    const computed = this.#computedOf(i, line)
    const span = this.#tasks.state[i] === IN_PROGRESS ? this.#begun(i, own, computed) : this.#notBegun(i, own, computed)
    if (span === undefined) return undefined
    const from = Math.max(snap(span.from), 0)
    // what should have been done before the first day is done from it on
    const late = span.from < 0 ? Math.max(span.until, this.#after(i, line, from, this.#left(i))) : span.until
    const until = Math.min(snap(late), last)
    if (until <= from + EPSILON_DAYS) return undefined
    const start = this.#sameAs(from, [computed.from, computed.start], [own.from, own.start])
    const finish = this.#sameAs(until, [computed.until, computed.finish], [own.until, own.finish])
    return {
      ...{ from, until, fate: span.fate, shift: this.#shiftOf(i, own, { from, until }) },
      start: start ?? this.#momentOf(i, line, from, 0),
      finish: finish ?? this.#momentOf(i, line, until, 1),
    }
  }

  /** Its days where task i stands from one moment to another by the clock, else from one offset of its days to another. */
  spanAt(i: number, line: Timeline, start: number, finish: number): Span {
    const isByClock = this.#calendars !== undefined
    const [from, until] = isByClock
      ? [start, finish].map(moment => snap(this.offsetAt(i, line, moment)))
      : [start, finish]
    const shift = this.#shiftOf(i, this.#own(i, line), { from, until })
    return { from, until, shift, fate: LOADED, ...(isByClock ? { start, finish } : NO_MOMENTS) }
  }

  /** The moment that the offset was made of. */
  #sameAs(offset: number, ...made: readonly (readonly [offset: number, moment: number])[]): number | undefined {
    return made.find(([from, moment]) => snap(from) === offset && !Number.isNaN(moment))?.[1]
  }

  /** The days of `line`, those of a resource's own calendar of that index, from the start to the finish, and its hours in them. */
  inCalendar(i: number, index: number, line: Timeline, { start, finish }: Pick<Span, 'start' | 'finish'>) {
    const from = snap(this.offsetAt(i, line, start, index))
    const until = snap(this.offsetAt(i, line, finish, index))
    return { from, until, hours: this.#calendars![index].workBetween(start, finish) / MINUTES_PER_HOUR }
  }

  /**
   * When assignment k of task i works, whose part is that one: undefined = as long as its task, -1 = there is no assignment. By an own calendar, of that
   * index, it is done where its work is in an activity that depends on its resources.
   */
  momentsOf(
    i: number,
    k: number,
    index: number,
    line: Timeline,
    span: Span,
    part: Part | undefined,
    isByHour: boolean,
  ) {
    const own = (moments: Float64Array | undefined): number =>
      k < 0 || span.shift !== 0 || moments === undefined ? Number.NaN : valueAt(moments, k)
    const { assignments } = this.#columns
    const edge = (at: number, moment: number, isEnd: 0 | 1): number =>
      Number.isNaN(moment) ? this.#momentOf(i, line, at, isEnd) : moment
    // what begins at the end of a shift of the task, by its lag, does at the start of the next one
    const begin = (at: number): number => {
      const stated = own(assignments?.begin)
      return Number.isNaN(stated) ? this.#calendars![this.#calendarOf[i]].nextWork(edge(at, stated, 0)) : stated
    }
    const start = part === undefined || part.from === span.from ? span.start : begin(part.from)
    const end = own(assignments?.end)
    const finish = part === undefined || part.until === span.until ? span.finish : edge(part.until, end, 1)
    const hours = k < 0 || !Number.isNaN(end) ? Number.NaN : this.#hoursOfWork(i, k, isByHour)
    if (Number.isNaN(hours)) return { start, finish }
    return { start, finish: Math.min(finish, this.#calendars![index].finishAfter(start, hours * MINUTES_PER_HOUR)) }
  }

  /** What assignment k of task i says of when it works, by the clock: moments, where its task stands now, and hours; NaN = nothing. */
  saidOf(i: number, k: number, line: Timeline, { shift }: Span, isByHour: boolean) {
    const { begin, end } = this.#columns.assignments!
    const moved = (moment: number, isEnd: 0 | 1): number => {
      if (shift === 0 || Number.isNaN(moment + shift)) return moment + shift
      return this.#momentOf(i, line, this.offsetAt(i, line, moment) + shift, isEnd)
    }
    return {
      begin: moved(valueAt(begin, k), 0),
      end: moved(valueAt(end, k), 1),
      lagHours: Math.max(0, this.#lagOf(i, k)),
      hours: this.#hoursOfWork(i, k, isByHour),
    }
  }

  #shiftOf(i: number, own: Dates, { from, until }: Part): number {
    if (this.#tasks.state[i] !== IN_PROGRESS) return Number.isNaN(own.from) ? 0 : from - own.from
    return Math.abs(own.until - until) >= 1 ? Number.NaN : 0
  }

  /**
   * Where assignment k of task i works, which has dates or a lag of its own: P6 and Microsoft Project have both, the later with its task.
   * undefined: it works as long as the task. An end that nobody states is that of the task, or of the work that is left at the rate that is stated.
   */
  partOf(i: number, k: number, span: Span, line: Timeline, isByHour: boolean, isInOwn: boolean): Part | undefined {
    const { begin, end } = this.#columns.assignments!
    const lag = this.#lagOf(i, k)
    const starts = this.#momentOn(i, line, valueAt(begin, k), 'start') + span.shift
    const ends = this.#momentOn(i, line, valueAt(end, k), 'finish') + span.shift
    const after = (from: number, hours: number): number => this.#after(i, line, from, this.#daysOf(i, hours))
    const from = Math.max(
      span.from,
      snap(Number.isNaN(starts) ? (lag > 0 ? after(span.from, lag) : span.from) : starts),
    )
    // in a calendar of its own the work says when (momentsOf)
    const hours = isInOwn || !Number.isNaN(ends) ? Number.NaN : this.#hoursOfWork(i, k, isByHour)
    const stated = Number.isNaN(hours) ? ends : after(from, hours)
    const until = Number.isNaN(stated) ? span.until : Math.min(span.until, snap(stated))
    const isWhole = from - span.from < PART_DAYS_MIN && span.until - until < PART_DAYS_MIN
    return isWhole || until <= from + EPSILON_DAYS ? undefined : { from, until }
  }

  /** Whether assignment k of task i may have a part of its own. */
  mayWorkApart(i: number, k: number): boolean {
    const { begin, end } = this.#columns.assignments!
    const hasDates = !Number.isNaN(valueAt(begin, k)) || !Number.isNaN(valueAt(end, k))
    return hasDates || this.#columns.resourceDependent[i] === DEPENDENT || this.#lagOf(i, k) > 0
  }

  #lagOf(i: number, k: number): number {
    return this.#tasks.state[i] === IN_PROGRESS ? 0 : valueAt(this.#columns.assignments!.lagHours, k) || 0
  }

  /** A moment of an assignment on the days of task i; NaN = none. */
  #momentOn(i: number, line: Timeline, moment: number, edge: 'start' | 'finish'): number {
    if (Number.isNaN(moment) || this.#calendars !== undefined) return this.offsetAt(i, line, moment)
    return edge === 'start'
      ? line.startOffset(Math.floor(moment / MINUTES_PER_DAY))
      : line.finishOffset(Math.ceil(moment / MINUTES_PER_DAY) - 1)
  }

  /** So many hours as days of task i. */
  #daysOf(i: number, hours: number): number {
    const { setting } = this.#columns
    if (setting === undefined) return hours / HOURS_PER_DAY
    return (hours * MINUTES_PER_HOUR) / setting.calendars[this.#calendarOf[i]].minutesPerDay
  }

  /** Over how many hours assignment k works what is left of it, where that says when it is done: with a lag, or where the activity depends on it. NaN = nothing says. */
  #hoursOfWork(i: number, k: number, isByHour: boolean): number {
    const isByWork = this.#columns.resourceDependent[i] === DEPENDENT || this.#lagOf(i, k) > 0
    if (!isByWork) return Number.NaN
    const assignments = this.#columns.assignments!
    const stated = valueAt(assignments.remainingDurationHours, k)
    if (!Number.isNaN(stated) || !isByHour) return stated
    const left = valueAt(assignments.remainingUnitsPerDay, k)
    const perDay = Number.isNaN(left) ? valueAt(assignments.unitsPerDay, k) : left
    return perDay > 0 ? unitsLeft(assignments, k) / perDay : Number.NaN
  }

  /** Days of work left: D before the start. */
  #left(i: number): number {
    const isBegun = this.#tasks.state[i] === IN_PROGRESS
    return isBegun ? remainingOf(this.#columns, i, this.#days[i]) : this.#days[i]
  }

  /** Where so many days of duration end that begin at `from`: a day of the timeline may hold more hours, or fewer. */
  #after(i: number, line: Timeline, from: number, days: number): number {
    if (this.#calendars === undefined) return from + days
    const calendar = this.#calendars[this.#calendarOf[i]]
    const { minutesPerDay } = this.#columns.setting!.calendars[this.#calendarOf[i]]
    const midnight = line.startDay(Math.floor(from)) * MINUTES_PER_DAY
    const done = (from - Math.floor(from)) * calendar.workBetween(midnight, midnight + MINUTES_PER_DAY)
    return this.offsetAt(i, line, calendar.finishAfter(midnight, done + days * minutesPerDay))
  }

  /** What is left of it begins where the critical path has it, and ends no earlier than that; a later finish of its own holds. */
  #begun(i: number, own: Dates, computed: Dates): Found {
    const remaining = this.#left(i)
    const from = Number.isNaN(computed.from) ? (Number.isNaN(own.from) ? 0 : own.from) : computed.from
    const earliest = computed.until > from ? computed.until : from + remaining
    const until = Number.isNaN(own.until) ? earliest : Math.max(earliest, this.#wholeAs(own.until, from, remaining))
    // by the clock a finish that lies before the end of what is left is one that had to be moved
    const isMoved = this.#calendars !== undefined && until > own.until + EPSILON_DAYS
    return { from, until, fate: isMoved ? LOADED_LATER : LOADED }
  }

  #notBegun(i: number, own: Dates, computed: Dates): Found | undefined {
    const days = this.#days[i]
    if (Number.isNaN(own.from)) {
      if (Number.isNaN(computed.from)) return undefined
      // the one day that CPM prints for a task without a duration is no work
      if (days === 0 && Number.isNaN(own.until) && !isLoe(this.#tasks.kind[i])) return undefined
      if (Number.isNaN(own.until)) return { from: computed.from, until: computed.until, fate: LOADED_BY_CPM }
      // a finish that is given says more than a start that is computed
      const until = Math.max(own.until, days)
      return { from: Math.min(computed.from, until - Math.min(days, 1)), until, fate: LOADED_BY_CPM }
    }
    if (computed.from > own.from + EPSILON_DAYS && (computed.until > computed.from || days > 0)) {
      const until = computed.until > computed.from ? computed.until : computed.from + days
      // a finish of its own that is later still holds
      return { from: computed.from, until: own.until > Math.ceil(until) ? own.until : until, fate: LOADED_LATER }
    }
    const hasFinish = own.until > own.from
    const until = hasFinish ? this.#wholeAs(own.until, own.from, days) : own.from + days
    return { from: own.from, until, fate: LOADED }
  }

  /** A finish that is a day ends with the part of it that the duration needs. */
  #wholeAs(until: number, from: number, days: number): number {
    const isWhole = this.#calendars === undefined && Math.ceil(snap(from + days)) === until
    return isWhole && from + days < until ? from + days : until
  }

  #own(i: number, line: Timeline): Dates {
    const startDay = bestStart(this.#columns, i)
    const finishDay = bestFinish(this.#columns, i)
    const from =
      startDay === DAY_ABSENT ? Number.NaN : this.#offset(i, line, ownColumn(this.#columns, i, STARTS), 'start')
    const until =
      finishDay === DAY_ABSENT || finishDay < startDay
        ? Number.NaN
        : this.#offset(i, line, ownColumn(this.#columns, i, FINISHES), 'finish')
    const moment = (names: readonly DayColumn[], edge: 'start' | 'finish'): number =>
      this.#calendars === undefined ? Number.NaN : momentIn(this.#columns, ownColumn(this.#columns, i, names), i, edge)
    return { from, until, start: moment(STARTS, 'start'), finish: moment(FINISHES, 'finish') }
  }

  #offset(i: number, line: Timeline, column: DayColumn, edge: 'start' | 'finish'): number {
    if (this.#calendars !== undefined) return this.offsetAt(i, line, momentIn(this.#columns, column, i, edge))
    const day = this.#columns[column][i]
    return edge === 'start' ? line.startOffset(day) : line.finishOffset(day)
  }

  #computedOf(i: number, line: Timeline): Dates {
    if (this.#computed === undefined) return NO_DATES
    const { prepared, result, dates } = this.#computed
    const { moments } = dates
    const isBegun = this.#tasks.state[i] === IN_PROGRESS
    if (this.#calendars !== undefined) {
      if (moments === undefined || Number.isNaN(moments.earlyFinish[i])) return NO_DATES
      const start = (isBegun ? this.#restOf(i, this.#computed) : undefined) ?? moments.earlyStart[i]
      const finish = moments.earlyFinish[i]
      return { start, finish, from: this.offsetAt(i, line, start), until: this.offsetAt(i, line, finish) }
    }
    const { timeline } = prepared
    if (timeline === undefined || Number.isNaN(result.earlyFinish[i])) return NO_DATES
    const shift = line.startOffset(timeline.anchorDay)
    const until = result.earlyFinish[i] + shift
    const start = result.earlyStart[i] + shift
    const remaining = isBegun ? remainingOf(this.#columns, i, this.#days[i]) : Number.NaN
    const from = isBegun && !isLoe(this.#tasks.kind[i]) ? Math.max(start, until - remaining) : start
    return { ...NO_DATES, from, until }
  }

  /** Where what is left of work in progress begins, by the clock; undefined: the start that is printed says it. */
  #restOf(i: number, { prepared, result, dates }: Computed): number | undefined {
    const { clock } = prepared.input
    const printed = dates.moments?.remainingEarlyStart?.[i]
    return printed !== undefined || clock === undefined || isLoe(this.#tasks.kind[i])
      ? printed
      : momentAt(clock, result.early.start[i])
  }

  /** A moment as days of the timeline; a day counts by its hours of work. */
  offsetAt(i: number, line: Timeline, moment: number, index = this.#calendarOf[i]): number {
    if (Number.isNaN(moment)) return Number.NaN
    const day = Math.floor(moment / MINUTES_PER_DAY)
    const calendar = this.#calendars![index]
    const whole = calendar.workBetween(day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY)
    const part = whole > 0 ? calendar.workBetween(day * MINUTES_PER_DAY, moment) / whole : 0
    // a day of work that the days of the timeline leave out counts as none
    return line.startOffset(day) + (line.calendar.daysBetween(day, day) > 0 ? part : 0)
  }

  /** Hours of work from `from` up to `until` on the timeline of task i, in its calendar. */
  hoursBetween(i: number, line: Timeline, { from, until }: Part): number {
    if (this.#calendars === undefined) return HOURS_PER_DAY * (until - from)
    const [start, finish] = [this.#momentOf(i, line, from, 0), this.#momentOf(i, line, until, 1)]
    return this.#calendars[this.#calendarOf[i]].workBetween(start, finish) / MINUTES_PER_HOUR
  }

  /** The moment of an offset on the timeline of task i; one between two days is the end of the first where `isEnd` is 1. */
  #momentOf(i: number, line: Timeline, offset: number, isEnd: 0 | 1): number {
    if (this.#calendars === undefined) return Number.NaN
    const day = isEnd === 1 ? Math.ceil(offset) - 1 : Math.floor(offset)
    const midnight = line.startDay(day) * MINUTES_PER_DAY
    const part = offset - day
    if (part === 0 || part === 1) return midnight + part * MINUTES_PER_DAY
    const calendar = this.#calendars[this.#calendarOf[i]]
    return calendar.finishAfter(midnight, part * calendar.workBetween(midnight, midnight + MINUTES_PER_DAY))
  }
}

const NO_MOMENTS = { start: Number.NaN, finish: Number.NaN }

interface Dates {
  /** Days of the timeline, NaN = none. */
  readonly from: number
  readonly until: number
  /** By the clock: the moments of them. */
  readonly start: number
  readonly finish: number
}
const NO_DATES: Dates = { from: Number.NaN, until: Number.NaN, ...NO_MOMENTS }

/** In the order in which they count. */
const STARTS = ['actualStart', 'forecastStart', 'plannedStart'] as const
const FINISHES = ['actualFinish', 'forecastFinish', 'plannedFinish'] as const

const ownColumn = (columns: ScheduleColumns, i: number, names: readonly DayColumn[]): DayColumn =>
  names.find(name => columns[name][i] !== DAY_ABSENT) ?? names[0]
