/** The forward pass by rank: compute/engine/cpm/forward.ts. */
import { COMPLETE, NO_CONSTRAINT, NOT_STARTED } from './codes'
import {
  at,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
} from './memory'
import { constrainedStart, fromFinish, greater, isWhole, snapped, toStart } from './rules'
import { dataDate, isOverride, rankCount, setFinish } from './setting'

/** The largest early finish of the incomplete tasks, and the largest reported one of the complete, so far. */
let finishOfIncomplete: f64 = -Infinity
let finishOfComplete: f64 = -Infinity

/** The start that its links, which count, leave the task of rank r when so much of it remains. */
export function startByLinks(r: usize, remaining: f64): f64 {
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const earlyStart = at(RANK_EARLY_START)
  const earlyFinish = at(RANK_EARLY_FINISH)
  const start = at(RANK_START) + (r << 2)
  const end = <usize>load<u32>(start, 4)
  let earliest: f64 = -Infinity
  for (let k = <usize>load<u32>(start); k < end; k++) {
    const relation = load<u8>(type + k)
    const p = (<usize>load<u32>(task + (k << 2))) << 3
    const offered = load<f64>((fromFinish(relation) ? earlyFinish : earlyStart) + p) + load<f64>(lag + (k << 3))
    const bound = toStart(relation) ? offered : offered - remaining
    earliest = greater(earliest, bound)
  }
  return earliest
}

/** Early dates of the ranks from .. end - 1; those before them have theirs. */
export function forward(from: u32, end: u32): void {
  const date = dataDate
  const leavesStarted = isOverride
  const start = at(RANK_START)
  const state = at(RANK_STATE)
  const remaining = at(RANK_REMAINING)
  const constraint = at(RANK_CONSTRAINT)
  const constraintOffset = at(RANK_CONSTRAINT_OFFSET)
  const earlyStart = at(RANK_EARLY_START)
  const earlyFinish = at(RANK_EARLY_FINISH)
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const lateFinish = at(RANK_LATE_FINISH)
  const freeFloat = at(RANK_FREE_FLOAT)
  let incomplete: f64 = from === 0 ? -Infinity : finishOfIncomplete
  let complete: f64 = from === 0 ? -Infinity : finishOfComplete
  memory.fill(at(RANK_ON_PATH) + <usize>from, 0, <usize>(end - from))
  let k = <usize>load<u32>(start + ((<usize>from) << 2))
  for (let r = <usize>from; r < <usize>end; r++) {
    const progress = load<u8>(state + r)
    const left = load<f64>(remaining + (r << 3))
    const code = load<u8>(constraint + r)
    const linkEnd = <usize>load<u32>(start + (r << 2), 4)
    let earliest: f64 = -Infinity
    if (leavesStarted && progress !== NOT_STARTED) k = linkEnd
    for (; k < linkEnd; k++) {
      const relation = load<u8>(type + k)
      const p = (<usize>load<u32>(task + (k << 2))) << 3
      const offered = load<f64>((fromFinish(relation) ? earlyFinish : earlyStart) + p) + load<f64>(lag + (k << 3))
      const bound = toStart(relation) ? offered : offered - left
      earliest = greater(earliest, bound)
    }
    earliest = max<f64>(date, earliest)
    if (code !== NO_CONSTRAINT)
      earliest = constrainedStart(code, load<f64>(constraintOffset + (r << 3)), left, earliest, date)
    if (!isWhole(earliest)) earliest = snapped(earliest)
    let finish = earliest + left
    if (!isWhole(finish)) finish = snapped(finish)
    store<f64>(earlyStart + (r << 3), earliest)
    store<f64>(earlyFinish + (r << 3), finish)
    // nothing that a successor needs is known yet
    store<f64>(lateFinish + (r << 3), Infinity)
    store<f64>(freeFloat + (r << 3), Infinity)
    if (progress !== COMPLETE) incomplete = max<f64>(incomplete, finish)
    else complete = max<f64>(complete, load<f64>(at(RANK_REPORTED_FINISH) + (r << 3)))
  }
  finishOfIncomplete = incomplete
  finishOfComplete = complete
}

/** P, once all ranks have their early dates. `mustFinish` may be NaN. */
export function finish(floor: f64, mustFinish: f64): f64 {
  if (rankCount === 0) finishOfIncomplete = finishOfComplete = -Infinity
  const isAllComplete = finishOfIncomplete === -Infinity
  const byComplete = finishOfComplete === -Infinity ? floor : finishOfComplete
  const projectFinish = isAllComplete ? byComplete : finishOfIncomplete
  setFinish(projectFinish, mustFinish >= -Infinity ? mustFinish : projectFinish, isAllComplete)
  return projectFinish
}
