/** Everything the baseline comparison knows of its two schedules, made once; blocks over time are trends.ts. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { type MatchStrategy, matchTasks, type TaskMatch } from '../../compare/match-tasks.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { type Population, populationOf } from '../../population/populations.ts'
import { type BaselineDates, datesOfPlan, withBaseline } from './baseline-dates.ts'
import { actualTime, type EarnedSchedule, earnedScheduleOnCurve } from './earned-schedule.ts'
import { type Executions, executionsOf } from './execution.ts'
import { type FinishCompared, finishCompared } from './finish.ts'
import { type EarnedValue, earnedValue, type PlannedValue, plannedValue } from './planned-value.ts'
import { hasLogic, type Statuses, type ToldStatus } from './statuses.ts'
import { type Variances, variancesOf } from './variance.ts'

interface ComparisonSetting {
  readonly strategy: MatchStrategy
  readonly fuzzyThreshold: number
  readonly thresholdDays: number
  readonly readsEarnedValue: boolean
}

export interface Comparison {
  readonly setting: ComparisonSetting
  readonly choice: CalendarChoice
  readonly current: ToldStatus
  readonly baseline: ToldStatus
  readonly statuses: Statuses
  readonly match: TaskMatch
  readonly finishes: FinishCompared
  readonly dates: BaselineDates
  /** Pairs that variances are counted over: no summaries, no level of effort. */
  readonly pairs: Population
  /** 1 = the partner is critical in the baseline, by current task; all 0 when no link joins the baseline. */
  readonly isBaselineCritical: Uint8Array
  readonly variances: Variances
  readonly executions: Executions
  readonly planned: PlannedValue
  readonly earned: EarnedValue
  readonly earnedSchedule: EarnedSchedule | undefined
}

/** Kinds that are counted: all but summaries and level of effort. */
export const COUNTED = kindsWhere(row => row.passes)

export function comparisonOf(
  { current, baseline, statuses, choice }: Pick<Comparison, 'current' | 'baseline' | 'statuses' | 'choice'>,
  setting: ComparisonSetting,
  checkpoint: (() => void) | undefined,
): Comparison {
  const { strategy, fuzzyThreshold } = setting
  const match = matchTasks(current.columns, baseline.columns, { strategy, fuzzyThreshold, checkpoint })
  checkpoint?.()
  const dates = datesOfPlan(baseline.columns, baseline.told)
  const baselined = withBaseline(current.columns, match, dates)
  const tasks = { ...current.states, columns: baselined }
  const pairs = populationOf(tasks, COUNTED, i => match.baselineOf[i] >= 0)
  const critical = baseline.result.critical
  const isBaselineCritical = Uint8Array.from(match.baselineOf, j => (j >= 0 && hasLogic(baseline) ? critical[j] : 0))
  const members = pairs.marks
  const variances = variancesOf({ ...setting, current, baselined, members, isBaselineCritical })
  checkpoint?.()
  const planned = plannedValue(baseline.columns, dates, choice.calendar, baseline.day)
  const earned = earnedValue(planned, current.columns, match, setting.readsEarnedValue)
  const time = actualTime(planned, current.columns, match, current.day, earned.isWhole, choice.calendar)
  return {
    setting,
    choice,
    current,
    baseline,
    statuses,
    match,
    finishes: finishCompared({ baseline, current, choice, match }),
    dates,
    pairs,
    isBaselineCritical,
    variances,
    executions: executionsOf({
      tasks,
      baseline: baseline.columns,
      dates,
      match,
      isBaselineCritical,
      isCriticalRow: hasLogic(baseline) ? critical : zeros(Uint8Array, baseline.columns.taskCount),
      snapshots: statuses.all.slice(0, -1).map(({ columns }) => columns),
      thresholdDays: setting.thresholdDays,
      statusDay: current.day,
      periodAfterDay: statuses.all.at(-2)?.day ?? DAY_ABSENT,
    }),
    planned,
    earned,
    earnedSchedule: earnedScheduleOnCurve(planned, earned, time),
  }
}
