/** Incomplete work by window: how much of it lies near, mid and far, and how much of that is detailed. */

import { HORIZON_WINDOWS } from '../../../../../shared/contract/analysis/planning-horizon/data.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { printableDay } from '../../../calendar/bounds.ts'
import { OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { remainingOf } from '../../../population/durations.ts'
import { IN_PROGRESS, stateOf } from '../../../population/progress.ts'
import { dateOrNull } from '../../../result/options.ts'
import { roundHalfAway, roundScore } from '../../../wording/numbers.ts'
import { type HorizonContext, isNear } from './context.ts'

const NEAR = 0
const MID = 1
const FAR = 2
const UNPLACED = 3

/** Work that remains of a task, in days of the calendar. */
export const remainingDaysOf = ({ columns, durations }: HorizonContext, i: number): number =>
  stateOf(columns, i) === IN_PROGRESS ? remainingOf(columns, i, durations.days[i]) : durations.days[i]

function windowOf(context: HorizonContext, i: number): number {
  if (isNear(context, i)) return NEAR
  const start = context.dates.start[i]
  if (context.originDay === DAY_ABSENT || start === DAY_ABSENT) return UNPLACED
  return start <= context.midEndDay ? MID : FAR
}

interface WorkShares {
  /** 1 = work that starts in the far window. Length taskCount. */
  readonly far: Uint8Array
  /** All remaining work in days, that without a date included. */
  readonly total: number
}

export function workShares(context: HorizonContext): WorkShares {
  const { work } = context
  const far = zeros(Uint8Array, work.marks.length)
  let total = 0
  for (let i = 0; i < far.length; i++) {
    if (work.marks[i] === 0) continue
    total += remainingDaysOf(context, i)
    if (windowOf(context, i) === FAR) far[i] = 1
  }
  return { far, total }
}

const percentOrNull = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundScore((100 * part) / whole)
const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

/** One row per window, in their order. */
export function windowsOf(context: HorizonContext) {
  const { work, packages, originDay, nearEndDay, midEndDay } = context
  const taskCounts = zeros(Uint32Array, UNPLACED + 1)
  const packageCounts = zeros(Uint32Array, UNPLACED + 1)
  const taskDays = zeros(Float64Array, UNPLACED + 1)
  const packageDays = zeros(Float64Array, UNPLACED + 1)
  for (let i = 0; i < work.marks.length; i++) {
    if (work.marks[i] === 0) continue
    const at = windowOf(context, i)
    if (packages[i] === 1) {
      packageCounts[at]++
      packageDays[at] += remainingDaysOf(context, i)
    } else {
      taskCounts[at]++
      taskDays[at] += remainingDaysOf(context, i)
    }
  }
  const isSet = originDay !== DAY_ABSENT
  const shown = (day: number): string | null => (isSet ? dateOrNull(printableDay(Math.floor(day))) : null)
  const bounds = [
    [null, shown(nearEndDay)],
    [shown(nearEndDay + 1), shown(midEndDay)],
    [shown(midEndDay + 1), null],
  ] as const
  return HORIZON_WINDOWS.map((window, at) => ({
    window,
    from: bounds[at][0],
    to: bounds[at][1],
    tasks: taskCounts[at],
    planning_packages: packageCounts[at],
    task_days: days(taskDays[at]),
    package_days: days(packageDays[at]),
    detail_percent: percentOrNull(taskDays[at], taskDays[at] + packageDays[at]),
  }))
}
