/** What the binding calls of schedules without calendars: the passes (compute/engine/passes) on columns by rank. */

import { COMPLETE } from '../../../passes/codes.ts'
import * as drag from '../../../passes/drag.ts'
import { forward as forwardPass } from '../../../passes/forward.ts'
import { findHolders as holdersPass } from '../../../passes/holders.ts'
import { latePass } from '../../../passes/late.ts'
import { reverse as reversePass } from '../../../passes/reverse.ts'
import { fillNaN, NO_RANK } from './begin'
import {
  at,
  CRITICAL,
  DRAG,
  LATE_FINISH,
  ON_PATH,
  PASSED_FINISH,
  PASSED_START,
  PATH_BESIDE,
  PATH_RUNS,
  PATH_TASKS,
  PATH_THROUGH,
  RANK,
  RANK_CRITICAL,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_STATE,
  RECORDS,
  swap,
  TAILS,
} from './memory'
import { clearFound, Ranks } from './ranks'
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

const ranks = changetype<Ranks>(0)

export function forward(from: u32, end: u32): void {
  memory.fill(at(RANK_ON_PATH) + <usize>from, 0, <usize>(end - from))
  forwardPass<Ranks>(ranks, from, end)
}

/** P, once all ranks have their early dates. `mustFinish` may be NaN. */
function finish(floor: f64, mustFinish: f64): f64 {
  if (rankCount === 0) ranks.latestOfIncomplete = ranks.latestOfComplete = -Infinity
  const incomplete = ranks.latestOfIncomplete
  const complete = ranks.latestOfComplete
  const allComplete = incomplete === -Infinity
  const byComplete = complete === -Infinity ? floor : complete
  const found = allComplete ? byComplete : incomplete
  setFinish(found, mustFinish >= -Infinity ? mustFinish : found, allComplete)
  return found
}

/** Between the passes, once all ranks have their early dates; P. */
export function turn(floor: f64, mustFinish: f64): f64 {
  clearFound()
  return finish(floor, mustFinish)
}

export function reverse(end: u32, from: u32): void {
  reversePass<Ranks>(ranks, end, from)
}

/**
 * Puts the records of the tasks from .. end - 1 into the columns: read in any order, they are one line of the cache each. Tasks that take no part get what they
 * have.
 */
export function spread(from: u32, end: u32): void {
  const rankOf = at(RANK)
  const records = at(RECORDS)
  const onPath = at(RANK_ON_PATH)
  const critical = at(RANK_CRITICAL)
  const step = at(PASSED_FINISH) - at(PASSED_START)
  const first = at(PASSED_START)
  for (let s = <usize>from; s < <usize>end; s++) {
    const r = load<u32>(rankOf + (s << 2))
    let to = first + (s << 3)
    if (r === NO_RANK) {
      clear(s, to, step)
      continue
    }
    const record = records + ((<usize>r) << 6)
    for (let field: usize = 0; field < 64; field += 8, to += step) store<f64>(to, load<f64>(record + field))
    store<u8>(at(ON_PATH) + s, load<u8>(onPath + <usize>r))
    store<u8>(at(CRITICAL) + s, load<u8>(critical + <usize>r))
  }
}

function clear(s: usize, first: usize, step: usize): void {
  store<u8>(at(ON_PATH) + s, 0)
  store<u8>(at(CRITICAL) + s, 0)
  store<f64>(first, 0)
  store<f64>(first + step, 0)
  for (let field: usize = 2; field < 8; field++) store<f64>(first + field * step, NaN)
}

// the passes once more under another data date, finish or rule: early dates, late finish and total float by rank, in columns of the drag, beside what the
// first passes left. The passes find their columns in the table, so a trial puts its own there while it lasts

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
  latePass<Ranks>(ranks, end, from)
}

/** Late finishes and holders lie in columns of the drag. */
export function beginHolders(): void {
  const count = <usize>rankCount
  const state = at(RANK_STATE)
  const late = at(PATH_THROUGH)
  const step: usize = isListedInOrder ? 8 : 64
  let from = isListedInOrder ? at(LATE_FINISH) : at(RECORDS) + ((<usize>(LATE_FINISH - PASSED_START)) << 3)
  for (let r: usize = 0; r < count; r++, from += step)
    store<f64>(late + (r << 3), load<u8>(state + r) === COMPLETE ? Infinity : load<f64>(from))
  memory.fill(at(PATH_TASKS), 0xff, count << 2)
}

export function findHolders(end: u32, from: u32): void {
  holdersPass<Ranks>(ranks, end, from)
}

export function beginDrag(): void {
  fillNaN(DRAG, <usize>taskCount)
  drag.beginDrag<Ranks>(ranks, rankCount)
}

export function dragReverse(end: u32, from: u32): void {
  drag.dragReverse<Ranks>(ranks, end, from)
}

export function dragForward(from: u32, end: u32): void {
  drag.dragForward<Ranks>(ranks, from, end)
}

export function endDrag(): void {
  drag.endDrag<Ranks>(ranks)
}
