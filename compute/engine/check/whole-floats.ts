/**
 * TF* for the analyses that otherwise need no network (health/score, progress-audit): what the schedule supplies, else, where its tasks have
 * calendars, what the critical-path method computes. Some formats of project files carry no float, and the verdict on a schedule must not depend on
 * the format of its file. Without calendars nothing is computed here.
 */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { incompleteTasks } from '../population/populations.ts'
import type { TaskStates } from '../population/task-states.ts'
import { type TotalFloats, totalFloats } from '../population/total-floats.ts'
import { allHitsWhere } from './findings.ts'
import { type CpmRun, networkContext } from './network-context.ts'

export interface WholeFloats {
  readonly floats: TotalFloats
  /** undefined where nothing had to be computed, or where the links form a cycle. */
  readonly cpm: CpmRun | undefined
}

export function wholeFloats(
  tasks: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  mustFinishDay: number,
): WholeFloats {
  const { columns } = tasks
  const { marks } = incompleteTasks(tasks)
  // a float without a date does not tell which task is last
  const isWanting = (i: number): boolean =>
    marks[i] === 1 && (Number.isNaN(columns.totalFloatDays[i]) || bestFinish(columns, i) === DAY_ABSENT)
  const isComputed = columns.setting !== undefined && allHitsWhere(columns.taskCount, isWanting).count > 0
  const { cpm } = isComputed ? networkContext(tasks, choice, statusDay, mustFinishDay) : { cpm: undefined }
  return { floats: totalFloats(columns, cpm?.result.totalFloat, marks), cpm }
}
