/** Calendar dates of the offsets (ANALYSIS_REFERENCE 0.3): what a task prints. */
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { COMPLETE } from '../population/progress.ts'
import { FNET, MFO, MSO, SNET, wantedStart } from './constraint.ts'
import type { CpmResult } from './cpm.ts'
import { startByLinks } from './forward.ts'
import type { CpmInput } from './input.ts'
import { finishingTasks } from './longest-path.ts'
import type { Preparation } from './prepare.ts'

/** Day numbers, DAY_ABSENT where there is no offset or no anchor. Length taskCount each. */
export interface CpmDates {
  readonly earlyStart: Int32Array
  readonly earlyFinish: Int32Array
  readonly lateStart: Int32Array
  readonly lateFinish: Int32Array
  readonly projectStart: number
  readonly projectFinish: number
}

export function computeDates(columns: ScheduleColumns, prepared: Preparation, result: CpmResult): CpmDates {
  const { taskCount } = columns
  const absent = () => new Int32Array(taskCount).fill(DAY_ABSENT)
  const days = { earlyStart: absent(), earlyFinish: absent(), lateStart: absent(), lateFinish: absent() }
  const { timeline, input } = prepared
  if (timeline === undefined) return { ...days, projectStart: DAY_ABSENT, projectFinish: DAY_ABSENT }
  const { earlyStart, earlyFinish, lateStart, lateFinish } = result
  for (let i = 0; i < taskCount; i++) {
    if (Number.isNaN(earlyFinish[i])) continue
    if (isPoint(prepared, result, i)) {
      const atStart = standsAtStart(input, result, i)
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
    if (input.state[i] === COMPLETE || input.network.takesPart[i] === 0) {
      if (columns.actualStart[i] !== DAY_ABSENT) days.earlyStart[i] = columns.actualStart[i]
      if (columns.actualFinish[i] !== DAY_ABSENT) days.earlyFinish[i] = columns.actualFinish[i]
    }
  }
  return {
    ...days,
    projectStart: timeline.startDay(input.floor),
    projectFinish: projectFinishDay(prepared, result, timeline),
  }
}

/** A task that prints one day for both: it has no duration, or nothing of it lies between its offsets. */
const isPoint = (prepared: Preparation, result: CpmResult, i: number): boolean =>
  (prepared.durationDays[i] === 0 && prepared.input.network.takesPart[i] === 1) ||
  Math.abs(result.earlyFinish[i] - result.earlyStart[i]) <= EPSILON_DAYS

/** The day a point in time prints: the day it opens, or the one it closes. */
function pointDay(timeline: Timeline, offset: number, atStart: boolean): number {
  return atStart || snap(offset) <= 0 ? timeline.startDay(offset) : timeline.finishDay(offset)
}

/**
 * Whether a task without duration stands at the start of its day: nothing leads to it, or its offset is set by the data
 * date, SNET or MSO, ties included. One that a finish constraint sets stands at the end of the day of that constraint.
 */
function standsAtStart(input: CpmInput, result: CpmResult, i: number): boolean {
  const { network, dataDate, constraint, constraintOffset, remainingDays } = input
  if (network.takesPart[i] === 0) return true
  const linked = network.start[i] < network.start[i + 1]
  if (input.state[i] === COMPLETE) return !linked
  if (result.alapShift !== undefined && result.alapShift[i] > 0) return !linked
  const code = constraint[i]
  const byLinks = startByLinks(input, result.early, i)
  const byLogic = Math.max(dataDate, byLinks)
  const wanted = wantedStart(code, constraintOffset[i], remainingDays[i])
  if (code === MSO) return true
  if (code === MFO) return wanted <= dataDate + EPSILON_DAYS
  if (code === SNET && wanted >= byLogic - EPSILON_DAYS) return true
  if (code === FNET && wanted > byLogic + EPSILON_DAYS) return false
  return byLinks <= dataDate + EPSILON_DAYS
}

/** The last day of the work that ends the project; when only points at the start of a day end it, that day. */
function projectFinishDay(prepared: Preparation, result: CpmResult, timeline: Timeline): number {
  const { input } = prepared
  const { projectFinish } = result
  for (const i of finishingTasks(input, projectFinish, result.early)) {
    if (!isPoint(prepared, result, i) || !standsAtStart(input, result, i)) {
      return pointDay(timeline, projectFinish, false)
    }
  }
  return pointDay(timeline, projectFinish, true)
}
