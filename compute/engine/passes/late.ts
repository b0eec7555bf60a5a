/**
 * Late dates and total float. Against the order every successor of a task comes first and has passed on its requirement, so the links at the successors
 * are enough. A complete task passes on what incomplete tasks behind it require, and has no late dates of its own.
 */
import { COMPLETE, NO_CONSTRAINT } from './codes.ts'
import { finishUnder, pins, wantedStart } from './constraint.ts'
import { linksCountOf, startByLinks } from './forward.ts'
import { snap } from './grid.ts'
import { latestByLink } from './relation.ts'

/** What its successors and the project leave a task. */
export function neededFinish<P extends LatePlan>(plan: P, s: u32, isComplete: bool): f64 {
  const late = plan.late[s]
  const last = plan.lastFinish
  return snap(!isComplete && !(late < last) ? last : late)
}

export function latestFinish<P extends LatePlan>(plan: P, s: u32, left: f64, needed: f64): f64 {
  const code = plan.constraint[s]
  if (code === NO_CONSTRAINT) return needed
  return snap(finishUnder(plan, plan.effects[code], plan.constraintDate[s], left, needed))
}

/** Total float of an incomplete task. A pin hides no negative float: neither what the logic before it would need nor what its successors need of it. */
export function totalFloatOf<P extends LatePlan>(plan: P, s: u32, left: f64, needed: f64, latest: f64): f64 {
  const effect = plan.effects[plan.constraint[s]]
  if (!pins(effect)) return snap(latest - plan.earlyFinish[s])
  const byLinks: f64 = linksCountOf(plan, s) ? startByLinks(plan, s, left) : -Infinity
  const wanted = wantedStart(plan, effect, plan.constraintDate[s], left)
  const beyond = snap(needed - plan.earlyFinish[s])
  return Math.min(Math.min(0, snap(wanted - Math.max(plan.dataDate, byLinks))), beyond)
}

/** Late finishes and total floats alone, of the places end - 1 down to from; those behind them have theirs. NaN of complete work. */
export function latePass<P extends LatePlan>(plan: P, end: u32, from: u32): void {
  const order = plan.order
  const start = plan.start
  const task = plan.task
  const type = plan.type
  const lag = plan.lag
  const remaining = plan.remaining
  const late = plan.late
  const totalFloat = plan.totalFloat
  for (let at = end; at > from; ) {
    at--
    const s = order[at]
    const isComplete = plan.state[s] === COMPLETE
    const left = remaining[s]
    const needed = neededFinish(plan, s, isComplete)
    const latest = latestFinish(plan, s, left, needed)
    totalFloat[s] = isComplete ? NaN : totalFloatOf(plan, s, left, needed, latest)
    if (!linksCountOf(plan, s) || (isComplete && latest === Infinity)) continue
    const latestStart = snap(latest - left)
    const last = start[s + 1]
    for (let k = start[s]; k < last; k++) {
      const p = task[k]
      late[p] = plan.lesser(late[p], latestByLink(type[k], latestStart, latest, lag[k], remaining[p]))
    }
  }
}
