/**
 * Late dates and float of level of effort: it extends between the late dates of the tasks it hangs on as it does between their early ones, and has
 * the time in between, in its own calendar. It is on no path, so the passes and the findings know nothing of it: only what is shown has it.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { snap } from '../calendar/snap.ts'
import { calendarOf, isByClock, momentAt } from '../clock/input.ts'
import { copied } from '../ids/short-arrays.ts'
import { isLoe } from '../kind/participation.ts'
import type { CpmResult } from './cpm.ts'
import type { CpmInput } from './input.ts'
import { spanLoe } from './loe.ts'
import type { Preparation } from './prepare.ts'

/** The result with late dates and total float of what is level of effort and has not finished; itself where there is none. */
export function withEffortFloat(
  columns: ScheduleColumns,
  { input, durationDays }: Preparation,
  result: CpmResult,
): CpmResult {
  const { taskCount, taskType } = columns
  if (!hasColumn(columns, 'taskType') || !taskType.some(isLoe)) return result
  const starts = lateOrDone(result.lateStart, result.earlyStart)
  const finishes = lateOrDone(result.lateFinish, result.earlyFinish)
  spanLoe(columns, input, durationDays, starts, finishes)
  const shown = {
    lateStart: copied(result.lateStart),
    lateFinish: copied(result.lateFinish),
    totalFloat: copied(result.totalFloat),
  }
  for (let i = 0; i < taskCount; i++) {
    if (!isLoe(taskType[i]) || !Number.isNaN(input.reportedFinish[i])) continue
    shown.lateStart[i] = starts[i]
    shown.lateFinish[i] = finishes[i]
    shown.totalFloat[i] = floatOf(input, result, starts, finishes, i)
  }
  return { ...result, ...shown }
}

/** What is complete stands where it is. */
function lateOrDone(late: Float64Array, early: Float64Array): Float64Array {
  const offsets = copied(late)
  for (let i = 0; i < offsets.length; i++) if (Number.isNaN(offsets[i])) offsets[i] = early[i]
  return offsets
}

/** By the rule of the schedule: between the finishes, between the starts, or the smaller one. Of what has started, between the finishes. */
function floatOf(
  input: CpmInput,
  { earlyStart, earlyFinish }: CpmResult,
  starts: Float64Array,
  finishes: Float64Array,
  i: number,
): number {
  if (!isByClock(input)) return snap(finishes[i] - earlyFinish[i])
  const { clock } = input
  const calendar = calendarOf(clock, i)
  const between = (from: number, to: number): number =>
    snap(calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay)
  const ofFinish = between(earlyFinish[i], finishes[i])
  const rule = clock.rules.totalFloatAs
  if (rule === 'finish' || !Number.isNaN(input.reportedStart[i])) return ofFinish
  const ofStart = between(earlyStart[i], starts[i])
  return rule === 'start' ? ofStart : Math.min(ofStart, ofFinish)
}
