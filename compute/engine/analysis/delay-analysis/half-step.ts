/**
 * The half-step of MIP 3.4 (/docs/methods/delay-analysis#windows): the tasks, links, durations, constraints and calendars of the earlier
 * schedule with the progress of the later one. What progress leaves of started work is explainedDays; the rest is a revision.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/schedule/columns.ts'
import { snap } from '../../calendar/snap.ts'
import { type ClockInput, calendarOf } from '../../clock/input.ts'
import { actsInProgress, NO_CONSTRAINT } from '../../cpm/constraint.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import { placeConstraints } from '../../cpm/prepare.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED, PERCENT_MAX, percentOf } from '../../population/progress.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'

const MINUTES_APART_MAX = 0.5
const DAYS_APART_MAX = 1e-6

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
export const plannedDays = ({ prepared }: Status, i: number): number =>
  prepared.input.state[i] === NOT_STARTED ? prepared.input.remainingDays[i] : prepared.durationDays[i]

/** A percent complete that is rounded to whole percent says what remains this closely, as a share of the duration. */
const PERCENT_APART_MAX = 0.5

/**
 * What progress leaves of task i, which is j later, in days of its earlier calendar. Progress only takes work away: no more is left than
 * before, than the later schedule reports, and than its percent complete leaves of the duration of before. Where remaining duration and
 * percent say one thing of a duration that changed, their share of the duration of before is left. A physical percent measures no duration.
 */
export function explainedDays(earlier: Status, later: Status, i: number, j: number): number {
  const now = later.prepared.input
  if (now.state[j] === COMPLETE) return 0
  if (now.state[j] === NOT_STARTED) return plannedDays(earlier, i)
  const before = earlier.prepared.input
  const left = before.state[i] === NOT_STARTED ? plannedDays(earlier, i) : before.remainingDays[i]
  const reported = now.remainingDays[j]
  const { percentComplete, physicalPercentComplete } = later.columns
  const durationBefore = earlier.prepared.durationDays[i]
  const duration = later.prepared.durationDays[j]
  if (!Number.isNaN(percentComplete[j]) && !(physicalPercentComplete[j] >= 0)) {
    const percentLeft = PERCENT_MAX - percentOf(later.columns, j)
    const isOneReport = Math.abs((PERCENT_MAX * reported) / duration - percentLeft) <= PERCENT_APART_MAX
    if (isOneReport) return Math.min(left, snap((reported * durationBefore) / duration))
    const byPercent = snap((durationBefore * percentLeft) / PERCENT_MAX)
    return Math.min(left, byPercent, reported * daysPerLaterDay(earlier, later, i, j))
  }
  return Math.min(left, reported * daysPerLaterDay(earlier, later, i, j))
}

export function halfStep(earlier: Status, later: Status, { toLater }: Pairing): CpmInput {
  const { columns, network, prepared } = earlier
  const before = prepared.input
  const now = later.prepared.input
  const state = copied(before.state)
  const remainingDays = copied(before.remainingDays)
  const reportedStart = copied(before.reportedStart)
  const reportedFinish = copied(before.reportedFinish)
  let firstStart = before.floor
  for (let i = 0; i < toLater.length; i++) {
    const j = toLater[i]
    if (j !== NO_MATCH) {
      state[i] = now.state[j]
      remainingDays[i] = explainedDays(earlier, later, i, j)
      reportedStart[i] = now.reportedStart[j]
      reportedFinish[i] = now.reportedFinish[j]
    }
    if (network.takesPart[i] === 1 && reportedStart[i] < firstStart) firstStart = reportedStart[i]
  }
  const { timeline } = later.prepared
  const statusOffset = timeline === undefined ? firstStart : timeline.startOffset(later.statusDay)
  const dataDate = before.clock === undefined ? Math.max(firstStart, statusOffset) : now.dataDate
  const constraints = placeConstraints(columns, network, timeline, state)
  const progress = { state, remainingDays, reportedStart, reportedFinish }
  const clock = before.clock && now.clock && withProgress(before.clock, now.clock, toLater, progress)
  return {
    network,
    floor: firstStart,
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

type Progress = Pick<CpmInput, 'state' | 'remainingDays' | 'reportedStart' | 'reportedFinish'>

/** The calendars and rules of before; when work stopped and goes on is progress. */
function withProgress(before: ClockInput, now: ClockInput, toLater: Int32Array, progress: Progress): ClockInput {
  const { tasks } = before
  const second = tasks.secondaryConstraint?.map((code, i) =>
    progress.state[i] === NOT_STARTED || (progress.state[i] !== COMPLETE && actsInProgress(code))
      ? code
      : NO_CONSTRAINT,
  )
  return {
    ...before,
    tasks: {
      ...tasks,
      secondaryConstraint: second,
      suspend: laterMoments(tasks.suspend, now.tasks.suspend, toLater),
      resume: laterMoments(tasks.resume, now.tasks.resume, toLater),
    },
    columns:
      before.rules.rules === 'ms_project'
        ? columnsWithProgress(before.columns, now.columns, toLater, progress)
        : before.columns,
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
  before: ScheduleColumns,
  now: ScheduleColumns,
  toLater: Int32Array,
  { remainingDays }: Progress,
): ScheduleColumns {
  const remainingDurationDays = copied(before.remainingDurationDays)
  const actualStart = copied(before.actualStart)
  const actualStartTime = copied(before.actualStartTime)
  toLater.forEach((j, i) => {
    if (j === NO_MATCH || now.actualStart[j] === DAY_ABSENT) return
    remainingDurationDays[i] = remainingDays[i]
    actualStart[i] = now.actualStart[j]
    actualStartTime[i] = now.actualStartTime[j]
  })
  return { ...before, remainingDurationDays, actualStart, actualStartTime }
}
