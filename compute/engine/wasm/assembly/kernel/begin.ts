/** From the columns as given to columns by rank. */
import { NO_CONSTRAINT, NOT_STARTED } from '../../../passes/codes.ts'
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
    table.givenLagOfLink = table.lagOfLink
    table.givenLag = table.lag
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
  table.reportedStartOfTask = table.reportedEarlyStart
  table.reportedFinishOfTask = table.reportedEarlyFinish
  table.start = table.startOfTask
  table.task = table.predecessorOfLink
  table.type = table.typeOfLink
  table.lag = table.lagOfLink
  table.givenLag = table.givenLagOfLink
  table.state = table.stateOfTask
  table.remaining = table.remainingOfTask
  table.constraint = table.constraintOfTask
  table.constraintDate = table.constraintDateOfTask
  table.reportedStart = table.reportedStartOfTask
  table.reportedFinish = table.reportedFinishOfTask
  table.earlyStart = table.passedStart
  table.earlyFinish = table.passedFinish
  table.late = table.reportedLateFinish
  table.free = table.reportedFreeFloat
  table.onPath = table.onPathOfTask
  table.firstLink = table.startOfTask
  table.critical = table.criticalOfTask
}

/** Columns by rank that nothing reads once results are spread lie where these come: what is never written to costs nothing. */
function aliasResults(isByClock: bool): void {
  table.late = table.reportedLateFinish
  table.free = table.reportedFreeFloat
  // the drag by the clock reads them again
  if (isByClock) return
  table.reportedStart = table.reportedEarlyStart
  table.reportedFinish = table.reportedEarlyFinish
}

/** The rank of each task. */
export function rankTasks(): void {
  const count = table.rankCount
  const rankOf = table.rankOf
  const taskOf = table.taskOf
  if (count < table.taskCount) memory.fill(changetype<usize>(rankOf), 0xff, (<usize>table.taskCount) << 2)
  for (let r: u32 = 0; r < count; r++) rankOf[taskOf[r]] = r
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
