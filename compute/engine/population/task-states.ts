/**
 * What every check reads of every task, made once per schedule: kind, state, and whether the request leaves it out. No
 * network and no calendar are needed, so health/score may use it. Populations of tasks are populations.ts, of links
 * live-links.ts.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { TaskType } from '../../../shared/contract/schedule/fields.ts'
import { zeros } from '../ids/short-arrays.ts'
import { kindOf, MILESTONE, taskTypeCode } from '../kind/participation.ts'
import { COMPLETE, stateOf } from './progress.ts'

export interface TaskStates {
  readonly columns: ScheduleColumns
  /** Kind of task i: a code of participation.ts. Length taskCount, like the next two. */
  readonly kind: Uint8Array
  /** NOT_STARTED, IN_PROGRESS or COMPLETE. */
  readonly state: Uint8Array
  /** 1 = its kind is in options.exclude_task_types: it is in no population, yet stays in the network. */
  readonly leftOut: Uint8Array
}

export function taskStates(columns: ScheduleColumns, excludeTaskTypes: readonly TaskType[] = []): TaskStates {
  const { taskCount, taskType, durationDays } = columns
  const kind = zeros(Uint8Array, taskCount)
  const state = zeros(Uint8Array, taskCount)
  const leftOut = zeros(Uint8Array, taskCount)
  const excluded = new Set(excludeTaskTypes.map(taskTypeCode))
  for (let i = 0; i < taskCount; i++) {
    kind[i] = kindOf(taskType[i], durationDays[i])
    state[i] = stateOf(columns, i)
    if (excluded.has(kind[i])) leftOut[i] = 1
  }
  return { columns, kind, state, leftOut }
}

export const isComplete = ({ state }: TaskStates, i: number): boolean => state[i] === COMPLETE
export const isMilestoneTask = ({ kind }: TaskStates, i: number): boolean => kind[i] === MILESTONE

/** Whether the task names a resource or has a budget. */
export const isLoaded = ({ resources, budgetedCost }: ScheduleColumns, i: number): boolean =>
  resources.start[i] < resources.start[i + 1] || budgetedCost[i] > 0

/** BS and BF are both given. */
export const isBaselined = ({ baselineStart, baselineFinish }: ScheduleColumns, i: number): boolean =>
  baselineStart[i] !== DAY_ABSENT && baselineFinish[i] !== DAY_ABSENT
