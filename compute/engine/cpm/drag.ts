/** Drag of all tasks at once (engine/passes/drag.ts), by the clock clocked-drag.ts. */
import { calendarOf, isByClock, momentAt } from '../clock/input.ts'
import { beginDrag, dragForward, dragReverse, endDrag } from '../passes/drag.ts'
import { dragByClock } from './clocked-drag.ts'
import type { CpmResult } from './cpm.ts'
import { DragDayPlan } from './day-plan.ts'
import type { CpmInput } from './input.ts'
import { dragByKernel } from './kernel.ts'

/** Drag of task i in days; NaN when it is complete or not on the longest path. Length taskCount. */
export function computeDrag(input: CpmInput, result: CpmResult): Float64Array {
  if (isByClock(input)) return dragByClock(input, result)
  return dragByKernel(input, result) ?? dragByPasses(input, result)
}

/** By the clock: the same in working days of the calendar of each task, which its durations count in; undefined = drag counts in them already. */
export function dragInWork(
  input: CpmInput,
  { projectFinish }: CpmResult,
  drag: Float64Array,
): Float64Array | undefined {
  if (!isByClock(input)) return undefined
  const { clock } = input
  const finish = momentAt(clock, projectFinish)
  return drag.map((days, i) => {
    if (Number.isNaN(days)) return Number.NaN
    const calendar = calendarOf(clock, i)
    return calendar.workBetween(momentAt(clock, projectFinish - days), finish) / calendar.minutesPerDay
  })
}

/** What was not computed in the kernel, or lies there no more. */
function dragByPasses(input: CpmInput, result: CpmResult): Float64Array {
  const plan = new DragDayPlan(input, result)
  const { length } = input.network.order
  beginDrag(plan, length)
  dragReverse(plan, length, 0)
  dragForward(plan, 0, length)
  endDrag(plan)
  return plan.dragDays
}
