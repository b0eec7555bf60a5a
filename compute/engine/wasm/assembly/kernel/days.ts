/** What the binding calls of schedules without calendars: the passes (compute/engine/passes) on columns by rank. */

import { COMPLETE } from '../../../passes/codes.ts'
import * as drag from '../../../passes/drag.ts'
import { forward as forwardPass } from '../../../passes/forward.ts'
import { findHolders as holdersPass } from '../../../passes/holders.ts'
import { latePass } from '../../../passes/late.ts'
import { reverse as reversePass } from '../../../passes/reverse.ts'
import { NO_RANK } from './begin'
import {
  at,
  LATE_FINISH,
  PASSED_START,
  PATH_BESIDE,
  PATH_RUNS,
  PATH_TASKS,
  PATH_THROUGH,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  swap,
  TAILS,
} from './memory'
import { Ranks, ranks } from './ranks'

export function forward(from: u32, end: u32): void {
  memory.fill(changetype<usize>(ranks.onPath) + <usize>from, 0, <usize>(end - from))
  forwardPass<Ranks>(ranks, from, end)
}

/** P, once all ranks have their early dates. `mustFinish` may be NaN. */
function finish(floor: f64, mustFinish: f64): f64 {
  if (ranks.rankCount === 0) ranks.latestOfIncomplete = ranks.latestOfComplete = -Infinity
  const incomplete = ranks.latestOfIncomplete
  const complete = ranks.latestOfComplete
  const byComplete = complete === -Infinity ? floor : complete
  ranks.isAllComplete = incomplete === -Infinity
  ranks.projectFinish = ranks.isAllComplete ? byComplete : incomplete
  ranks.lastFinish = mustFinish >= -Infinity ? mustFinish : ranks.projectFinish
  return ranks.projectFinish
}

/** Between the passes, once all ranks have their early dates; P. */
export function turn(floor: f64, mustFinish: f64): f64 {
  ranks.hasShift = false
  ranks.pathCount = 0
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
  const rankOf = ranks.rankOf
  const records = ranks.records
  const onPath = ranks.onPath
  const critical = ranks.critical
  const onPathOfTask = ranks.onPathOfTask
  const criticalOfTask = ranks.criticalOfTask
  const first = changetype<usize>(ranks.passedStart)
  const step = changetype<usize>(ranks.passedFinish) - first
  for (let s = from; s < end; s++) {
    const r = rankOf[s]
    let to = first + ((<usize>s) << 3)
    if (r === NO_RANK) {
      clear(s, to, step)
      continue
    }
    const record = records + ((<usize>r) << 6)
    for (let field: usize = 0; field < 64; field += 8, to += step) store<f64>(to, load<f64>(record + field))
    onPathOfTask[s] = onPath[r]
    criticalOfTask[s] = critical[r]
  }
}

function clear(s: u32, first: usize, step: usize): void {
  ranks.onPathOfTask[s] = 0
  ranks.criticalOfTask[s] = 0
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
  givenDate = ranks.dataDate
  givenOverride = ranks.isOverride
  foundFinish = ranks.projectFinish
  foundLast = ranks.lastFinish
  foundComplete = ranks.isAllComplete
  ranks.dataDate = date
  ranks.isOverride = isOverridden
  swapColumns()
}

export function endTrial(): void {
  ranks.dataDate = givenDate
  ranks.isOverride = givenOverride
  ranks.projectFinish = foundFinish
  ranks.lastFinish = foundLast
  ranks.isAllComplete = foundComplete
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
  const count = ranks.rankCount
  const isListed = ranks.isListedInOrder
  const step: usize = isListed ? 8 : 64
  let from = isListed ? at(LATE_FINISH) : ranks.records + ((<usize>(LATE_FINISH - PASSED_START)) << 3)
  for (let r: u32 = 0; r < count; r++, from += step)
    ranks.needed[r] = ranks.state[r] === COMPLETE ? Infinity : load<f64>(from)
  memory.fill(changetype<usize>(ranks.holder), 0xff, (<usize>count) << 2)
}

export function findHolders(end: u32, from: u32): void {
  holdersPass<Ranks>(ranks, end, from)
}

export function beginDrag(): void {
  const count = ranks.taskCount
  for (let s: u32 = 0; s < count; s++) ranks.dragOfTask[s] = NaN
  drag.beginDrag<Ranks>(ranks, ranks.rankCount)
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
