/** From the columns as given to columns by rank. */
import { NO_CONSTRAINT, NOT_STARTED } from './codes'
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
  LATE_START,
  ON_PATH,
  ORDER,
  PASSED_FINISH,
  PASSED_START,
  RANK,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
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
  TOTAL_FLOAT,
  TYPE,
} from './memory'
import { rankCount, setNetwork, taskCount } from './setting'

/** Of a task that takes no part. */
export const NO_RANK: u32 = 0xffffffff

/** Whether links have two lags, and what is renumbered of them so far. */
let hasOwnLags: bool = false
let linkEnd: usize = 0

/** The columns as given are copied. Returns whether the ranks are to be made by rankTasks and renumber. */
export function begin(tasks: u32, ranks: u32, dataDate: f64, isOverride: bool, ownLags: bool): bool {
  hasOwnLags = ownLags
  if (!ownLags) {
    alias(GIVEN_LAG, LAG)
    alias(RANK_GIVEN_LAG, RANK_LAG)
  }
  const isListed = ranks === tasks && isIdentity(ranks)
  setNetwork(tasks, ranks, dataDate, isOverride, isListed)
  if (isListed) aliasRanks()
  else if (ranks < tasks) clearResults(<usize>tasks)
  return !isListed
}

export function isIdentity(ranks: u32): bool {
  const order = at(ORDER)
  for (let r: u32 = 0; r < ranks; r++) if (load<u32>(order + ((<usize>r) << 2)) !== r) return false
  return true
}

function aliasRanks(): void {
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
}

/** What tasks that take no part have. */
export function clearResults(tasks: usize): void {
  memory.fill(at(PASSED_START), 0, tasks << 3)
  memory.fill(at(PASSED_FINISH), 0, tasks << 3)
  memory.fill(at(ON_PATH), 0, tasks)
  memory.fill(at(CRITICAL), 0, tasks)
  fillNaN(EARLY_START, tasks)
  fillNaN(EARLY_FINISH, tasks)
  fillNaN(LATE_START, tasks)
  fillNaN(LATE_FINISH, tasks)
  fillNaN(TOTAL_FLOAT, tasks)
  fillNaN(FREE_FLOAT, tasks)
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
  linkEnd = 0
  store<u32>(at(RANK_START), 0)
}

/** Ranks from .. end - 1 and their links. */
export function renumber(from: u32, end: u32): void {
  const order = at(ORDER)
  const start = at(START)
  const state = at(STATE)
  const remaining = at(REMAINING)
  const constraint = at(CONSTRAINT)
  const rankStart = at(RANK_START)
  const rankState = at(RANK_STATE)
  const rankRemaining = at(RANK_REMAINING)
  const rankConstraint = at(RANK_CONSTRAINT)
  for (let r = <usize>from; r < <usize>end; r++) {
    const s = <usize>load<u32>(order + (r << 2))
    const progress = load<u8>(state + s)
    const code = load<u8>(constraint + s)
    store<f64>(rankRemaining + (r << 3), load<f64>(remaining + (s << 3)))
    store<u8>(rankState + r, progress)
    store<u8>(rankConstraint + r, code)
    if (code !== NO_CONSTRAINT)
      store<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3), load<f64>(at(CONSTRAINT_OFFSET) + (s << 3)))
    if (progress !== NOT_STARTED) {
      store<f64>(at(RANK_REPORTED_START) + (r << 3), load<f64>(at(REPORTED_START) + (s << 3)))
      store<f64>(at(RANK_REPORTED_FINISH) + (r << 3), load<f64>(at(REPORTED_FINISH) + (s << 3)))
    }
    renumberLinks(load<u32>(start + (s << 2)), load<u32>(start + (s << 2), 4))
    store<u32>(rankStart + (r << 2), <u32>linkEnd, 4)
  }
}

function renumberLinks(from: u32, end: u32): void {
  const rank = at(RANK)
  const task = at(TASK)
  const type = at(TYPE)
  const lag = at(LAG)
  const given = at(GIVEN_LAG)
  const rankTask = at(RANK_TASK)
  const rankType = at(RANK_TYPE)
  const rankLag = at(RANK_LAG)
  const rankGiven = at(RANK_GIVEN_LAG)
  let to = linkEnd
  for (let k = <usize>from; k < <usize>end; k++, to++) {
    store<u32>(rankTask + (to << 2), load<u32>(rank + ((<usize>load<u32>(task + (k << 2))) << 2)))
    store<u8>(rankType + to, load<u8>(type + k))
    store<f64>(rankLag + (to << 3), load<f64>(lag + (k << 3)))
    if (hasOwnLags) store<f64>(rankGiven + (to << 3), load<f64>(given + (k << 3)))
  }
  linkEnd = to
}
