/** From the columns as given to columns by rank. */
import { NO_CONSTRAINT, NOT_STARTED } from '../../../passes/codes.ts'
import {
  alias,
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
  PASSED_FINISH,
  PASSED_START,
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
import { table } from './table'

/** Of a task that takes no part. */
export const NO_RANK: u32 = 0xffffffff

/** Whether links have two lags, and what is renumbered of them so far. */
let hasOwnLags: bool = false
let linkEnd: u32 = 0

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
  table.taskCount = tasks
  table.rankCount = ranks
  table.dataDate = dataDate
  table.isOverride = isOverride
  table.isListedInOrder = isListed
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

/** The rank of each task. */
export function rankTasks(): void {
  const count = table.rankCount
  if (count < table.taskCount) memory.fill(changetype<usize>(table.rankOf), 0xff, (<usize>table.taskCount) << 2)
  for (let r: u32 = 0; r < count; r++) table.rankOf[table.taskOf[r]] = r
  table.start[0] = 0
}

/** Ranks from .. end - 1 and their links: step by step, so that what lies anywhere in memory is waited for together. */
export function renumber(from: u32, end: u32): void {
  renumberTasks(from, end)
  copyLinks(from, end)
  rankPredecessors(table.start[from], linkEnd)
}

function renumberTasks(from: u32, end: u32): void {
  rankLinks(from, end)
  const taskOf = table.taskOf
  const state = table.state
  const constraint = table.constraint
  const remaining = table.remaining
  const stateOfTask = table.stateOfTask
  const constraintOfTask = table.constraintOfTask
  const remainingOfTask = table.remainingOfTask
  for (let r = from; r < end; r++) {
    const s = taskOf[r]
    remaining[r] = remainingOfTask[s]
    state[r] = stateOfTask[s]
    constraint[r] = constraintOfTask[s]
  }
  for (let r = from; r < end; r++) {
    const s = taskOf[r]
    if (constraint[r] !== NO_CONSTRAINT) table.constraintDate[r] = table.constraintDateOfTask[s]
    if (state[r] !== NOT_STARTED) {
      table.reportedStart[r] = table.reportedStartOfTask[s]
      table.reportedFinish[r] = table.reportedFinishOfTask[s]
    }
  }
}

/** Where the links of the ranks lie: by task, and one after another. */
function rankLinks(from: u32, end: u32): void {
  const taskOf = table.taskOf
  const startOfTask = table.startOfTask
  const start = table.start
  const firstLink = table.firstLink
  let to = start[from]
  for (let r = from; r < end; r++) {
    const s = taskOf[r]
    const first = startOfTask[s]
    to += startOfTask[s + 1] - first
    firstLink[r] = first
    start[r + 1] = to
  }
}

function copyLinks(from: u32, end: u32): void {
  const start = table.start
  const firstLink = table.firstLink
  const predecessorOfLink = table.predecessorOfLink
  const typeOfLink = table.typeOfLink
  const lagOfLink = table.lagOfLink
  const givenLagOfLink = table.givenLagOfLink
  const task = table.task
  const type = table.type
  const lag = table.lag
  const givenLag = table.givenLag
  const withGiven = hasOwnLags
  let to = start[from]
  for (let r = from; r < end; r++) {
    const last = start[r + 1]
    for (let k = firstLink[r]; to < last; k++, to++) {
      task[to] = predecessorOfLink[k]
      type[to] = typeOfLink[k]
      lag[to] = lagOfLink[k]
      if (withGiven) givenLag[to] = givenLagOfLink[k]
    }
  }
  linkEnd = to
}

/** From tasks to ranks, of the links from .. end - 1. */
function rankPredecessors(from: u32, end: u32): void {
  const rankOf = table.rankOf
  const task = table.task
  for (let k = from; k < end; k++) task[k] = rankOf[task[k]]
}
