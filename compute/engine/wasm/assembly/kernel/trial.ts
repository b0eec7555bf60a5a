/**
 * The passes once more under another data date, finish or rule (compute/engine/cpm/forward.ts and backward.ts): early dates, late finish and total float by
 * rank, in columns of the drag, beside what the first passes left. The passes find their columns in the table, so a trial puts its own there while it lasts.
 */
import { COMPLETE, NO_CONSTRAINT, NOT_STARTED } from './codes'
import { finish } from './forward'
import {
  at,
  PATH_BESIDE,
  PATH_RUNS,
  PATH_TASKS,
  PATH_THROUGH,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_REMAINING,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  swap,
  TAILS,
} from './memory'
import { floatOfPinned } from './reverse'
import { constrainedFinish, fromFinish, isPin, lesser, snap, toStart } from './rules'
import {
  dataDate,
  isAllComplete,
  isListedInOrder,
  isOverride,
  lastFinish,
  projectFinish,
  rankCount,
  setFinish,
  setNetwork,
  taskCount,
} from './setting'

/** What the first passes were given and found. */
let givenDate: f64 = 0
let givenOverride: bool = false
let foundFinish: f64 = NaN
let foundLast: f64 = NaN
let foundComplete: bool = false

function swapColumns(): void {
  swap(RANK_EARLY_START, PATH_THROUGH)
  swap(RANK_EARLY_FINISH, PATH_BESIDE)
  swap(RANK_LATE_FINISH, PATH_RUNS)
  // total floats come to lie there; marks of the path are cleared and not set
  swap(RANK_FREE_FLOAT, TAILS)
  swap(RANK_ON_PATH, PATH_TASKS)
}

/** Then `forward` of all ranks, `turnTrial`, `reverseTrial` of all, as far as they are wanted, and `endTrial` in any case. */
export function beginTrial(date: f64, isOverridden: bool): void {
  givenDate = dataDate
  givenOverride = isOverride
  foundFinish = projectFinish
  foundLast = lastFinish
  foundComplete = isAllComplete
  setNetwork(taskCount, rankCount, date, isOverridden, isListedInOrder)
  swapColumns()
}

export function endTrial(): void {
  setNetwork(taskCount, rankCount, givenDate, givenOverride, isListedInOrder)
  setFinish(foundFinish, foundLast, foundComplete)
  swapColumns()
}

/** P, of a network in which any task is incomplete: reported dates may lie under what came out. `mustFinish` may be NaN. */
export function turnTrial(mustFinish: f64): f64 {
  return finish(NaN, mustFinish)
}

/** Total floats of the ranks end - 1 down to from, before any is moved as late as possible; NaN of complete work. */
export function reverseTrial(end: u32, from: u32): void {
  const start = at(RANK_START)
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const left = at(RANK_REMAINING)
  const late = at(RANK_LATE_FINISH)
  const earlyFinish = at(RANK_EARLY_FINISH)
  const totalFloat = at(RANK_FREE_FLOAT)
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const code = load<u8>(at(RANK_CONSTRAINT) + r)
    const state = load<u8>(at(RANK_STATE) + r)
    const isComplete = state === COMPLETE
    const counts = !isOverride || state === NOT_STARTED
    const remaining = load<f64>(left + (r << 3))
    // as in reverse.ts, where the compiler puts what is called from one place into the pass
    const known = load<f64>(late + (r << 3))
    const needed = snap(!isComplete && !(known < lastFinish) ? lastFinish : known)
    let latest = needed
    if (code !== NO_CONSTRAINT) {
      const offset = load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3))
      latest = snap(constrainedFinish(code, offset, remaining, needed))
    }
    let total: f64 = NaN
    if (!isComplete)
      total = isPin(code)
        ? floatOfPinned(r, code, remaining, needed, counts)
        : snap(latest - load<f64>(earlyFinish + (r << 3)))
    store<f64>(totalFloat + (r << 3), total)
    if (!counts || (isComplete && latest === Infinity)) continue
    const latestStart = snap(latest - remaining)
    const last = <usize>load<u32>(start + (r << 2), 4)
    for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
      const p = (<usize>load<u32>(task + (k << 2))) << 3
      const relation = load<u8>(type + k)
      const bound = (toStart(relation) ? latestStart : latest) - load<f64>(lag + (k << 3))
      const byLink = fromFinish(relation) ? bound : bound + load<f64>(left + p)
      store<f64>(late + p, lesser(load<f64>(late + p), byLink))
    }
  }
}
