/**
 * Whose late constraint takes the float of each task: compute/engine/cpm/divergence.ts, which tells the method, by rank and on what the passes left. Late
 * finishes and holders lie in columns of the drag.
 */
import { COMPLETE, EPSILON_DAYS, NO_CONSTRAINT, NOT_STARTED } from './codes'
import {
  at,
  LATE_FINISH,
  PASSED_START,
  PATH_TASKS,
  PATH_THROUGH,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_LAG,
  RANK_REMAINING,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  RECORDS,
} from './memory'
import { constrainedFinish, fromFinish, isHard, toStart } from './rules'
import { isListedInOrder, isOverride, rankCount } from './setting'

/** A task that no constraint holds. */
const NONE: u32 = 0xffffffff

/** Complete tasks have no late dates, yet they pass on what incomplete ones behind them need. */
export function beginHolders(): void {
  const ranks = <usize>rankCount
  const state = at(RANK_STATE)
  const late = at(PATH_THROUGH)
  const step: usize = isListedInOrder ? 8 : 64
  let from = isListedInOrder ? at(LATE_FINISH) : at(RECORDS) + ((<usize>(LATE_FINISH - PASSED_START)) << 3)
  for (let r: usize = 0; r < ranks; r++, from += step)
    store<f64>(late + (r << 3), load<u8>(state + r) === COMPLETE ? Infinity : load<f64>(from))
  memory.fill(at(PATH_TASKS), 0xff, ranks << 2)
}

/** Holders, as ranks, of the ranks end - 1 down to from; those behind them have theirs. */
export function findHolders(end: u32, from: u32): void {
  const start = at(RANK_START)
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const left = at(RANK_REMAINING)
  const state = at(RANK_STATE)
  const constraint = at(RANK_CONSTRAINT)
  const late = at(PATH_THROUGH)
  const holders = at(PATH_TASKS)
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const code = load<u8>(constraint + r)
    const lateFinish = load<f64>(late + (r << 3))
    const remaining = load<f64>(left + (r << 3))
    if (code !== NO_CONSTRAINT && isHard(code)) {
      const offset = load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3))
      if (constrainedFinish(code, offset, remaining, Infinity) <= lateFinish + EPSILON_DAYS)
        store<u32>(holders + (r << 2), <u32>r)
    }
    if (lateFinish === Infinity || (isOverride && load<u8>(state + r) !== NOT_STARTED)) continue
    const holder = load<u32>(holders + (r << 2))
    const lateStart = lateFinish - remaining
    const last = <usize>load<u32>(start + (r << 2), 4)
    for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
      const p = <usize>load<u32>(task + (k << 2))
      const isComplete = load<u8>(state + p) === COMPLETE
      if (holder === NONE && !isComplete) continue
      const relation = load<u8>(type + k)
      const needed = (toStart(relation) ? lateStart : lateFinish) - load<f64>(lag + (k << 3))
      const bound = fromFinish(relation) ? needed : needed + load<f64>(left + (p << 3))
      const latest = load<f64>(late + (p << 3))
      if (isComplete && bound < latest - EPSILON_DAYS) {
        store<f64>(late + (p << 3), bound)
        store<u32>(holders + (p << 2), holder)
      } else if (load<u32>(holders + (p << 2)) === NONE && bound <= latest + EPSILON_DAYS)
        store<u32>(holders + (p << 2), holder)
    }
  }
}
