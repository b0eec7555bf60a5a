/**
 * What was planned and what was built, per task of the current schedule (/docs/methods/as-planned-vs-as-built#input). The plan is the
 * baseline schedule, matched task by task, else the baseline dates of the current schedule itself.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type MatchStrategy, matchTasks, type TaskMatch } from '../../compare/match-tasks.ts'
import type { StatusDates } from '../../compare/status-dates.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { isInPasses, kindOf } from '../../kind/participation.ts'
import { IN_PROGRESS, stateOf } from '../../population/progress.ts'
import { datesOfPlan, withBaseline } from '../baseline-compare/baseline-dates.ts'

export interface Plan {
  readonly source: 'baseline_schedule' | 'baseline_fields'
  /** The current schedule with the planned dates of its tasks as baseline dates. */
  readonly columns: ScheduleColumns
  /** The latest planned finish, deleted tasks included; DAY_ABSENT = none is planned. */
  readonly finishDay: number
  readonly match: TaskMatch | undefined
  /** What the plan itself reports: undefined = nothing of it has begun, or nobody says as of when. */
  readonly reported: PlanReport | undefined
}

interface PlanReport {
  readonly dataDay: number
  /** 1 = task of the current schedule that is in progress there. */
  readonly inProgress: Uint8Array
}

/** Length taskCount each. */
export interface AsBuilt extends Pick<StatusDates, 'start' | 'finish'> {
  readonly plan: Plan
  readonly columns: ScheduleColumns
  /** 1 = takes part in the passes, and so here. */
  readonly takesPart: Uint8Array
  readonly kind: Uint8Array
  readonly state: Uint8Array
}

export function planOf(
  current: ScheduleColumns,
  baseline: ScheduleColumns | undefined,
  /** Of the baseline. */
  placed: StatusDates | undefined,
  /** Its data date; DAY_ABSENT = it has none. */
  dataDay: number,
  strategy: MatchStrategy,
  checkpoint: () => void,
): Plan {
  if (baseline === undefined) {
    const finishDay = latest(current, current.baselineFinish)
    return { source: 'baseline_fields', columns: current, finishDay, match: undefined, reported: undefined }
  }
  const match = matchTasks(current, baseline, { strategy, checkpoint })
  const dates = datesOfPlan(baseline, placed)
  return {
    source: 'baseline_schedule',
    columns: withBaseline(current, match, dates),
    finishDay: latest(baseline, dates.finish),
    match,
    reported:
      dataDay === DAY_ABSENT
        ? undefined
        : {
            dataDay,
            inProgress: Uint8Array.from(match.baselineOf, j =>
              j !== NO_MATCH && stateOf(baseline, j) === IN_PROGRESS ? 1 : 0,
            ),
          },
  }
}

export function asBuiltOf(plan: Plan, { start, finish }: StatusDates): AsBuilt {
  const { columns } = plan
  const { taskType, durationDays } = columns
  const takesPart = taskType.map(code => (isInPasses(code) ? 1 : 0))
  const kind = taskType.map((code, i) => kindOf(code, durationDays[i]))
  const state = taskType.map((_, i) => stateOf(columns, i))
  return { plan, columns, takesPart, kind, state, start, finish }
}

/** finish* of the task that is followed, of the whole schedule (NO_MATCH) the latest; DAY_ABSENT = none. */
export const latestBuilt = (columns: ScheduleColumns, { finish }: StatusDates, followed: number): number =>
  followed === NO_MATCH ? latest(columns, finish) : finish[followed]

function latest({ taskCount, taskType }: ScheduleColumns, days: Int32Array): number {
  let day = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) if (isInPasses(taskType[i])) day = Math.max(day, days[i])
  return day
}
