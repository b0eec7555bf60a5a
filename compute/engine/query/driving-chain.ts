/** The chain of driving links that leads to a task: from the data date, a constraint or the project start on. */
import { DRIVERS } from '../../../shared/contract/analysis/cpm/words.ts'
import { isByClock } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { momentsOfDates } from '../cpm/clocked-passes.ts'
import { LINK_DRIVING, LINK_VIOLATED } from '../cpm/float.ts'
import { COMPLETE } from '../population/progress.ts'
import type { ComputedSchedule } from './computed-schedule.ts'

export interface ChainStep {
  readonly task: number
  /** The link of the network by which the step before drives it; -1 of the first step, and where a link from or to a summary does. */
  readonly link: number
  /** Links of other open predecessors that drive it as well. */
  readonly othersDriving: readonly number[]
}

export interface Chain {
  /** The earliest first; the last is the requested task. */
  readonly steps: readonly ChainStep[]
  /** What the first step begins with. */
  readonly begins: (typeof DRIVERS)[number]
  /** Finished work whose link sets the start of the first step; -1 = none. */
  readonly after: number
}

/** Where several links drive a task, the chain follows the one on the longest path, then the one with least float. */
export function drivingChain(schedule: ComputedSchedule, task: number): Chain {
  const { network, result, prepared, drivers } = schedule
  const { start, task: predecessor } = network
  const { state } = prepared.input
  const isBetter = (p: number, q: number): boolean => {
    if (result.onLongestPath[p] !== result.onLongestPath[q]) return result.onLongestPath[p] === 1
    return result.totalFloat[p] < result.totalFloat[q]
  }
  /** The open task, not in the chain, that holds this one by way of a summary; -1 = none. */
  const throughSummary = (at: number): number => {
    const { input } = prepared
    if (!isByClock(input)) return -1
    const holders = rulesOf(input).holdersThrough?.(input, momentsOfDates(input, result.early))(at) ?? []
    const open = holders.filter(p => state[p] !== COMPLETE && !seen.has(p))
    return open.reduce((first, p) => (first < 0 || isBetter(p, first) ? p : first), -1)
  }
  const steps: ChainStep[] = []
  const seen = new Set<number>()
  for (let at = task; ; ) {
    seen.add(at)
    let best = -1
    let after = -1
    const driving: number[] = []
    if (state[at] !== COMPLETE) {
      for (let k = start[at]; k < start[at + 1]; k++) {
        if ((result.linkMarks[k] & (LINK_DRIVING | LINK_VIOLATED)) !== LINK_DRIVING) continue
        if (state[predecessor[k]] === COMPLETE) {
          after = predecessor[k]
          continue
        }
        driving.push(k)
        if (best < 0 || isBetter(predecessor[k], predecessor[best])) best = k
      }
    }
    const begins = DRIVERS[drivers.driver[at]] ?? null
    const before =
      begins !== 'link' ? -1 : best < 0 ? throughSummary(at) : seen.has(predecessor[best]) ? -1 : predecessor[best]
    steps.push({ task: at, link: before < 0 ? -1 : best, othersDriving: driving.filter(k => k !== best) })
    if (before < 0) return { steps: steps.reverse(), begins, after }
    at = before
  }
}

/** The open task that finishes last; -1 = all work is complete. */
export function lastTask({ successors, network, result, prepared }: ComputedSchedule): number {
  let last = -1
  for (const i of network.order) {
    if (prepared.input.state[i] === COMPLETE) continue
    if (last < 0 || result.earlyFinish[i] > result.earlyFinish[last]) last = i
    else if (result.earlyFinish[i] === result.earlyFinish[last] && isBetterEnd(i, last)) last = i
  }
  return last

  /** Whether task i is the better choice among several that end the project: the one on the longest path that nothing follows. */
  function isBetterEnd(i: number, than: number): boolean {
    if (result.onLongestPath[i] !== result.onLongestPath[than]) return result.onLongestPath[i] === 1
    return successors.start[i] === successors.start[i + 1] && successors.start[than] < successors.start[than + 1]
  }
}
