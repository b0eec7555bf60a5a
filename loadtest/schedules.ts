/**
 * Seeded schedules for tests, benchmarks and load: the front door of loadtest/schedule. The same options give the same
 * bytes on every machine. A schedule is a valid request for strict rows (acyclic, dates in order, enums known) unless
 * defects are requested, and these lead to findings, never to refusals.
 */
import { stream } from './schedule/draws.ts'
import { type Defects, makePlan, ORDINARY, type Plan, workdayText } from './schedule/plan.ts'
import { makeStatus, makeTruth } from './schedule/status.ts'
import { TaskMaker, type TaskObject } from './schedule/task.ts'

export { requestBytes, requestChunks, requestObject } from './schedule/body.ts'
export { type Distribution, describeDistribution, distributionOf } from './schedule/distribution.ts'
export { comparisonChunks, type HistoryStatus, type ScheduleHistory, scheduleHistory } from './schedule/history.ts'
export { TASK_COUNT_MIN } from './schedule/layout.ts'
export { type Defects, ORDINARY } from './schedule/plan.ts'
export type { TaskLink, TaskObject } from './schedule/task.ts'

interface ScheduleOptions {
  readonly seed: number
  /** At least TASK_COUNT_MIN. */
  readonly taskCount: number
  /** Where the status date lies between the plan's start (0: nothing has started) and its finish (1). Default 0.4. */
  readonly statusShare?: number
  /** wbs: as an export lists them, summaries first. shuffled: no order at all. Default wbs. */
  readonly rowOrder?: 'wbs' | 'shuffled'
  /** Over ORDINARY. */
  readonly defects?: Partial<Defects>
}

export interface Schedule {
  readonly taskCount: number
  readonly seed: number
  /** Status date, "YYYY-MM-DD". */
  readonly statusDate: string
  /** The task at a place of the list, made anew at each call. */
  task(index: number): TaskObject
  /** All of them; for small schedules. */
  tasks(): TaskObject[]
}

/** Rows in a drawn order (Fisher and Yates). */
function shuffledRows(seed: number, count: number): Uint32Array {
  const draw = stream(seed, 'row order')
  const rows = Uint32Array.from({ length: count }, (_, row) => row)
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(draw(i) * (i + 1))
    const row = rows[i]!
    rows[i] = rows[other]!
    rows[other] = row
  }
  return rows
}

export const dataDateOf = (plan: Plan, share: number): number => Math.round(plan.lengthDays * share)

export function makeSchedule(options: ScheduleOptions): Schedule {
  const { seed, taskCount, statusShare = 0.4, rowOrder = 'wbs' } = options
  const defects = { ...ORDINARY, ...options.defects }
  const plan = makePlan(seed, taskCount, defects)
  const truth = makeTruth(plan, defects.outOfSequence)
  const dataDate = dataDateOf(plan, statusShare)
  const maker = new TaskMaker(plan, makeStatus(plan, truth, dataDate), defects.badDates)
  const rows = rowOrder === 'shuffled' ? shuffledRows(seed, taskCount) : undefined
  const task = (index: number): TaskObject => maker.task(rows?.[index] ?? index)
  return {
    taskCount,
    seed,
    statusDate: workdayText(dataDate),
    task,
    tasks: () => Array.from({ length: taskCount }, (_, index) => task(index)),
  }
}
