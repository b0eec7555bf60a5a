/**
 * Finishes and total floats that a schedule supplies for its open tasks beside those that were computed, as offsets and days
 * of its calendar. Both were reckoned from the same tasks, by two tools.
 */

import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { calendarOf, isByClock, momentAt } from '../clock/input.ts'
import type { Preparation } from '../cpm/prepare.ts'
import { compareIds } from '../ids/id-order.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'

/** Supplied dates are whole days, and a milestone may stand at either end of its day. */
export const FINISH_TOLERANCE_DAYS = 1
/** Floats of tools that reckon in hours. */
export const FLOAT_TOLERANCE_DAYS = 0.5

/** Entry i belongs to task i, NaN = not supplied, or the task is complete or takes no part. */
export interface Supplied {
  /** Offset, exclusive like every finish; undefined = none is supplied. */
  readonly finish: Float64Array | undefined
  readonly totalFloat: Float64Array | undefined
}

/** undefined = the schedule supplies neither for any open task. */
export function suppliedOf(
  columns: ScheduleColumns,
  { input, timeline }: Preparation,
  withFloats: boolean,
  earlyFinish: Float64Array,
  scheduledFinish: Int32Array,
): Supplied | undefined {
  const { taskCount, totalFloatDays } = columns
  const { state, network } = input
  const isOpen = (i: number): boolean => network.takesPart[i] === 1 && state[i] !== COMPLETE
  let finish: Float64Array | undefined
  let totalFloat: Float64Array | undefined
  for (let i = 0; i < taskCount; i++) {
    if (!isOpen(i)) continue
    const day = timeline === undefined ? DAY_ABSENT : scheduledFinish[i]
    if (day !== DAY_ABSENT) {
      finish ??= zeros(Float64Array, taskCount).fill(Number.NaN)
      finish[i] = isSameFinish(input, i, earlyFinish[i], day) ? earlyFinish[i] : timeline!.finishOffset(day)
    }
    if (withFloats && !Number.isNaN(totalFloatDays[i])) {
      totalFloat ??= zeros(Float64Array, taskCount).fill(Number.NaN)
      totalFloat[i] = totalFloatDays[i]
    }
  }
  return finish === undefined && totalFloat === undefined ? undefined : { finish, totalFloat }
}

/** By the clock: whether no working time of the task lies between the computed finish and the supplied day, as from Friday 17:00 to Monday 08:00. */
function isSameFinish(input: Preparation['input'], i: number, finish: number, day: number): boolean {
  if (!isByClock(input) || Number.isNaN(finish)) return false
  const computed = momentAt(input.clock, finish)
  const [from, to] = [day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY]
  const nearest = Math.min(Math.max(computed, from), to)
  return calendarOf(input.clock, i).workBetween(computed, nearest) === 0
}

/** Whether two values are further apart than the tolerance; false where one is NaN. */
export const isApart = (computed: number, supplied: number, toleranceDays: number): boolean =>
  Math.abs(computed - supplied) > toleranceDays + EPSILON_DAYS

/** Whether task i takes the place of `other`, -1 = there is none yet: it is further off, or as far and the first by id. */
export const isFurther = (ids: TextColumn, i: number, other: number, days: number, otherDays: number): boolean =>
  other < 0 || days > otherDays || (days === otherDays && compareIds(ids, i, other) < 0)

export interface Differences {
  /** Values that are supplied and computed. */
  readonly known: number
  /** Those that are further apart than the tolerance. */
  readonly differing: number
  /** The task whose values are furthest apart, the first by id where several are; -1 = none differs. */
  readonly worst: number
}

const NO_DIFFERENCES: Differences = { known: 0, differing: 0, worst: -1 }

/** Tasks whose values differ are marked with 1. */
export function differences(
  supplied: Float64Array | undefined,
  computed: Float64Array,
  toleranceDays: number,
  ids: TextColumn,
  marks: Uint8Array,
): Differences {
  if (supplied === undefined) return NO_DIFFERENCES
  let known = 0
  let differing = 0
  let worst = -1
  let most = 0
  for (let i = 0; i < supplied.length; i++) {
    const apart = Math.abs(computed[i] - supplied[i])
    if (Number.isNaN(apart)) continue
    known++
    if (!isApart(computed[i], supplied[i], toleranceDays)) continue
    differing++
    marks[i] = 1
    if (!isFurther(ids, i, worst, apart, most)) continue
    most = apart
    worst = i
  }
  return { known, differing, worst }
}

/** Values that are further apart than the tolerance. */
export function countApart(supplied: Float64Array | undefined, computed: Float64Array, toleranceDays: number): number {
  if (supplied === undefined) return 0
  let count = 0
  for (let i = 0; i < supplied.length; i++) {
    if (isApart(computed[i], supplied[i], toleranceDays)) count++
  }
  return count
}

/** The difference, computed less supplied, that more than half of those that differ have within the tolerance; undefined = none. */
export function commonDifference(
  supplied: Float64Array | undefined,
  computed: Float64Array,
  toleranceDays: number,
): number | undefined {
  if (supplied === undefined) return undefined
  const isNear = (days: number, other: number): boolean => Math.abs(days - other) <= toleranceDays + EPSILON_DAYS
  // the only value that can be more than half is the one that is left when unequal ones cancel out
  let candidate = 0
  let votes = 0
  let differing = 0
  for (let i = 0; i < supplied.length; i++) {
    const days = computed[i] - supplied[i]
    if (!isApart(computed[i], supplied[i], toleranceDays)) continue
    differing++
    if (votes === 0) candidate = days
    votes += isNear(days, candidate) ? 1 : -1
  }
  if (differing === 0) return undefined
  let count = 0
  for (let i = 0; i < supplied.length; i++) {
    const days = computed[i] - supplied[i]
    if (isApart(computed[i], supplied[i], toleranceDays) && isNear(days, candidate)) count++
  }
  return count > differing / 2 ? candidate : undefined
}
