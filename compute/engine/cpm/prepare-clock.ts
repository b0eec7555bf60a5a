/**
 * Columns with calendars + network -> what the passes by the clock work on. Everything prepare.ts does, to the minute: dates without a time
 * of day are the start of their day, or its end where something finishes.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../shared/contract/schedule/fields.ts'
import type { ScheduleSetting } from '../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { anchorDay } from '../calendar/anchor.ts'
import { boundedDays } from '../calendar/bounds.ts'
import { everyDay } from '../calendar/calendar.ts'
import { Timeline } from '../calendar/timeline.ts'
import {
  type DayEdge,
  endOfWork,
  latestActual,
  momentIn,
  momentsIn,
  taskCalendars,
  workCalendars,
} from '../clock/calendars.ts'
import { type ClockInput, type ClockTasks, momentAt, offsetAt } from '../clock/input.ts'
import { resourceWorkOf } from '../clock/resource-work.ts'
import type { Network } from '../graph/network.ts'
import { actsInProgress, isFinishType, isKnownConstraint, NO_CONSTRAINT, needsDate } from '../kind/constraint-types.ts'
import { FINISH_MILESTONE, isLoe, isSummary, MILESTONE, START_MILESTONE } from '../kind/participation.ts'
import { fromFinish } from '../passes/relation.ts'
import { type Durations, durationsOf, remainingOf } from '../population/durations.ts'
import { IN_PROGRESS, NOT_STARTED, stateOf } from '../population/progress.ts'
import type { DataDate } from './data-date.ts'
import type { CpmInput } from './input.ts'
import { type Preparation, type PrepareOptions, placeConstraints } from './prepare.ts'

export function prepareByClock(
  columns: ScheduleColumns,
  setting: ScheduleSetting,
  network: Network,
  options: PrepareOptions,
): Preparation {
  const ownAnchor = anchorDay(columns, options.statusDay)
  const given = options.anchorDay ?? ownAnchor
  const anchor = given === DAY_ABSENT ? dayOf(setting.projectStart) : given
  const timeline = anchor === DAY_ABSENT ? undefined : new Timeline(everyDay(), anchor)
  const clock = clockOf(columns, setting, network, (timeline?.anchorDay ?? 0) * MINUTES_PER_DAY)
  const firstStart = earliestMoment(columns)
  const dataMoment = dataMomentOf(columns, setting, options.statusDay, firstStart)
  const known = Number.isNaN(dataMoment.moment) ? firstKnown(setting.projectStart, firstStart) : dataMoment.moment
  const dataDate: DataDate = { offset: Number.isNaN(known) ? 0 : offsetAt(clock, known), source: dataMoment.source }
  const floor = Number.isNaN(firstStart) ? dataDate.offset : Math.min(dataDate.offset, offsetAt(clock, firstStart))
  const durations = durationsOf(columns, options.calendar)
  const progress = reportProgress(columns, network, clock, durations, dataDate)
  const resourceWork = resourceWorkOf(columns, clock, progress.state, progress.remainingDays)
  const constraints = placeConstraints(columns, network, timeline, progress.state)
  return {
    input: {
      network,
      floor,
      ...progress,
      dataDate: dataDate.offset,
      constraint: constraints.acting,
      constraintOffset: constraints.offset,
      lagDays: network.lagDays,
      mustFinish: mustFinishOf(clock, setting, options.mustFinishDay),
      override: setting.rules.progress === 'progress_override',
      clock: resourceWork === undefined ? clock : { ...clock, tasks: { ...clock.tasks, resourceWork } },
    },
    timeline,
    durationDays: durations.days,
    durationMissing: durations.missing,
    dataDate,
    constraintFate: constraints.fate,
  }
}

const dayOf = (moment: number): number => (Number.isNaN(moment) ? DAY_ABSENT : Math.floor(moment / MINUTES_PER_DAY))

const firstKnown = (a: number, b: number): number => (Number.isNaN(a) ? b : a)

function mustFinishOf(clock: ClockInput, { mustFinishBy }: ScheduleSetting, day: number = DAY_ABSENT): number {
  if (!Number.isNaN(mustFinishBy)) return offsetAt(clock, mustFinishBy)
  return day === DAY_ABSENT ? Number.NaN : offsetAt(clock, (day + 1) * MINUTES_PER_DAY)
}

function clockOf(columns: ScheduleColumns, setting: ScheduleSetting, network: Network, origin: number): ClockInput {
  const calendars = workCalendars(setting)
  return {
    rules: setting.rules,
    calendars,
    projectCalendar: setting.defaultCalendar,
    roundTheClock: calendars.length - 1,
    origin,
    projectStart: setting.projectStart,
    tasks: clockTasks(columns, setting, network),
    columns,
  }
}

function clockTasks(columns: ScheduleColumns, setting: ScheduleSetting, network: Network): ClockTasks {
  const { taskCount, taskType, secondaryConstraintType } = columns
  const point = new Uint8Array(taskCount)
  for (let i = 0; i < taskCount; i++) point[i] = pointOf(taskType[i], network, i)
  const moments = (column: DayColumn, edge: DayEdge) => momentsIn(columns, column, edge)
  const hasSecond = secondaryConstraintType.some(code => code !== NO_CONSTRAINT)
  return {
    calendar: taskCalendars(columns, setting),
    point,
    secondaryConstraint: hasSecond ? secondaryConstraints(columns, i => stateOf(columns, i)) : undefined,
    secondaryConstraintMoment: hasSecond
      ? Float64Array.from({ length: taskCount }, (_, i) => secondaryMoment(columns, i))
      : undefined,
    expectedFinish: moments('expectedFinish', 'finish'),
    suspend: moments('suspendDate', 'start'),
    resume: moments('resumeDate', 'start'),
    deadline: moments('deadline', 'finish'),
    externalEarlyStart: moments('externalEarlyStart', 'start'),
    externalLateFinish: moments('externalLateFinish', 'finish'),
    levelingDelay: levelingDelays(columns, setting),
  }
}

/** Delays that the rules of the schedule read, in minutes; undefined = there are none. */
function levelingDelays({ levelingDelayDays }: ScheduleColumns, { rules }: ScheduleSetting): Float64Array | undefined {
  const isRead = rules.rules === 'ms_project' && rules.respectLevelingDelay
  if (!isRead || !levelingDelayDays.some(days => days > 0)) return undefined
  return levelingDelayDays.map(days => (days > 0 ? Math.round(boundedDays(days) * MINUTES_PER_DAY) : Number.NaN))
}

const edgeOf = (code: number): DayEdge => (isFinishType(code) ? 'finish' : 'start')

/** A milestone that says no more than that is a finish milestone where a finish leads to it, else one of the start. */
export function pointOf(taskType: number, { takesPart, start, type }: Network, i: number): number {
  if (taskType === START_MILESTONE || taskType === FINISH_MILESTONE) return taskType
  if (taskType !== MILESTONE || takesPart[i] === 0) return 0
  for (let k = start[i]; k < start[i + 1]; k++) if (fromFinish(type[k])) return FINISH_MILESTONE
  return START_MILESTONE
}

/** Those that act: dated, of open tasks, and of work that has started only those on its finish. */
export function secondaryConstraints(columns: ScheduleColumns, stateAt: (i: number) => number): Uint8Array {
  const { secondaryConstraintType, secondaryConstraintDate } = columns
  return secondaryConstraintType.map((code, i) => secondaryConstraint(code, secondaryConstraintDate[i], stateAt(i)))
}

export function secondaryConstraint(code: number, day: number, state: number): number {
  const isDated = isKnownConstraint(code) && needsDate(code) && day !== DAY_ABSENT
  const acts = state === NOT_STARTED || (state === IN_PROGRESS && actsInProgress(code))
  return isDated && acts ? code : NO_CONSTRAINT
}

/** The moment of a second constraint of that type. */
export const secondaryMoment = (columns: ScheduleColumns, i: number): number =>
  momentIn(columns, 'secondaryConstraintDate', i, edgeOf(columns.secondaryConstraintType[i]))

/** The earliest start of a task by its dates, NaN = none has one. */
function earliestMoment(columns: ScheduleColumns): number {
  let first = Number.NaN
  for (let i = 0; i < columns.taskCount; i++) {
    if (isSummary(columns.taskType[i])) continue
    const moment = bestStartMoment(columns, i)
    if (!(moment >= first)) first = Number.isNaN(moment) ? first : moment
  }
  return first
}

function bestStartMoment(columns: ScheduleColumns, i: number): number {
  const actual = momentIn(columns, 'actualStart', i, 'start')
  if (!Number.isNaN(actual)) return actual
  const forecast = momentIn(columns, 'forecastStart', i, 'start')
  return Number.isNaN(forecast) ? momentIn(columns, 'plannedStart', i, 'start') : forecast
}

/**
 * The moment no unfinished work lies before: as given, the status day, else the latest actual date. The date of a plan of which nothing has begun only
 * says when it was made: unless the plan has a project start of its own, as files have, it begins at its first planned start.
 */
function dataMomentOf(
  columns: ScheduleColumns,
  { dataDate, projectStart }: ScheduleSetting,
  statusDay: number,
  firstStart: number,
): { moment: number; source: DataDate['source'] } {
  if (!Number.isNaN(dataDate) && (statusDay === DAY_ABSENT || statusDay === dayOf(dataDate))) {
    const isLabel =
      statusDay === DAY_ABSENT && Number.isNaN(projectStart) && latestActual(columns) === Number.NEGATIVE_INFINITY
    return { moment: isLabel && firstStart > dataDate ? firstStart : dataDate, source: 'status_date' }
  }
  if (statusDay !== DAY_ABSENT) return { moment: statusDay * MINUTES_PER_DAY, source: 'status_date' }
  const latest = latestActual(columns)
  if (latest === Number.NEGATIVE_INFINITY) return { moment: Number.NaN, source: 'none' }
  return { moment: latest, source: 'inferred' }
}

const isGivenRemaining = (columns: ScheduleColumns, i: number): boolean =>
  !Number.isNaN(columns.remainingDurationDays[i])

type Progress = Pick<CpmInput, 'state' | 'remainingDays' | 'reportedStart' | 'reportedFinish'>

function reportProgress(
  columns: ScheduleColumns,
  network: Network,
  clock: ClockInput,
  durations: Durations,
  dataDate: DataDate,
): Progress {
  const { taskCount } = columns
  const state = new Uint8Array(taskCount)
  const remainingDays = durations.days.slice()
  const reportedStart = new Float64Array(taskCount).fill(Number.NaN)
  const reportedFinish = new Float64Array(taskCount).fill(Number.NaN)
  const progress = { state, remainingDays, reportedStart, reportedFinish }
  // percent alone moves nothing: without a data date and any actual date every task counts as not started
  if (dataDate.source === 'none') return progress
  const now = momentAt(clock, dataDate.offset)
  for (let i = 0; i < taskCount; i++) reportTaskByClock(columns, network, clock, durations.days[i], now, progress, i)
  return progress
}

/** The entries of one task, where its remaining duration is its duration so far. */
export function reportTaskByClock(
  columns: ScheduleColumns,
  network: Network,
  clock: ClockInput,
  duration: number,
  now: number,
  { state, remainingDays, reportedStart, reportedFinish }: Progress,
  i: number,
): void {
  let start = momentIn(columns, 'actualStart', i, 'start')
  let finish = momentIn(columns, 'actualFinish', i, 'finish')
  if (network.takesPart[i] === 0) {
    if (!isLoe(columns.taskType[i])) return
    reportedStart[i] = offsetAt(clock, start)
    reportedFinish[i] = offsetAt(clock, finish)
    return
  }
  state[i] = stateOf(columns, i)
  if (state[i] === NOT_STARTED) {
    // P6 keeps a remaining duration of its own before the start, too
    if (isGivenRemaining(columns, i)) remainingDays[i] = remainingOf(columns, i, duration)
    return
  }
  if (state[i] === IN_PROGRESS) {
    const wished = bestStartMoment(columns, i)
    if (Number.isNaN(start)) start = Number.isNaN(wished) ? now : Math.min(wished, now)
    reportedStart[i] = offsetAt(clock, start)
    remainingDays[i] = remainingOf(columns, i, duration)
    return
  }
  const calendar = clock.calendars[clock.tasks.calendar[i]]
  const minutes = Math.round(duration * calendar.minutesPerDay)
  if (!Number.isNaN(finish)) {
    const begun = Number.isNaN(start) ? Number.NEGATIVE_INFINITY : start
    finish = endOfWork(finish, calendar.previousWork(finish), begun)
  } else finish = Number.isNaN(start) ? now : Math.max(start, Math.min(calendar.finishAfter(start, minutes), now))
  if (Number.isNaN(start)) start = calendar.startBefore(finish, minutes)
  reportedStart[i] = offsetAt(clock, start)
  reportedFinish[i] = offsetAt(clock, finish)
  remainingDays[i] = 0
}
