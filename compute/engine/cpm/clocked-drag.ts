/**
 * Drag by the clock: the schedule is computed again with a remaining duration of 0, from the task on and only as far as dates move. Lengths of
 * paths do not add up across calendars, so this is the only exact way. Its steps are counted, and tasks beyond the limit are left out.
 */
import { snap } from '../calendar/snap.ts'
import { type ClockedInput, calendarOf, type Moments, momentAt, offsetAt } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { outgoingLinks } from '../graph/links.ts'
import { COMPLETE } from '../population/progress.ts'
import { unlessTrapped } from '../wasm/kernel-instance.ts'
import { finishWithoutByKernel } from './clocked-kernel.ts'
import { momentsOfDates } from './clocked-passes.ts'
import type { CpmResult } from './cpm.ts'

/** Steps of all tasks together: a task that is placed anew is STEPS_PER_PLACE, a link that is looked at is one. */
const STEPS_PER_PLACE = 8
const STEPS_MIN = 500_000 * STEPS_PER_PLACE
const STEPS_PER_TASK = 2 * STEPS_PER_PLACE
const STEPS_PER_LINK = 4

/** The moment at which the project ends without task i; NaN when the budget does not allow for it, from which its steps are taken. */
export type FinishWithout = (i: number, budget: { left: number }) => number

/** Calendar days of the project; NaN off the longest path, when complete, and beyond the steps. Length taskCount. */
export function dragByClock(input: ClockedInput, result: CpmResult): Float64Array {
  const byKernel = unlessTrapped(() => {
    const finishWithout = finishWithoutByKernel(input, result)
    return finishWithout && dragOf(input, result, finishWithout)
  })
  return byKernel ?? dragOf(input, result, anew(input, momentsOfDates(input, result.early)))
}

function dragOf(input: ClockedInput, result: CpmResult, finishWithout: FinishWithout): Float64Array {
  const { clock, network, state } = input
  const { taskCount, order } = network
  const drag = new Float64Array(taskCount).fill(Number.NaN)
  const finish = momentAt(clock, result.projectFinish)
  const budget = { left: STEPS_MIN + STEPS_PER_TASK * taskCount + STEPS_PER_LINK * network.task.length }
  // the longest first: of them most is to be had
  const minutes = (i: number): number => input.remainingDays[i] * calendarOf(clock, i).minutesPerDay
  const onPath = [...order].filter(i => result.onLongestPath[i] === 1 && state[i] !== COMPLETE)
  for (const i of onPath.sort((a, b) => minutes(b) - minutes(a) || a - b)) {
    let without = finish
    if (minutes(i) !== 0 || hasExpectedFinish(input, i)) {
      if (budget.left <= 0) continue
      without = finishWithout(i, budget)
      budget.left -= order.length
    }
    if (!Number.isNaN(without)) drag[i] = snap(offsetAt(clock, finish) - offsetAt(clock, without))
  }
  return drag
}

const hasExpectedFinish = ({ clock }: ClockedInput, i: number): boolean =>
  clock.rules.useExpectedFinish && !Number.isNaN(clock.tasks.expectedFinish?.[i] ?? Number.NaN)

function anew(input: ClockedInput, early: Moments): FinishWithout {
  const { network } = input
  const { order, taskCount } = network
  const rules = rulesOf(input)
  const remainingDays = input.remainingDays.slice()
  const own = input.clock.tasks.expectedFinish?.slice()
  const tasks = { ...input.clock.tasks, expectedFinish: own }
  const changed: ClockedInput = { ...input, clock: { ...input.clock, tasks }, remainingDays }
  const moments = { start: early.start.slice(), finish: early.finish.slice() }
  const placed = rules.placer?.(changed, moments)
  const after = outgoingLinks(taskCount, network)
  const place = new Uint32Array(taskCount)
  for (let at = 0; at < order.length; at++) place[order[at]] = at
  const isDirty = new Uint8Array(order.length)
  const touched: number[] = []
  const moveOn = (i: number, budget: { left: number }): boolean => {
    let last = place[i]
    isDirty[last] = 1
    for (let at = place[i]; at <= last; at++) {
      if (isDirty[at] === 0) continue
      isDirty[at] = 0
      if (budget.left <= 0) {
        isDirty.fill(0)
        return false
      }
      const s = order[at]
      budget.left -= STEPS_PER_PLACE + network.start[s + 1] - network.start[s]
      touched.push(s)
      placed!(s)
      if (s !== i && moments.start[s] === early.start[s] && moments.finish[s] === early.finish[s]) continue
      budget.left -= after.start[s + 1] - after.start[s]
      for (let k = after.start[s]; k < after.start[s + 1]; k++) {
        const next = place[after.task[k]]
        isDirty[next] = 1
        if (next > last) last = next
      }
    }
    return true
  }
  return (i, budget) => {
    const [days, expected] = [remainingDays[i], own?.[i]]
    remainingDays[i] = 0
    if (own !== undefined) own[i] = Number.NaN
    let isDone = true
    if (placed === undefined) {
      budget.left -= STEPS_PER_PLACE * order.length + network.task.length
      rules.forward(changed, moments)
    } else isDone = moveOn(i, budget)
    const finish = isDone ? rules.projectFinish(changed, moments) : Number.NaN
    remainingDays[i] = days
    if (own !== undefined) own[i] = expected!
    for (const s of touched.splice(0)) {
      moments.start[s] = early.start[s]
      moments.finish[s] = early.finish[s]
    }
    return finish
  }
}
