/** Offsets as calendar dates: the printed dates of a task. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'
import { EFFECTS } from '../kind/constraint-types.ts'
import { NOT_BEFORE, OF_FINISH, pins, wantedStart } from '../passes/constraint.ts'
import { linksCountOf, startByLinks } from '../passes/forward.ts'
import { earliestStart, SS } from '../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { datesByClock } from './clocked-dates.ts'
import type { CpmResult } from './cpm.ts'
import { DayPlan } from './day-plan.ts'
import type { EarlyDates } from './forward.ts'
import { type CpmInput, startsItsDay } from './input.ts'
import type { Preparation } from './prepare.ts'

/** Day numbers, DAY_ABSENT where there is no offset or no anchor. Length taskCount each. */
export interface CpmDates {
  readonly earlyStart: Int32Array
  readonly earlyFinish: Int32Array
  readonly lateStart: Int32Array
  readonly lateFinish: Int32Array
  readonly projectStart: number
  readonly projectFinish: number
  /** The dates to the minute, where the schedule is by the clock. */
  readonly moments?: CpmMoments
}

/** Minutes since 1970-01-01T00:00, NaN where there is no offset. Length taskCount each. */
export interface CpmMoments {
  readonly earlyStart: Float64Array
  readonly earlyFinish: Float64Array
  readonly lateStart: Float64Array
  readonly lateFinish: Float64Array
  /** Early start of the work that is left, NaN of complete tasks; by P6's rules alone. */
  readonly remainingEarlyStart: Float64Array | undefined
  readonly projectStart: number
  readonly projectFinish: number
}

export function computeDates(columns: ScheduleColumns, prepared: Preparation, result: CpmResult): CpmDates {
  const { taskCount } = columns
  if (prepared.input.clock !== undefined) return datesByClock(columns, prepared, prepared.input.clock, result)
  const absent = () => zeros(Int32Array, taskCount).fill(DAY_ABSENT)
  const { timeline, input } = prepared
  if (timeline === undefined) return noDates(absent())
  const days = { earlyStart: absent(), earlyFinish: absent(), lateStart: absent(), lateFinish: absent() }
  const { earlyStart, earlyFinish, lateStart, lateFinish } = result
  const { state, network } = input
  const points = pointsOf(prepared, result)
  // as many days as tasks at most: to list one takes as long as to reckon it
  timeline.list(Math.min(result.projectFinish, taskCount))
  for (let i = 0; i < taskCount; i++) {
    if (Number.isNaN(earlyFinish[i])) continue
    if (points[i] !== NO_POINT) {
      const atStart = points[i] === AT_START
      days.earlyStart[i] = days.earlyFinish[i] = pointDay(timeline, earlyFinish[i], atStart)
      if (!Number.isNaN(lateFinish[i])) {
        days.lateStart[i] = days.lateFinish[i] = pointDay(timeline, lateFinish[i], atStart)
      }
    } else {
      days.earlyStart[i] = timeline.startDay(earlyStart[i])
      days.earlyFinish[i] = timeline.finishDay(earlyFinish[i])
      if (!Number.isNaN(lateFinish[i])) {
        days.lateStart[i] = timeline.startDay(lateStart[i])
        days.lateFinish[i] = timeline.finishDay(lateFinish[i])
      }
    }
    if (state[i] === COMPLETE || network.takesPart[i] === 0) {
      if (columns.actualStart[i] !== DAY_ABSENT) days.earlyStart[i] = columns.actualStart[i]
      if (columns.actualFinish[i] !== DAY_ABSENT) days.earlyFinish[i] = columns.actualFinish[i]
    }
  }
  return {
    ...days,
    projectStart: timeline.startDay(input.floor),
    projectFinish: projectFinishDay(input, result, timeline, points),
  }
}

const noDates = (absent: Int32Array): CpmDates => ({
  earlyStart: absent,
  earlyFinish: absent,
  lateStart: absent,
  lateFinish: absent,
  projectStart: DAY_ABSENT,
  projectFinish: DAY_ABSENT,
})

/** What of a result the days of points need. */
type EarlyResult = Pick<CpmResult, 'projectFinish' | 'early' | 'alapShift' | 'earlyStart' | 'earlyFinish'>

/** Whether a task prints one day for both of its dates, and which: the day that its offset opens, or the one it closes. */
const NO_POINT = 0
const AT_START = 1
const AT_END = 2

/** Length taskCount. Predecessors first: a point that depends on another point stands where that one does. */
function pointsOf(prepared: Preparation, result: EarlyResult): Uint8Array {
  const { input, durationDays } = prepared
  const { taskCount, order, takesPart } = input.network
  const plan = new DayPlan(input, result.early)
  const points = zeros(Uint8Array, taskCount)
  for (let i = 0; i < taskCount; i++) {
    if (takesPart[i] === 0) points[i] = isInstant(result, i) ? AT_START : NO_POINT
    else if (durationDays[i] === 0 || isInstant(result, i)) points[i] = AT_END
  }
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (points[i] !== NO_POINT && standsAtStart(input, plan, result, points, i)) points[i] = AT_START
  }
  return points
}

/** Nothing of it lies between its offsets. */
const isInstant = ({ earlyStart, earlyFinish }: EarlyResult, i: number): boolean =>
  Math.abs(earlyFinish[i] - earlyStart[i]) <= EPSILON_DAYS

/** The day a point in time prints: the day it opens, or the one it closes. */
function pointDay(timeline: Timeline, offset: number, atStart: boolean): number {
  return atStart || snap(offset) <= 0 ? timeline.startDay(offset) : timeline.finishDay(offset)
}

/**
 * Whether a task without duration stands at the start of its day: a start milestone, which P6 prints on the day it
 * starts. It is one when nothing leads to it, when its offset is set by the data date, SNET or MSO, ties included, and
 * when a start of a predecessor drives it. One that a finish drives, or a finish constraint sets, ends its day.
 */
function standsAtStart(input: CpmInput, plan: DayPlan, result: EarlyResult, points: Uint8Array, i: number): boolean {
  const { network, dataDate, state, constraint, constraintOffset, remainingDays } = input
  if (state[i] === COMPLETE) return startsItsDay(network, i)
  const left = remainingDays[i]
  const byLinks = linksCountOf(plan, i) ? startByLinks(plan, i, left) : Number.NEGATIVE_INFINITY
  const isByStart = (): boolean => isDrivenByStart(input, result, points, i, byLinks)
  if (result.alapShift !== undefined && result.alapShift[i] > 0) return isByStart()
  const effect = EFFECTS[constraint[i]]
  const isOfFinish = (effect & OF_FINISH) !== 0
  const byLogic = Math.max(dataDate, byLinks)
  const wanted = wantedStart(plan, effect, constraintOffset[i], left)
  if (pins(effect)) return !isOfFinish || wanted <= dataDate + EPSILON_DAYS
  if ((effect & NOT_BEFORE) !== 0) {
    if (!isOfFinish && wanted >= byLogic - EPSILON_DAYS) return true
    if (isOfFinish && wanted > byLogic + EPSILON_DAYS) return false
  }
  return byLinks <= dataDate + EPSILON_DAYS || isByStart()
}

/** Whether no link leads to the task, or one that sets its start, `byLinks`, comes from the start of a day. */
function isDrivenByStart(
  input: CpmInput,
  result: EarlyResult,
  points: Uint8Array,
  s: number,
  byLinks: number,
): boolean {
  if (byLinks === Number.NEGATIVE_INFINITY) return true
  const { network, remainingDays, lagDays } = input
  const { start, task, type } = network
  const { early } = result
  for (let k = start[s]; k < start[s + 1]; k++) {
    const p = task[k]
    const bound = earliestStart(type[k], early.start[p], early.finish[p], lagDays[k], remainingDays[s])
    if (bound < byLinks - EPSILON_DAYS) continue
    if (points[p] === NO_POINT ? type[k] === SS : points[p] === AT_START) return true
  }
  return false
}

/** The day that a schedule without calendars ends on by its early dates alone, where no task runs as late as possible. */
export function finishDayBy(prepared: Preparation, early: EarlyDates, projectFinish: number): number {
  const { timeline, input } = prepared
  if (timeline === undefined) return DAY_ABSENT
  const { state, reportedStart, reportedFinish } = input
  const result = {
    projectFinish,
    early,
    alapShift: undefined,
    earlyStart: early.start.map((offset, i) => (state[i] === NOT_STARTED ? offset : reportedStart[i])),
    earlyFinish: early.finish.map((offset, i) => (state[i] === COMPLETE ? reportedFinish[i] : offset)),
  }
  return projectFinishDay(input, result, timeline, pointsOf(prepared, result))
}

/** The last day of the work that ends the project; when only points at the start of a day end it, that day. */
function projectFinishDay(input: CpmInput, result: EarlyResult, timeline: Timeline, points: Uint8Array): number {
  const { projectFinish } = result
  return pointDay(timeline, projectFinish, isEndedByStarts(input, result, points))
}

/** Whether all of the tasks that end the project (longest-path.ts) are such points. */
function isEndedByStarts(input: CpmInput, { projectFinish, early }: EarlyResult, points: Uint8Array): boolean {
  const { network, state, reportedFinish } = input
  const last = projectFinish - EPSILON_DAYS
  let endsIncomplete = false
  let byComplete = true
  for (let i = 0; i < points.length; i++) {
    if (network.takesPart[i] === 0) continue
    const isComplete = state[i] === COMPLETE
    if (!((isComplete ? reportedFinish[i] : early.finish[i]) >= last)) continue
    if (points[i] === AT_START) endsIncomplete ||= !isComplete
    else if (isComplete) byComplete = false
    else return false
  }
  return endsIncomplete || byComplete
}
