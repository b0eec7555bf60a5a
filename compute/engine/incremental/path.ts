/** The longest path of an open network, found from its end: only the links into its tasks are measured. */
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { isByClock, linksHold } from '../clock/input.ts'
import { measureLinksAt } from '../cpm/clocked-passes.ts'
import { ResultDayPlan } from '../cpm/day-plan.ts'
import { isReachedThrough, linksCount } from '../cpm/input.ts'
import { finishingTasks } from '../cpm/longest-path.ts'
import { COMPLETE } from '../kind/states.ts'
import { measureLinks } from '../passes/reverse.ts'
import type { OpenNetwork } from './open-network.ts'

/** Tasks on chains of driving links to the finish, from it on. */
export function pathOf(open: OpenNetwork, projectFinish: number): readonly number[] {
  const input = open.input()
  const { start, task, taskCount } = input.network
  const early = open.earlyDates()
  const isOn = new Uint8Array(taskCount)
  const gaps = new Float64Array(input.network.linkCount)
  const measure = measurer(open, early, gaps)
  const path: number[] = []
  const visit = (i: number): void => {
    if (isOn[i] === 1) return
    isOn[i] = 1
    path.push(i)
  }
  for (const i of finishingTasks(input, projectFinish, early)) visit(i)
  for (let n = 0; n < path.length; n++) {
    const s = path[n]
    const least = measure(s)
    if (!(least <= EPSILON_DAYS)) continue
    for (let k = start[s]; k < start[s + 1]; k++) if (gaps[k] - least <= EPSILON_DAYS) visit(task[k])
  }
  return path
}

/** Fills the days that the links into s leave; the least of them, Infinity where they drive nothing. */
function measurer(open: OpenNetwork, early: OpenNetwork['early'], gaps: Float64Array): (s: number) => number {
  const input = open.input()
  if (isByClock(input))
    return s => (linksHold(input, s) ? measureLinksAt(input, open.early, gaps, s) : Number.POSITIVE_INFINITY)
  const plan = new ResultDayPlan(input, early)
  const { state } = input
  const no = Number.POSITIVE_INFINITY
  return s => {
    const isComplete = state[s] === COMPLETE
    if (isComplete ? !isReachedThrough(input, early, s) : !linksCount(input, s)) return no
    // late dates that leave everything
    return measureLinks(plan, s, gaps, early.start[s], early.finish[s], no, no)
  }
}
