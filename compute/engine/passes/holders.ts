/** Whose late constraint takes the float of each task, on what the other passes left. */
import { COMPLETE, NO_CONSTRAINT, NOT_STARTED } from './codes.ts'
import { finishUnder, holdsLate } from './constraint.ts'
import { EPSILON_DAYS } from './grid.ts'
import { latestByLink } from './relation.ts'

/** Holders of the places end - 1 down to from; those behind them have theirs. Complete tasks have no late dates, yet they pass on what is needed of them. */
export function findHolders<P extends HolderPlan>(plan: P, end: u32, from: u32): void {
  const order = plan.order
  const start = plan.start
  const task = plan.task
  const type = plan.type
  const lag = plan.lag
  const remaining = plan.remaining
  const state = plan.state
  const constraint = plan.constraint
  const late = plan.needed
  const holder = plan.holder
  for (let at = end; at > from; ) {
    at--
    const s = order[at]
    const code = constraint[s]
    const lateFinish = late[s]
    const left = remaining[s]
    const effect: u8 = code === NO_CONSTRAINT ? 0 : plan.effects[code]
    if (holdsLate(effect)) {
      const own = finishUnder(plan, effect, plan.constraintDate[s], left, Infinity)
      if (own <= lateFinish + EPSILON_DAYS) holder[s] = s
    }
    if (lateFinish === Infinity || (plan.isOverride && state[s] !== NOT_STARTED)) continue
    const held = holder[s]
    const lateStart = lateFinish - left
    const last = start[s + 1]
    for (let k = start[s]; k < last; k++) {
      const p = task[k]
      const isComplete = state[p] === COMPLETE
      if (held === -1 && !isComplete) continue
      const bound = latestByLink(type[k], lateStart, lateFinish, lag[k], remaining[p])
      if (isComplete && bound < late[p] - EPSILON_DAYS) {
        late[p] = bound
        holder[p] = held
      } else if (holder[p] === -1 && bound <= late[p] + EPSILON_DAYS) holder[p] = held
    }
  }
}
