/**
 * The forward pass: early dates of every task, O(n + m). It writes what a task offers to its links: the early start, of a task in progress its
 * remaining start, and the early finish. A complete task has nothing left to do and is a point for its links: the data date, or later where
 * unfinished work waits behind it (retained logic).
 */
import { COMPLETE, NO_CONSTRAINT, NOT_STARTED } from './codes.ts'
import { startUnder } from './constraint.ts'
import { isWhole, snapped } from './grid.ts'
import { fromFinish, startFrom } from './relation.ts'

/** The places from .. end - 1 of the order; those before them have their dates. */
export function forward<P extends ForwardPlan>(plan: P, from: u32, end: u32): void {
  const order = plan.order
  const state = plan.state
  const reportedFinish = plan.reportedFinish
  let incomplete: f64 = from === 0 ? -Infinity : plan.latestOfIncomplete
  let complete: f64 = from === 0 ? -Infinity : plan.latestOfComplete
  for (let at = from; at < end; at++) {
    const s = order[at]
    const finish = place(plan, s)
    plan.begin(s)
    if (state[s] !== COMPLETE) incomplete = Math.max(incomplete, finish)
    else complete = Math.max(complete, reportedFinish[s])
  }
  plan.latestOfIncomplete = incomplete
  plan.latestOfComplete = complete
}

/** One step of the pass: the early dates of s, whose predecessors have theirs; its early finish. */
export function place<P extends PassPlan>(plan: P, s: u32): f64 {
  const left = plan.remaining[s]
  const code = plan.constraint[s]
  const date = plan.dataDate
  let earliest: f64 = linksCountOf(plan, s) ? startByLinks(plan, s, left) : -Infinity
  earliest = Math.max(date, earliest)
  if (code !== NO_CONSTRAINT)
    earliest = startUnder(plan, plan.effects[code], plan.constraintDate[s], left, earliest, date)
  if (!isWhole(earliest)) earliest = snapped(earliest)
  let finish = earliest + left
  if (!isWhole(finish)) finish = snapped(finish)
  plan.earlyStart[s] = earliest
  plan.earlyFinish[s] = finish
  return finish
}

/** Whether links into s count. */
export function linksCountOf<P extends NetworkPlan>(plan: P, s: u32): bool {
  return !plan.isOverride || plan.state[s] === NOT_STARTED
}

/** The (remaining) start that its links, which count, leave a task of which so much remains; -Infinity without one. */
export function startByLinks<P extends PassPlan>(plan: P, s: u32, left: f64): f64 {
  const task = plan.task
  const type = plan.type
  const lag = plan.lag
  const earlyStart = plan.earlyStart
  const earlyFinish = plan.earlyFinish
  const last = plan.start[s + 1]
  let earliest: f64 = -Infinity
  for (let k = plan.start[s]; k < last; k++) {
    const relation = type[k]
    const offers = fromFinish(relation) ? earlyFinish : earlyStart
    earliest = plan.greater(earliest, startFrom(relation, offers[task[k]] + lag[k], left))
  }
  return earliest
}
