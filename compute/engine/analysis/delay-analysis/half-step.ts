/**
 * The half-step of MIP 3.4 (/docs/methods/delay-analysis#windows): the tasks, links, durations, constraints and calendars of the earlier
 * schedule with the progress of the later one. What progress leaves of started work is explainedDays; the rest is a revision.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { type ClockInput, calendarOf } from '../../clock/input.ts'
import { earlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import { isResumed, placeConstraints } from '../../cpm/prepare.ts'
import { secondaryConstraints } from '../../cpm/prepare-clock.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import {
  COMPLETE,
  IN_PROGRESS,
  measuredPhysical,
  NOT_STARTED,
  PERCENT_MAX,
  percentOf,
} from '../../population/progress.ts'
import type { Pairing } from './pairing.ts'
import { beginsLater } from './retold.ts'
import type { ReplayStart, Status } from './status.ts'

const MINUTES_APART_MAX = 0.5
const DAYS_APART_MAX = 1e-6
/** Code of "true" in the column manuallyScheduled. */
const BY_HAND = 2

/**
 * Days of the earlier calendar of a task that one day of the later one stands for; 1 unless the hours of a day changed. A duration that is
 * as many days as before is the same duration of longer or shorter days, one of as many hours is the same work.
 */
export function daysPerLaterDay(earlier: Status, later: Status, i: number, j: number): number {
  const before = earlier.prepared.input.clock
  const after = later.prepared.input.clock
  if (before === undefined || after === undefined) return 1
  const minutesBefore = calendarOf(before, i).minutesPerDay
  const minutesAfter = calendarOf(after, j).minutesPerDay
  if (minutesBefore === minutesAfter) return 1
  const daysBefore = earlier.prepared.durationDays[i]
  const daysAfter = later.prepared.durationDays[j]
  const isSameWork = Math.abs(daysBefore * minutesBefore - daysAfter * minutesAfter) < MINUTES_APART_MAX
  return !isSameWork && Math.abs(daysBefore - daysAfter) < DAYS_APART_MAX ? 1 : minutesAfter / minutesBefore
}

/** Days of work that the earlier plan has for a task that has not begun. */
const plannedDays = ({ prepared }: Status, i: number): number =>
  prepared.input.state[i] === NOT_STARTED ? prepared.input.remainingDays[i] : prepared.durationDays[i]

/** A percent complete that is rounded to whole percent says what remains this closely, as a share of the duration. */
const PERCENT_APART_MAX = 0.5

/**
 * What progress leaves of task i, which is j later, in days of its earlier calendar. Progress only takes work away: no more is left than
 * before. Of work that is reported to have grown, its percent complete says what progress left of the duration of before. Where remaining duration and
 * percent say one thing of a duration that changed, their share of the duration of before is left. A physical percent measures no duration.
 */
function explainedDays(
  earlier: Status,
  later: Status,
  isWithdrawn: (i: number, j: number) => boolean,
  i: number,
  j: number,
): number {
  const now = later.prepared.input
  if (now.state[j] === COMPLETE) return 0
  if (now.state[j] === NOT_STARTED) return plannedDays(earlier, i)
  const before = earlier.prepared.input
  const isToBegin = before.state[i] === NOT_STARTED || isWithdrawn(i, j)
  const left = isToBegin ? plannedDays(earlier, i) : before.remainingDays[i]
  const reported = now.remainingDays[j]
  const durationBefore = earlier.prepared.durationDays[i]
  if (isOneReport(later, j)) return Math.min(left, snap((reported * durationBefore) / later.prepared.durationDays[j]))
  const reportedLeft = reported * daysPerLaterDay(earlier, later, i, j)
  // a remaining duration of no more than was left is taken as it is reported; one that grew says nothing of progress, so the percentage does
  if (reportedLeft <= left + DAYS_APART_MAX || !isMeasured(later, j)) return Math.min(left, reportedLeft)
  return Math.min(left, snap((durationBefore * (PERCENT_MAX - percentOf(later.columns, j))) / PERCENT_MAX))
}

/** Whether the percent complete of a task measures its duration. */
const isMeasured = ({ columns }: Status, j: number): boolean =>
  !Number.isNaN(columns.percentComplete[j]) && !(measuredPhysical(columns)[j] >= 0)

/** Whether it and the remaining duration say the same, as they do where there is no percent complete at all. */
function isOneReport(later: Status, j: number): boolean {
  const { durationDays, input } = later.prepared
  if (Number.isNaN(later.columns.percentComplete[j]) && !(measuredPhysical(later.columns)[j] >= 0))
    return durationDays[j] > 0 && input.remainingDays[j] <= durationDays[j]
  const percentLeft = (PERCENT_MAX * input.remainingDays[j]) / durationDays[j]
  const percent = percentOf(later.columns, j)
  return isMeasured(later, j) && Math.abs(percentLeft - (PERCENT_MAX - percent)) <= PERCENT_APART_MAX
}

export function halfStep(earlier: Status, later: Status, { toLater }: Pairing): CpmInput {
  const { columns, network, prepared } = earlier
  const before = prepared.input
  const now = later.prepared.input
  const state = copied(before.state)
  const remainingDays = copied(before.remainingDays)
  const reportedStart = copied(before.reportedStart)
  const reportedFinish = copied(before.reportedFinish)
  const isWithdrawn = beginsLater(earlier, later)
  let isBegun = false
  for (let i = 0; i < toLater.length; i++) {
    const j = toLater[i]
    if (j === NO_MATCH) continue
    state[i] = now.state[j]
    remainingDays[i] = explainedDays(earlier, later, isWithdrawn, i, j)
    reportedStart[i] = now.reportedStart[j]
    reportedFinish[i] = now.reportedFinish[j]
    if (state[i] !== NOT_STARTED) isBegun = true
  }
  const { timeline } = later.prepared
  // a project that has begun started when it did; before that its planned start holds it
  const floor = isBegun ? now.floor : before.floor
  const statusOffset = timeline === undefined ? floor : timeline.startOffset(later.statusDay)
  const dataDate = isBegun || before.clock !== undefined ? now.dataDate : Math.max(floor, statusOffset)
  const constraints = placeConstraints(columns, network, timeline, state)
  if (before.clock === undefined) resumedAsTold({ state, ...constraints }, now, toLater)
  const progress = { state, remainingDays, reportedStart, reportedFinish }
  const clock = before.clock && now.clock && withProgress(earlier, later, before.clock, now.clock, toLater, progress)
  return {
    network,
    floor,
    dataDate,
    ...progress,
    constraint: constraints.acting,
    constraintOffset: constraints.offset,
    lagDays: lagsLeft(network, { state, reportedStart, reportedFinish, dataDate, clock }),
    mustFinish: before.mustFinish,
    override: before.override,
    clock,
  }
}

/** In whole days, too, when suspended work goes on is progress: the later schedule says it. */
function resumedAsTold(
  { state, acting, offset }: { state: Uint8Array; acting: Uint8Array; offset: Float64Array },
  now: CpmInput,
  toLater: Int32Array,
): void {
  for (let i = 0; i < toLater.length; i++) {
    const j = toLater[i]
    if (j === NO_MATCH || state[i] !== IN_PROGRESS) continue
    const isHeld = isResumed({ state, constraint: acting }, i)
    if (acting[i] !== NO_CONSTRAINT && !isHeld) continue
    if (isResumed(now, j)) {
      acting[i] = now.constraint[j]
      offset[i] = now.constraintOffset[j]
    } else if (isHeld) acting[i] = NO_CONSTRAINT
  }
}

type Progress = Pick<CpmInput, 'state' | 'remainingDays' | 'reportedStart' | 'reportedFinish'>

/** The calendars and rules of before; when work stopped and goes on is progress. */
function withProgress(
  earlier: Status,
  later: Status,
  before: ClockInput,
  now: ClockInput,
  toLater: Int32Array,
  progress: Progress,
): ClockInput {
  const { tasks } = before
  const second = tasks.secondaryConstraint && secondaryConstraints(earlier.columns, i => progress.state[i])
  return {
    ...before,
    tasks: {
      ...tasks,
      secondaryConstraint: second,
      suspend: laterMoments(tasks.suspend, now.tasks.suspend, toLater),
      resume: laterMoments(tasks.resume, now.tasks.resume, toLater),
    },
    columns:
      before.rules.rules === 'ms_project' ? columnsWithProgress(earlier, later, toLater, progress) : before.columns,
  }
}

function laterMoments(
  before: Float64Array | undefined,
  now: Float64Array | undefined,
  toLater: Int32Array,
): Float64Array | undefined {
  if (before === undefined && now === undefined) return undefined
  return Float64Array.from(toLater, (j, i) => (j === NO_MATCH ? (before?.[i] ?? Number.NaN) : (now?.[j] ?? Number.NaN)))
}

/** The rules of Microsoft Project read of the columns where work that has started goes on. */
function columnsWithProgress(
  earlier: Status,
  later: Status,
  toLater: Int32Array,
  { state, remainingDays }: Progress,
): ScheduleColumns {
  const before = earlier.columns
  const now = later.columns
  const remainingDurationDays = copied(before.remainingDurationDays)
  const durationDays = copied(before.durationDays)
  const actualStart = copied(before.actualStart)
  const actualStartTime = copied(before.actualStartTime)
  const forecastStartTime = copied(before.forecastStartTime)
  const wasBegun = (i: number): boolean => earlier.prepared.input.state[i] !== NOT_STARTED
  toLater.forEach((j, i) => {
    if (j === NO_MATCH) return
    // a start that was withdrawn takes the pauses of its work along: they are no split of what has not begun
    if (state[i] === NOT_STARTED && wasBegun(i) && before.manuallyScheduled[i] !== BY_HAND) forecastStartTime[i] = 0
    if (now.actualStart[j] === DAY_ABSENT) return
    remainingDurationDays[i] = remainingDays[i]
    actualStart[i] = now.actualStart[j]
    actualStartTime[i] = now.actualStartTime[j]
    // what was done is progress: it ends where the later schedule says
    const doneDays = now.durationDays[j] - later.prepared.input.remainingDays[j]
    if (state[i] === IN_PROGRESS && isOneReport(later, j))
      durationDays[i] = doneDays * daysPerLaterDay(earlier, later, i, j) + remainingDays[i]
  })
  return { ...before, durationDays, remainingDurationDays, actualStart, actualStartTime, forecastStartTime }
}

/** How often dates that hold something are looked for among those that are let go: each time more of them are kept. */
const LET_GO_MAX = 4

/**
 * Both ends of a window without the constraints and expected finishes that change no date of either: on the mornings between, such a date would hide a day that
 * is lost before it until it has passed, and book it to whoever idles then. What it holds at an end of the window it holds in between, too.
 */
export function withoutIdleDates(earlier: ReplayStart, half: CpmInput): readonly [start: ReplayStart, half: CpmInput] {
  const before = earlier.prepared.input
  const inputs = [before, half]
  if (inputs.some(({ clock }) => clock?.rules.rules === 'ms_project')) return [earlier, half]
  const expected = half.clock?.rules.useExpectedFinish === true ? half.clock.tasks.expectedFinish : undefined
  const acts = (i: number): boolean =>
    inputs.some(
      ({ constraint, clock }) =>
        constraint[i] !== NO_CONSTRAINT || (clock?.tasks.secondaryConstraint?.[i] ?? NO_CONSTRAINT) !== NO_CONSTRAINT,
    ) ||
    (expected !== undefined && !Number.isNaN(expected[i]))
  const { order, taskCount } = half.network
  let letGo = order.filter(acts)
  if (letGo.length === 0) return [earlier, half]
  const halfEarly = earlyDates(taskCount)
  forward(half, halfEarly)
  const early = earlyDates(taskCount)
  for (let n = 0; n < LET_GO_MAX && letGo.length > 0; n++) {
    const ends = inputs.map(input => withoutDates(input, letGo))
    const held = new Set<number>()
    for (const [end, known] of [
      [ends[0], earlier.result.early],
      [ends[1], halfEarly],
    ] as const) {
      forward(end, early)
      const isSame = (i: number): boolean =>
        Math.abs(early.start[i] - known.start[i]) <= EPSILON_DAYS &&
        Math.abs(early.finish[i] - known.finish[i]) <= EPSILON_DAYS
      for (const i of order) if (end.state[i] !== COMPLETE && !isSame(i)) held.add(i)
    }
    if (held.size === 0) return [{ ...earlier, prepared: { input: ends[0] } }, ends[1]]
    const left = letGo.filter(i => !held.has(i))
    if (left.length === letGo.length) break
    letGo = left
  }
  return [earlier, half]
}

function withoutDates(input: CpmInput, tasks: Uint32Array): CpmInput {
  const { clock } = input
  const constraint = copied(input.constraint)
  const secondaryConstraint = clock?.tasks.secondaryConstraint?.slice()
  const expectedFinish = clock?.tasks.expectedFinish?.slice()
  for (const i of tasks) {
    constraint[i] = NO_CONSTRAINT
    if (secondaryConstraint !== undefined) secondaryConstraint[i] = NO_CONSTRAINT
    if (expectedFinish !== undefined) expectedFinish[i] = Number.NaN
  }
  if (clock === undefined) return { ...input, constraint }
  return {
    ...input,
    constraint,
    clock: { ...clock, tasks: { ...clock.tasks, secondaryConstraint, expectedFinish } as ClockInput['tasks'] },
  }
}
