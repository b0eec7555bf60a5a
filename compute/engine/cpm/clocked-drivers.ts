/** By the clock: what determines the early dates, whose late constraint determines the late ones, and which links hold back started work. */
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { type ClockedInput, calendarOf, linksHold, momentAt, offsetAt } from '../clock/input.ts'
import { type LateLink, rulesOf } from '../clock/rules.ts'
import { isPin } from '../kind/constraint-types.ts'
import { COMPLETE } from '../population/progress.ts'
import { momentsOfDates, startByLinksAt } from './clocked-passes.ts'
import type { CpmResult } from './cpm.ts'
import type { EarlyDates } from './forward.ts'

/** Days of its calendar that its constraint holds a task beyond what else would set its start; undefined: it does not set it. */
export function heldByConstraintAt(
  input: ClockedInput,
  { early, alapShift }: CpmResult,
  i: number,
): number | undefined {
  if (alapShift !== undefined && alapShift[i] > 0) return alapShift[i]
  const { clock, constraint, dataDate } = input
  const rules = rulesOf(input)
  const wanted = rules.startByConstraint(input, i, Number.NEGATIVE_INFINITY)
  if (wanted === Number.NEGATIVE_INFINITY) return undefined
  const moments = momentsOfDates(input, early)
  const byLogic = Math.max(rules.startByDates(input, i), startByLinksAt(input, moments, i))
  const calendar = calendarOf(clock, i)
  const held = snap(calendar.workBetween(byLogic, moments.start[i]) / calendar.minutesPerDay)
  if (isPin(constraint[i])) return wanted <= momentAt(clock, dataDate) ? undefined : held
  return held > EPSILON_DAYS ? held : undefined
}

/** Whether a link that the network does not have, one from or to a summary, sets its dates. */
export const isHeldThroughAt = (input: ClockedInput, { early }: CpmResult, i: number): boolean =>
  rulesOf(input).isHeldThrough?.(input, momentsOfDates(input, early), i) ?? false

/** Per task the one whose late constraint sets its late finish, -1 = the project finish does. */
export function holdersByClock(input: ClockedInput, result: CpmResult): Int32Array {
  const { clock, network, state } = input
  const { order, start, task } = network
  const rules = rulesOf(input)
  const early = momentsOfDates(input, result.early)
  const holder = new Int32Array(network.taskCount).fill(-1)
  // complete tasks have no late dates, yet they pass on what incomplete ones behind them need
  const lateFinish = result.lateFinish.map(offset => (Number.isNaN(offset) ? offset : momentAt(clock, offset)))
  const lateStart = result.lateStart.map(offset => (Number.isNaN(offset) ? offset : momentAt(clock, offset)))
  for (const i of order) if (state[i] === COMPLETE) lateFinish[i] = lateStart[i] = Number.POSITIVE_INFINITY
  for (const s of order) {
    const own = state[s] === COMPLETE ? Number.POSITIVE_INFINITY : rules.finishByConstraint(input, early, s)
    if (!isAfter(input, s, own, lateFinish[s])) holder[s] = s
  }
  const passBack = (): void => {
    for (let at = order.length - 1; at >= 0; at--) {
      const s = order[at]
      if (lateFinish[s] === Number.POSITIVE_INFINITY || !linksHold(input, s)) continue
      for (let k = start[s]; k < start[s + 1]; k++) {
        const p = task[k]
        const bound = rules.finishByLink(input, early, s, k, lateStart[s], lateFinish[s])
        if (state[p] === COMPLETE) {
          if (bound >= lateFinish[p]) continue
          lateFinish[p] = lateStart[p] = bound
          holder[p] = holder[s]
        } else if (holder[p] === -1 && !isAfter(input, p, bound, lateFinish[p])) holder[p] = holder[s]
      }
    }
  }
  passBack()
  const through = rules.lateLinksThrough?.(input, early) ?? []
  const isPassed = ({ predecessor: p, successor: s, finishBy }: LateLink): boolean => {
    if (holder[s] === -1 || holder[p] !== -1 || state[p] === COMPLETE || !linksHold(input, s)) return false
    if (isAfter(input, p, finishBy(lateStart[s], lateFinish[s]), lateFinish[p])) return false
    holder[p] = holder[s]
    return true
  }
  // the order of the network does not heed links of summaries: each round follows one more of them
  for (let round = 0; round < ROUNDS_MAX && through.filter(isPassed).length > 0; round++) passBack()
  return holder
}

/** Links of summaries on one path back from a late date that are followed. */
const ROUNDS_MAX = 50

/** Whether working time of task i lies between the second moment and the first after it. */
const isAfter = ({ clock }: ClockedInput, i: number, moment: number, than: number): boolean =>
  moment === Number.POSITIVE_INFINITY || calendarOf(clock, i).workBetween(than, moment) > 0

/** The offset until which live link k holds back what is left of s. */
export const heldUntil = (input: ClockedInput, early: EarlyDates, s: number, k: number): number =>
  offsetAt(input.clock, rulesOf(input).startByLink(input, momentsOfDates(input, early), s, k))
