/**
 * Baseline dates of tasks out of the baseline beside them. P6 and others keep a baseline as a project of its own, so the tasks of an update have none, and
 * a check of baseline dates would say that they are missing, though the baseline was sent.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { hasColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { statusDayOfPlan } from '../../cpm/data-date.ts'
import { idMatcher } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { dayOf, statusDayOf } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import { valuesNamed } from './fields/fields.ts'
import { type Measured, type MeasuredRequest, measured } from './fields/measured.ts'

/** The plan beside a schedule, measured as a plan: it is not moved to the status of today. */
export const measuredBaseline = (
  columns: ScheduleColumns,
  { params, imports }: AnalysisInput,
  request: Pick<MeasuredRequest, 'statusDay' | 'mapping'>,
): Measured =>
  measured(columns, chooseCalendar(columns, params.calendar), {
    ...request,
    which: 'baseline',
    isBaselineKnown: true,
    isOfFile: imports?.some(({ path }) => path === 'baseline_schedule.tasks') === true,
    dataDay: statusDayOfPlan(columns, dayOf(baselineDateOf(params))),
    mustFinishDay: DAY_ABSENT,
  })

const baselineDateOf = ({ baseline_schedule: sent }: AnalysisInput['params']): unknown =>
  (sent as { readonly baseline_date?: unknown } | null | undefined)?.baseline_date

/** Start and finish as the baseline has them, else computed. Tasks that have baseline dates keep theirs. */
export function withBaselineDates(columns: ScheduleColumns, baseline: Measured | undefined): ScheduleColumns {
  if (baseline === undefined || hasColumn(columns, 'baselineStart') || hasColumn(columns, 'baselineFinish'))
    return columns
  const partner = idMatcher(baseline.columns)(columns)
  const days = (...names: readonly string[]): Int32Array => {
    const known = names.flatMap(name => valuesNamed(baseline, 'tasks', name) ?? [])
    return zeros(Int32Array, columns.taskCount).map((_, i) => {
      if (partner[i] < 0) return DAY_ABSENT
      for (const at of known) if (!Number.isNaN(at(partner[i]))) return at(partner[i])
      return DAY_ABSENT
    })
  }
  return { ...columns, baselineStart: days('start', 'early_start'), baselineFinish: days('finish', 'early_finish') }
}

const PLAN = 'baseline_schedule.tasks'

/** Whether the tasks of a schedule get their baseline dates from the baseline beside it. */
export const hasPlanBeside = ({ schedules }: AnalysisInput, columns: ScheduleColumns): boolean =>
  schedules.has(PLAN) && !hasColumn(columns, 'baselineStart') && !hasColumn(columns, 'baselineFinish')

/** The same for a request of another analysis. */
export function withPlanBeside(input: AnalysisInput, columns: ScheduleColumns): ScheduleColumns {
  const plan = input.schedules.get(PLAN)
  if (plan === undefined) return columns
  return withBaselineDates(
    columns,
    measuredBaseline(plan, input, { statusDay: statusDayOf(input), mapping: new Map() }),
  )
}
