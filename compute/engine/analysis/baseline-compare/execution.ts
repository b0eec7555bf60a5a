/** BEI and its critical form, and the current execution index (/docs/methods/baseline-compare#execution): what was due and what was done. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { scheduledFinish } from '../../calendar/best-dates.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { idMatcher, matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { deletedDueOf, type Execution, executionOf } from '../../metrics/execution.ts'
import { type Population, performanceTasks, populationOf } from '../../population/populations.ts'
import { isComplete, type TaskStates, taskStates } from '../../population/task-states.ts'
import type { BaselineDates } from './baseline-dates.ts'
import type { Status } from './statuses.ts'

const PERFORMANCE = kindsWhere(row => row.performance)
const PASSES = kindsWhere(row => row.passes)

export interface Executions {
  readonly all: Execution
  /** Pairs whose partner is critical in the baseline. */
  readonly critical: Execution
  /** Baseline tasks due by the status day that the current schedule does not have, in input order. */
  readonly deletedDue: Uint32Array
  /** Deleted pairs of every kind that has variances, and how many of them were seen finished within the threshold. */
  readonly deletedPairs: { readonly count: number; readonly onTrack: number }
}

interface ExecutionInput {
  /** Context of the current schedule with the dates of its partners as baseline. */
  readonly tasks: TaskStates
  readonly baseline: ScheduleColumns
  readonly dates: BaselineDates
  readonly match: TaskMatch
  /** 1 = critical in the baseline, by current task and by baseline task. */
  readonly isBaselineCritical: Uint8Array
  readonly isCriticalRow: Uint8Array
  /** Snapshots by date. */
  readonly snapshots: readonly ScheduleColumns[]
  readonly thresholdDays: number
  readonly statusDay: number
  /** Day after which the period of hit_task_pct begins. */
  readonly periodAfterDay: number
}

export function executionsOf(input: ExecutionInput): Executions {
  const { tasks, baseline, dates, match, isBaselineCritical, isCriticalRow, statusDay, periodAfterDay } = input
  const critical = populationOf(tasks, PERFORMANCE, i => isBaselineCritical[i] === 1)
  const seen = lastSeen(baseline, dates, match.deleted, input.snapshots)
  const { kind } = seen
  const isDue = (j: number): boolean => dates.finish[j] !== DAY_ABSENT && dates.finish[j] <= statusDay
  const due = match.deleted.filter(isDue)
  const of = (population: Population, rows: Uint32Array): Execution =>
    executionOf(
      tasks,
      population,
      statusDay,
      periodAfterDay,
      deletedDueOf([{ tasks: seen, rows }], statusDay, periodAfterDay),
    )
  const deletedDue = due.filter(j => PERFORMANCE[kind[j]] === 1)
  const pairs = due.filter(j => PASSES[kind[j]] === 1)
  const isOnTrack = (j: number): boolean =>
    isComplete(seen, j) && seen.columns.actualFinish[j] - dates.finish[j] <= input.thresholdDays
  return {
    all: of(performanceTasks(tasks), deletedDue),
    critical: of(
      critical,
      deletedDue.filter(j => isCriticalRow[j] === 1),
    ),
    deletedDue,
    deletedPairs: { count: pairs.length, onTrack: pairs.filter(isOnTrack).length },
  }
}

/** The baseline, with the progress of its deleted tasks as the latest snapshot that has them reports it; planned finishes as baseline. */
function lastSeen(
  baseline: ScheduleColumns,
  dates: BaselineDates,
  deleted: Uint32Array,
  snapshots: readonly ScheduleColumns[],
): TaskStates {
  if (deleted.length === 0) return taskStates({ ...baseline, baselineFinish: dates.finish })
  const percentComplete = copied(baseline.percentComplete)
  const actualFinish = copied(baseline.actualFinish)
  for (const snapshot of snapshots) {
    const rows = matchIds(snapshot, baseline)
    for (const j of deleted) {
      const i = rows[j]
      if (i === NO_MATCH) continue
      percentComplete[j] = snapshot.percentComplete[i]
      actualFinish[j] = snapshot.actualFinish[i]
    }
  }
  return taskStates({ ...baseline, percentComplete, actualFinish, baselineFinish: dates.finish })
}

/** CEI: of the tasks that the previous status forecast to finish in the period, those that did. */
interface ForecastExecution {
  readonly forecast: number
  readonly finished: number
  readonly periodAfterDay: number
}

/** undefined without a dated previous status. The period runs from the day after it to the status day. */
export function forecastExecution(
  tasks: TaskStates,
  previous: Status,
  statusDay: number,
): ForecastExecution | undefined {
  if (previous.day === DAY_ABSENT) return undefined
  const { columns } = tasks
  const then = taskStates(previous.columns)
  const match = idMatcher(columns)(previous.columns)
  const isInPeriod = (day: number): boolean => day > previous.day && day <= statusDay
  let forecast = 0
  let finished = 0
  for (let j = 0; j < match.length; j++) {
    if (PERFORMANCE[then.kind[j]] === 0 || isComplete(then, j) || !isInPeriod(scheduledFinish(previous.columns, j))) {
      continue
    }
    forecast++
    const i = match[j]
    if (i === NO_MATCH || !isComplete(tasks, i)) continue
    const finish = columns.actualFinish[i]
    if (finish === DAY_ABSENT || isInPeriod(finish)) finished++
  }
  return { forecast, finished, periodAfterDay: previous.day }
}
