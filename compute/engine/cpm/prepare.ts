/**
 * Columns + network + calendar -> the numbers for the passes: offsets, remaining durations, states, active constraints. All handling of dates
 * is here; the passes know none.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { anchorDay } from '../calendar/anchor.ts'
import { bestStart } from '../calendar/best-dates.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { snap } from '../calendar/snap.ts'
import { Timeline } from '../calendar/timeline.ts'
import { momentIn } from '../clock/calendars.ts'
import type { Network } from '../graph/network.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import {
  ALAP,
  actsInProgress,
  isFinishType,
  isKnownConstraint,
  NO_CONSTRAINT,
  needsDate,
  SNET,
} from '../kind/constraint-types.ts'
import { isLoe } from '../kind/participation.ts'
import { type Durations, durationsOf, remainingOf } from '../population/durations.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, stateOf } from '../population/progress.ts'
import { type DataDate, dataDateOf } from './data-date.ts'
import { type CpmInput, startsItsDay } from './input.ts'
import { lagsLeft } from './lags.ts'
import { prepareByClock } from './prepare-clock.ts'

export interface Preparation {
  readonly input: CpmInput
  /** undefined = no date anywhere, offsets only. */
  readonly timeline: Timeline | undefined
  /** D of every task. */
  readonly durationDays: Float64Array
  /** 1 = D is 0 for want of a duration and of dates. */
  readonly durationMissing: Uint8Array
  readonly dataDate: DataDate
  /** Why the constraint of a task does not act: one of CONSTRAINT_ACTS and the reasons after it. */
  readonly constraintFate: Uint8Array
}

export const CONSTRAINT_ACTS = 0
/** It needs a date and has none. */
export const CONSTRAINT_WITHOUT_DATE = 1
export const CONSTRAINT_ON_COMPLETE = 2
/** The schedule has no date that could be offset 0. */
export const CONSTRAINT_WITHOUT_ANCHOR = 3
/** A start constraint, or ALAP, on a task in progress. */
export const CONSTRAINT_ON_STARTED = 4

export interface PrepareOptions {
  readonly calendar: Calendar
  /** Day number of the status date, or DAY_ABSENT. */
  readonly statusDay: number
  /** Day number of must_finish_by, DAY_ABSENT or absent = none. */
  readonly mustFinishDay?: number
  /** Common anchor of networks that are compared; the network's own first start becomes the floor. */
  readonly anchorDay?: number
}

export function prepare(columns: ScheduleColumns, network: Network, options: PrepareOptions): Preparation {
  if (columns.setting !== undefined) return prepareByClock(columns, columns.setting, network, options)
  const { calendar, statusDay } = options
  const ownAnchor = anchorDay(columns, statusDay)
  const anchor = options.anchorDay ?? ownAnchor
  const timeline = anchor === DAY_ABSENT ? undefined : new Timeline(calendar, anchor)
  const floor = timeline === undefined || ownAnchor === DAY_ABSENT ? 0 : timeline.startOffset(ownAnchor)
  const durations = durationsOf(columns, calendar)
  const dataDate = dataDateOf(columns, timeline, statusDay, floor)
  const progress = {
    ...reportProgress(columns, network, timeline, durations, dataDate),
    dataDate: dataDate.offset,
  }
  const constraints = placeConstraints(columns, network, timeline, progress.state)
  return {
    input: {
      network,
      floor,
      ...progress,
      constraint: constraints.acting,
      constraintOffset: constraints.offset,
      lagDays: lagsLeft(network, progress),
      mustFinish: mustFinishOf(timeline, options.mustFinishDay),
      override: false,
    },
    timeline,
    durationDays: durations.days,
    durationMissing: durations.missing,
    dataDate,
    constraintFate: constraints.fate,
  }
}

const mustFinishOf = (timeline: Timeline | undefined, day: number = DAY_ABSENT): number =>
  timeline === undefined || day === DAY_ABSENT ? Number.NaN : timeline.finishOffset(day)

type Progress = Pick<CpmInput, 'state' | 'remainingDays' | 'reportedStart' | 'reportedFinish'>

function reportProgress(
  columns: ScheduleColumns,
  network: Network,
  timeline: Timeline | undefined,
  durations: Durations,
  dataDate: DataDate,
): Progress {
  const { taskCount } = columns
  const state = zeros(Uint8Array, taskCount)
  const reportedStart = zeros(Float64Array, taskCount).fill(Number.NaN)
  // percent alone moves nothing: without a status date and any actual date every task counts as not started
  if (timeline === undefined || dataDate.source === 'none')
    return { state, remainingDays: durations.days, reportedStart, reportedFinish: reportedStart }
  const remainingDays = copied(durations.days)
  const reportedFinish = zeros(Float64Array, taskCount).fill(Number.NaN)
  const progress = { state, remainingDays, reportedStart, reportedFinish }
  for (let i = 0; i < taskCount; i++) reportTask(columns, network, timeline, durations, dataDate.offset, progress, i)
  return progress
}

/** The entries of one task, where its remaining duration is its duration so far. */
export function reportTask(
  columns: ScheduleColumns,
  network: Network,
  timeline: Timeline,
  durations: Durations,
  dd: number,
  { state, remainingDays, reportedStart, reportedFinish }: Progress,
  i: number,
): void {
  const { taskType, actualStart, actualFinish } = columns
  const duration = durations.days[i]
  let start = actualStart[i] === DAY_ABSENT ? Number.NaN : timeline.startOffset(actualStart[i])
  let finish = actualFinish[i] === DAY_ABSENT ? Number.NaN : timeline.finishOffset(actualFinish[i])
  if (network.takesPart[i] === 0) {
    if (!isLoe(taskType[i])) return
    reportedStart[i] = start
    reportedFinish[i] = finish
    return
  }
  state[i] = stateOf(columns, i)
  if (state[i] === NOT_STARTED) return
  if (state[i] === IN_PROGRESS) {
    const wished = bestStart(columns, i)
    if (Number.isNaN(start)) start = wished === DAY_ABSENT ? dd : Math.min(timeline.startOffset(wished), dd)
    reportedStart[i] = start
    remainingDays[i] = remainingOf(columns, i, duration)
    return
  }
  if (duration === 0 && durations.missing[i] === 0) {
    // a milestone stands at one offset: the start of its day when nothing but starts leads to it, else the end
    if (startsItsDay(network, i)) {
      if (actualFinish[i] !== DAY_ABSENT) finish = timeline.startOffset(actualFinish[i])
    } else if (actualStart[i] !== DAY_ABSENT) start = timeline.finishOffset(actualStart[i])
  }
  if (Number.isNaN(finish)) finish = Number.isNaN(start) ? dd : Math.max(start, Math.min(snap(start + duration), dd))
  reportedStart[i] = Number.isNaN(start) ? snap(finish - duration) : start
  reportedFinish[i] = finish
  remainingDays[i] = 0
}

/** Which constraints act in these states, and where. A comparison computes it for one schedule with the progress of another. */
export function placeConstraints(
  columns: ScheduleColumns,
  network: Network,
  timeline: Timeline | undefined,
  state: Uint8Array,
): { acting: Uint8Array; offset: Float64Array; fate: Uint8Array } {
  const { taskCount } = columns
  const acting = zeros(Uint8Array, taskCount)
  const offset = zeros(Float64Array, taskCount).fill(Number.NaN)
  if (!hasColumn(columns, 'constraintType') && !hasColumn(columns, 'resumeDate'))
    return { acting, offset, fate: acting }
  const placed = { acting, offset, fate: zeros<Uint8Array>(Uint8Array, taskCount) }
  for (let i = 0; i < taskCount; i++) placeConstraint(columns, network, timeline, state[i], placed, i)
  return placed
}

interface PlacedConstraints {
  readonly acting: Uint8Array
  readonly offset: Float64Array
  readonly fate: Uint8Array
}

/** The entries of one task, which are those of no constraint so far. */
export function placeConstraint(
  columns: ScheduleColumns,
  network: Network,
  timeline: Timeline | undefined,
  state: number,
  placed: PlacedConstraints,
  i: number,
): void {
  placeOwn(columns, network, timeline, state, placed, i)
  const { acting, offset } = placed
  const resume = columns.resumeDate[i] ?? DAY_ABSENT
  if (state !== IN_PROGRESS || resume === DAY_ABSENT || columns.setting !== undefined || timeline === undefined) return
  if (acting[i] !== NO_CONSTRAINT || network.takesPart[i] === 0) return
  acting[i] = RESUMES
  offset[i] = timeline.startOffset(resume)
}

/**
 * In whole days what is left of suspended work begins no earlier than it is resumed, as by this constraint: those on a start act on no work that has begun (by the clock the passes know the
 * moment). Beside a constraint on the finish that acts it is not read, which INPUT_RESUME_UNREAD tells.
 */
const RESUMES = SNET
export const isResumed = ({ state, constraint }: Pick<CpmInput, 'state' | 'constraint'>, i: number): boolean =>
  state[i] === IN_PROGRESS && constraint[i] === RESUMES

function placeOwn(
  columns: ScheduleColumns,
  network: Network,
  timeline: Timeline | undefined,
  state: number,
  { acting, offset, fate }: PlacedConstraints,
  i: number,
): void {
  const code = columns.constraintType[i]
  if (!isKnownConstraint(code) || network.takesPart[i] === 0) return
  if (!needsDate(code)) {
    if (code !== ALAP) return
  } else if (columns.constraintDate[i] === DAY_ABSENT) {
    fate[i] = CONSTRAINT_WITHOUT_DATE
    return
  }
  if (state === COMPLETE) fate[i] = CONSTRAINT_ON_COMPLETE
  else if (state === IN_PROGRESS && !actsInProgress(code)) fate[i] = CONSTRAINT_ON_STARTED
  else if (code === ALAP) acting[i] = code
  else if (timeline === undefined) fate[i] = CONSTRAINT_WITHOUT_ANCHOR
  else {
    acting[i] = code
    offset[i] = constraintOffsetOf(columns, timeline, i)
  }
}

/** The offset of its constraint date: with calendars to the minute. */
export function constraintOffsetOf(columns: ScheduleColumns, timeline: Timeline, i: number): number {
  const day = columns.constraintDate[i]
  const isFinish = isFinishType(columns.constraintType[i])
  if (columns.setting !== undefined) {
    const moment = momentIn(columns, 'constraintDate', i, isFinish ? 'finish' : 'start')
    return moment / MINUTES_PER_DAY - timeline.anchorDay
  }
  return isFinish ? timeline.finishOffset(day) : timeline.startOffset(day)
}
