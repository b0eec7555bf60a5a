/** From the columns as given to columns by rank. */
import { NO_CONSTRAINT, NOT_STARTED } from '../../../passes/codes.ts'
import {
  alias,
  at,
  CONSTRAINT,
  CONSTRAINT_OFFSET,
  CRITICAL,
  EARLY_FINISH,
  EARLY_START,
  FREE_FLOAT,
  GIVEN_LAG,
  LAG,
  LATE_FINISH,
  ON_PATH,
  ORDER,
  PASSED_FINISH,
  PASSED_START,
  RANK,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_CRITICAL,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_FROM,
  RANK_GIVEN_LAG,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_REPORTED_START,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  REMAINING,
  REPORTED_FINISH,
  REPORTED_START,
  START,
  STATE,
  TASK,
  TYPE,
} from './memory'
import { rankCount, setNetwork, taskCount } from './setting'

/** Of a task that takes no part. */
export const NO_RANK: u32 = 0xffffffff

/** Whether links have two lags, and what is renumbered of them so far. */
let hasOwnLags: bool = false
let linkEnd: usize = 0

/**
 * Before the columns as given are copied. Where the tasks are listed in order, ranks are tasks; else the ranks are made by rankTasks and renumber once the
 * columns are there.
 */
export function begin(
  tasks: u32,
  ranks: u32,
  dataDate: f64,
  isOverride: bool,
  ownLags: bool,
  isListed: bool,
  isByClock: bool,
): void {
  hasOwnLags = ownLags
  if (!ownLags) {
    alias(GIVEN_LAG, LAG)
    alias(RANK_GIVEN_LAG, RANK_LAG)
  }
  setNetwork(tasks, ranks, dataDate, isOverride, isListed)
  if (isListed) aliasRanks()
  else aliasResults(isByClock)
}

/** A reported date is read for the last time before the date that comes out takes its place. */
function aliasRanks(): void {
  alias(REPORTED_START, EARLY_START)
  alias(REPORTED_FINISH, EARLY_FINISH)
  alias(RANK_START, START)
  alias(RANK_TASK, TASK)
  alias(RANK_TYPE, TYPE)
  alias(RANK_LAG, LAG)
  alias(RANK_GIVEN_LAG, GIVEN_LAG)
  alias(RANK_STATE, STATE)
  alias(RANK_REMAINING, REMAINING)
  alias(RANK_CONSTRAINT, CONSTRAINT)
  alias(RANK_CONSTRAINT_OFFSET, CONSTRAINT_OFFSET)
  alias(RANK_REPORTED_START, REPORTED_START)
  alias(RANK_REPORTED_FINISH, REPORTED_FINISH)
  alias(RANK_EARLY_START, PASSED_START)
  alias(RANK_EARLY_FINISH, PASSED_FINISH)
  alias(RANK_LATE_FINISH, LATE_FINISH)
  alias(RANK_FREE_FLOAT, FREE_FLOAT)
  alias(RANK_ON_PATH, ON_PATH)
  alias(RANK_FROM, START)
  alias(RANK_CRITICAL, CRITICAL)
}

/** Columns by rank that nothing reads once results are spread lie where these come: what is never written to costs nothing. */
function aliasResults(isByClock: bool): void {
  alias(RANK_LATE_FINISH, LATE_FINISH)
  alias(RANK_FREE_FLOAT, FREE_FLOAT)
  // the drag by the clock reads them again
  if (isByClock) return
  alias(RANK_REPORTED_START, EARLY_START)
  alias(RANK_REPORTED_FINISH, EARLY_FINISH)
}

export function fillNaN(column: u32, tasks: usize): void {
  const from = at(column)
  const end = from + (tasks << 3)
  for (let to = from; to < end; to += 8) store<f64>(to, NaN)
}

/** The rank of each task. */
export function rankTasks(): void {
  const order = at(ORDER)
  const rank = at(RANK)
  const count = <usize>rankCount
  if (rankCount < taskCount) memory.fill(rank, 0xff, (<usize>taskCount) << 2)
  for (let r: usize = 0; r < count; r++) {
    store<u32>(rank + ((<usize>load<u32>(order + (r << 2))) << 2), <u32>r)
  }
  store<u32>(at(RANK_START), 0)
}

/** Ranks from .. end - 1 and their links: step by step, so that what lies anywhere in memory is waited for together. */
export function renumber(from: u32, end: u32): void {
  renumberTasks(<usize>from, <usize>end)
  const first = <usize>load<u32>(at(RANK_START) + ((<usize>from) << 2))
  copyLinks(<usize>from, <usize>end)
  rankPredecessors(first, linkEnd)
}

function renumberTasks(from: usize, end: usize): void {
  const order = at(ORDER)
  const state = at(STATE)
  const constraint = at(CONSTRAINT)
  const remaining = at(REMAINING)
  const rankState = at(RANK_STATE)
  const rankConstraint = at(RANK_CONSTRAINT)
  const rankRemaining = at(RANK_REMAINING)
  rankLinks(from, end)
  for (let r = from; r < end; r++) {
    const s = <usize>load<u32>(order + (r << 2))
    store<f64>(rankRemaining + (r << 3), load<f64>(remaining + (s << 3)))
    store<u8>(rankState + r, load<u8>(state + s))
    store<u8>(rankConstraint + r, load<u8>(constraint + s))
  }
  for (let r = from; r < end; r++) {
    const s = <usize>load<u32>(order + (r << 2))
    if (load<u8>(rankConstraint + r) !== NO_CONSTRAINT)
      store<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3), load<f64>(at(CONSTRAINT_OFFSET) + (s << 3)))
    if (load<u8>(rankState + r) !== NOT_STARTED) {
      store<f64>(at(RANK_REPORTED_START) + (r << 3), load<f64>(at(REPORTED_START) + (s << 3)))
      store<f64>(at(RANK_REPORTED_FINISH) + (r << 3), load<f64>(at(REPORTED_FINISH) + (s << 3)))
    }
  }
}

/** Where the links of the ranks lie: by task, and one after another. */
export function rankLinks(from: usize, end: usize): void {
  const order = at(ORDER)
  const start = at(START)
  const rankStart = at(RANK_START)
  const rankFrom = at(RANK_FROM)
  let to = load<u32>(rankStart + (from << 2))
  for (let r = from; r < end; r++) {
    const given = start + ((<usize>load<u32>(order + (r << 2))) << 2)
    const first = load<u32>(given)
    to += load<u32>(given, 4) - first
    store<u32>(rankFrom + (r << 2), first)
    store<u32>(rankStart + (r << 2), to, 4)
  }
}

function copyLinks(from: usize, end: usize): void {
  const rankStart = at(RANK_START)
  const rankFrom = at(RANK_FROM)
  const task = at(TASK)
  const type = at(TYPE)
  const lag = at(LAG)
  const given = at(GIVEN_LAG)
  const rankTask = at(RANK_TASK)
  const rankType = at(RANK_TYPE)
  const rankLag = at(RANK_LAG)
  const rankGiven = at(RANK_GIVEN_LAG)
  const withGiven = hasOwnLags
  let to = <usize>load<u32>(rankStart + (from << 2))
  for (let r = from; r < end; r++) {
    const last = <usize>load<u32>(rankStart + (r << 2), 4)
    for (let k = <usize>load<u32>(rankFrom + (r << 2)); to < last; k++, to++) {
      store<u32>(rankTask + (to << 2), load<u32>(task + (k << 2)))
      store<u8>(rankType + to, load<u8>(type + k))
      store<f64>(rankLag + (to << 3), load<f64>(lag + (k << 3)))
      if (withGiven) store<f64>(rankGiven + (to << 3), load<f64>(given + (k << 3)))
    }
  }
  linkEnd = to
}

/** From tasks to ranks, of the links from .. end - 1. */
export function rankPredecessors(from: usize, end: usize): void {
  const rank = at(RANK)
  const rankTask = at(RANK_TASK)
  for (let k = from; k < end; k++) {
    const to = rankTask + (k << 2)
    store<u32>(to, load<u32>(rank + ((<usize>load<u32>(to)) << 2)))
  }
}
