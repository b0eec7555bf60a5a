/** Relationship floats, free float and as-late-as-possible by the rules of Microsoft Project, in each task's own calendar. */
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { type ClockedInput, calendarOf, linksHold, type Moments, offsetAt } from '../clock/input.ts'
import { freeFloatByLink, msProjectRules as rules } from '../clock/ms-project/rules.ts'
import { ALAP } from '../kind/constraint-types.ts'
import { LINK_DRIVING, LINK_VIOLATED } from '../passes/codes.ts'
import { COMPLETE } from '../population/progress.ts'
import { measureLinksAt } from './clocked-passes.ts'
import type { Floats } from './cpm.ts'

interface ClockedFloats extends Floats {
  /** The early moments after ALAP; those of the pass where it moved nothing. */
  readonly shown: Moments
}

export function floatsByClock(input: ClockedInput, early: Moments, projectFinish: number): ClockedFloats {
  const { clock, network, state, constraint } = input
  const { taskCount, order, start, task } = network
  const freeFloat = new Float64Array(taskCount).fill(Number.NaN)
  for (const i of order) freeFloat[i] = Number.POSITIVE_INFINITY
  const linkFloat = new Float64Array(network.linkCount)
  const linkMarks = new Uint8Array(network.linkCount)
  // the latest finish that the early dates of its successors leave a task that is to run as late as possible
  const latest = constraint.includes(ALAP) ? new Float64Array(taskCount).fill(Number.POSITIVE_INFINITY) : undefined
  let shown = early
  let alapShift: Float64Array | undefined
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const least = measureLinksAt(input, early, linkFloat, s)
    const calendar = calendarOf(clock, s)
    if (freeFloat[s] === Number.POSITIVE_INFINITY)
      freeFloat[s] = calendar.workBetween(early.finish[s], projectFinish) / calendar.minutesPerDay
    freeFloat[s] = snap(Math.max(0, freeFloat[s]))
    if (latest !== undefined && constraint[s] === ALAP && state[s] !== COMPLETE) {
      const by = Math.min(latest[s], projectFinish)
      const later = calendar.workBetween(early.finish[s], by)
      if (later > 0) {
        if (shown === early) shown = { start: early.start.slice(), finish: early.finish.slice() }
        alapShift ??= new Float64Array(taskCount)
        shown.start[s] = rules.inWork(input, s, calendar.startOf(calendar.workAt(early.start[s]) + later))
        shown.finish[s] = Math.max(shown.start[s], calendar.endOf(calendar.workAt(early.finish[s]) + later))
        alapShift[s] = offsetAt(clock, shown.start[s]) - offsetAt(clock, early.start[s])
        freeFloat[s] = 0
      }
    }
    if (state[s] === COMPLETE) freeFloat[s] = Number.NaN
    if (!linksHold(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const left = linkFloat[k]
      if (least <= EPSILON_DAYS && left - least <= EPSILON_DAYS) linkMarks[k] |= LINK_DRIVING
      if (left < -EPSILON_DAYS) linkMarks[k] |= LINK_VIOLATED
      const p = task[k]
      const free = freeFloatByLink(input, shown, s, k)
      if (free < freeFloat[p]) freeFloat[p] = free
      if (latest !== undefined) {
        const bound = rules.finishByLink(input, early, s, k, shown.start[s], shown.finish[s])
        if (bound < latest[p]) latest[p] = bound
      }
    }
  }
  return { freeFloat, linkFloat, linkMarks, alapShift, shown }
}
