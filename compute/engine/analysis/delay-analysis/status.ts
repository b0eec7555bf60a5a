/**
 * One schedule of the series with its critical path, on the anchor that all of them share; and the finishes that are
 * compared: of the project, or of the task that options.project_finish_id follows.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type Calendar, everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { momentAt } from '../../clock/input.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { type CpmResult, computeCpm } from '../../cpm/cpm.ts'
import { type EarlyDates, earlyDates, forward, projectFinish } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { type Preparation, prepare } from '../../cpm/prepare.ts'
import { buildNetwork, type Network } from '../../graph/network.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import type { Measure } from './account.ts'

/** Tasks whose latest finish is followed; none = that of the project. */
export type Followed = readonly number[]

export interface Status extends SeriesItem {
  readonly network: Network
  readonly prepared: Preparation
  readonly result: Passed
  readonly dates: Offsets
  readonly followed: Followed
  /** C(S): the finish that is followed. */
  readonly finish: number
  /** What lies between it and the end of a working day. */
  readonly daysOff: DaysOff
}

/** What the passes make of a status: its early dates, and all else when somebody asks for it. */
export class Passed {
  readonly early: EarlyDates
  readonly #input: CpmInput
  #all: CpmResult | undefined

  /** `isWhole`: all of it will be asked for. */
  constructor(input: CpmInput, isWhole: boolean) {
    this.#input = input
    if (isWhole) this.#all = computeCpm(input)
    this.early = this.#all?.early ?? earlyDates(input.network.taskCount)
    if (this.#all === undefined) forward(input, this.early)
  }

  get all(): CpmResult {
    this.#all ??= computeCpm(this.#input)
    return this.#all
  }
}

/** Where a replay begins: a status, and what the passes made of it. */
export type ReplayStart = Pick<Status, 'followed' | 'finish'> & {
  /** Who moved the finish is all that is asked: nothing of float. */
  readonly isAccountOnly?: boolean
  readonly prepared: Pick<Preparation, 'input'>
  readonly result: Pick<Passed, 'early'>
}

/** Offsets as they are compared, before ALAP. Length taskCount; what takes no part means nothing. */
export interface Offsets {
  /** Actual start when started, else the early start. */
  readonly start: Float64Array
  /** Reported finish when complete, else the early finish. */
  readonly finish: Float64Array
}

export function offsetsOf({ state, reportedStart, reportedFinish }: CpmInput, early: EarlyDates): Offsets {
  return {
    start: early.start.map((offset, i) => (state[i] === NOT_STARTED ? offset : reportedStart[i])),
    finish: early.finish.map((offset, i) => (state[i] === COMPLETE ? reportedFinish[i] : offset)),
  }
}

/** The finish that is followed in a network whose forward pass has run. */
export function followedFinish(input: CpmInput, early: EarlyDates, followed: Followed): number {
  if (followed.length === 0) return projectFinish(input, early)
  return followed.reduce((latest, i) => Math.max(latest, finishOf(input, early, i)), Number.NEGATIVE_INFINITY)
}

export const finishOf = ({ state, reportedFinish }: CpmInput, early: EarlyDates, i: number): number =>
  state[i] === COMPLETE ? reportedFinish[i] : early.finish[i]

/** The followed finish of a network that is only a step; `early` is overwritten. */
export function finishIn(input: CpmInput, early: EarlyDates, followed: Followed): number {
  forward(input, early)
  return followedFinish(input, early, followed)
}

/** What every schedule of a series is placed by. */
interface Shared {
  readonly calendar: Calendar
  readonly anchorDay: number
}

export function preparedOf({ columns, statusDay }: SeriesItem, order: Uint32Array, shared: Shared): Preparation {
  return prepare(columns, buildNetwork(columns, order), { ...shared, statusDay })
}

/** `prepared`: of the item, where it is known. `isWhole`: late dates and floats will be asked for. */
export function statusOf(
  item: SeriesItem,
  order: Uint32Array,
  followed: Followed,
  shared: Shared,
  prepared = preparedOf(item, order, shared),
  isWhole = false,
): Status {
  const { network } = prepared.input
  const result = new Passed(prepared.input, isWhole)
  return following({ ...item, network, prepared, result, dates: offsetsOf(prepared.input, result.early) }, followed)
}

/** The same schedule where another finish of it is followed. */
export function following(own: Omit<Status, 'followed' | 'finish' | 'daysOff'>, followed: Followed): Status {
  const { prepared, result } = own
  const status = { ...own, followed, finish: followedFinish(prepared.input, result.early, followed) }
  return { ...status, daysOff: daysOffOf(status) }
}

/** What is made once of an object, however many ask for it by that name. */
export class Once {
  readonly #made = new Map<object, Map<string, unknown>>()

  of<T>(of: object, name: string, make: () => T): T {
    const own = this.#made.get(of) ?? new Map<string, unknown>()
    if (!own.has(name)) own.set(name, make())
    this.#made.set(of, own)
    return own.get(name) as T
  }
}

/** Days between two finishes as an event counts its own: by the clock working days of the project's calendar, else those of the offsets. */
export function workingDaysBetween({ prepared: { input } }: Status): Measure {
  const { clock } = input
  if (clock === undefined) return (from, to) => to - from
  const calendar = clock.calendars[clock.projectCalendar]
  return (from, to) => calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
}

/**
 * Ends that are told to lie on days off of the one calendar for all tasks. They are no day of it later than the end of the working day before, but they
 * are later by the wall: so many calendar days, which belong to the tasks that ended there.
 */
export interface DaysOff {
  /** Calendar days from the end of the last working day to the end of the finish. */
  readonly days: number
  /** The day of the finish; DAY_ABSENT where it is no day off. */
  readonly day: number
  /** Tasks that end on it. */
  readonly tasks: readonly number[]
}

const NONE: DaysOff = { days: 0, day: DAY_ABSENT, tasks: [] }

/** Of a schedule whose followed finish is a reported one. */
function daysOffOf({ columns, prepared, followed, finish }: Omit<Status, 'daysOff'>): DaysOff {
  const { input, timeline } = prepared
  const { network, state, reportedFinish } = input
  const ends = followed.length > 0 ? followed : network.order
  if (timeline === undefined || input.clock !== undefined) return NONE
  const last = timeline.finishDay(finish)
  if (last === DAY_ABSENT || ends.some(i => state[i] !== COMPLETE)) return NONE
  let day = last
  for (const i of ends)
    if (Math.abs(reportedFinish[i] - finish) <= EPSILON_DAYS) day = Math.max(day, columns.actualFinish[i])
  if (day === last) return NONE
  return { days: day - last, day, tasks: [...ends].filter(i => columns.actualFinish[i] === day) }
}

/** Days of the wall between two finishes, whatever days the offsets count. `calendar` is the one that offsets count, of all schedules of a series. NaN where a date cannot be printed. */
export function calendarDaysBetween(calendar: Calendar, anchorDay: number): Measure {
  const wall = wallDays(calendar, anchorDay)
  return (from, to) => snap(wall(to) - wall(from))
}

/** The moment of a finish in days since 1970-01-01, midnights whole. */
function wallDays(calendar: Calendar, anchorDay: number): (offset: number) => number {
  const timeline = new Timeline(calendar, anchorDay)
  const isEveryDay = calendar === everyDay()
  return offset => {
    if (isEveryDay) return timeline.anchorDay + offset
    const whole = Math.floor(offset + EPSILON_DAYS)
    const part = offset - whole
    // a finish on a whole day is the end of the working day before
    const day = part < EPSILON_DAYS ? timeline.finishDay(whole) : timeline.startDay(whole)
    if (day === DAY_ABSENT) return Number.NaN
    return part < EPSILON_DAYS ? day + 1 : day + part
  }
}

/** Far below a minute: what a sum of offsets may be off. */
const MOMENT_DAYS = 1e-4

/** The date that a finish falls on, as a day number: its last day of work. NaN where it cannot be printed. */
export function finishDates(calendar: Calendar, anchorDay: number): (offset: number) => number {
  const wall = wallDays(calendar, anchorDay)
  return offset => Math.ceil(wall(offset) - MOMENT_DAYS) - 1
}
