/**
 * What was planned and what was built, per task of the current schedule (/docs/methods/as-planned-vs-as-built#input). The plan is the
 * baseline schedule, matched task by task, else the baseline dates of the current schedule itself.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../calendar/best-dates.ts'
import { type MatchStrategy, matchTasks, type TaskMatch } from '../../compare/match-tasks.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { isInPasses, kindOf, MILESTONE } from '../../kind/participation.ts'
import { stateOf } from '../../population/progress.ts'
import { baselineDates, withBaseline } from '../baseline-compare/baseline-dates.ts'

export interface Plan {
  readonly source: 'baseline_schedule' | 'baseline_fields'
  /** The current schedule with the planned dates of its tasks as baseline dates. */
  readonly columns: ScheduleColumns
  /** The latest planned finish, deleted tasks included; DAY_ABSENT = none is planned. */
  readonly finishDay: number
  readonly match: TaskMatch | undefined
}

/** Length taskCount each. */
export interface AsBuilt {
  readonly plan: Plan
  readonly columns: ScheduleColumns
  /** 1 = takes part in the passes, and so here. */
  readonly takesPart: Uint8Array
  readonly kind: Uint8Array
  readonly state: Uint8Array
  /** start* and finish*, day numbers; DAY_ABSENT = unknown. */
  readonly start: Int32Array
  readonly finish: Int32Array
}

export function planOf(
  current: ScheduleColumns,
  baseline: ScheduleColumns | undefined,
  strategy: MatchStrategy,
  checkpoint: () => void,
): Plan {
  if (baseline === undefined) {
    const finishDay = latest(current, current.baselineFinish)
    return { source: 'baseline_fields', columns: current, finishDay, match: undefined }
  }
  const match = matchTasks(current, baseline, { strategy, checkpoint })
  const dates = baselineDates(baseline)
  return {
    source: 'baseline_schedule',
    columns: withBaseline(current, match, dates),
    finishDay: latest(baseline, dates.finish),
    match,
  }
}

export function asBuiltOf(plan: Plan): AsBuilt {
  const { columns } = plan
  const { taskCount, taskType, durationDays } = columns
  const takesPart = taskType.map(code => (isInPasses(code) ? 1 : 0))
  const kind = taskType.map((code, i) => kindOf(code, durationDays[i]))
  const state = taskType.map((_, i) => stateOf(columns, i))
  const start = zeros(Int32Array, taskCount)
  const finish = zeros(Int32Array, taskCount)
  for (let i = 0; i < taskCount; i++) {
    finish[i] = builtFinish(columns, i)
    start[i] = bestStart(columns, i)
  }
  return { plan, columns, takesPart, kind, state, start, finish }
}

/** finish*; of a milestone its start* where it has no other. */
function builtFinish(columns: ScheduleColumns, i: number): number {
  const finish = bestFinish(columns, i)
  const isPoint = finish === DAY_ABSENT && kindOf(columns.taskType[i], columns.durationDays[i]) === MILESTONE
  return isPoint ? bestStart(columns, i) : finish
}

/** finish* of the task that is followed, of the whole schedule (NO_MATCH) the latest; DAY_ABSENT = none. */
export function latestBuilt(columns: ScheduleColumns, followed: number): number {
  if (followed !== NO_MATCH) return builtFinish(columns, followed)
  let day = DAY_ABSENT
  for (let i = 0; i < columns.taskCount; i++) {
    if (isInPasses(columns.taskType[i])) day = Math.max(day, builtFinish(columns, i))
  }
  return day
}

function latest({ taskCount, taskType }: ScheduleColumns, days: Int32Array): number {
  let day = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) if (isInPasses(taskType[i])) day = Math.max(day, days[i])
  return day
}
