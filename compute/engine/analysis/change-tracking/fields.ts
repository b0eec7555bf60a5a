/** Which columns of a task are compared, under which category they are listed, and what makes a change of theirs material. */
import type { ChangeField, ListedCategory } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../../shared/contract/schedule/fields.ts'

export const CATEGORY_OF: Readonly<Record<ChangeField, ListedCategory>> = {
  baseline_start: 'baseline',
  baseline_finish: 'baseline',
  baseline_duration_days: 'baseline',
  actual_start: 'actual',
  actual_finish: 'actual',
  planned_start: 'forecast',
  planned_finish: 'forecast',
  forecast_start: 'forecast',
  forecast_finish: 'forecast',
  duration_days: 'forecast',
  remaining_duration_days: 'forecast',
  calendar: 'calendar',
  link_added: 'logic',
  link_removed: 'logic',
  link_type: 'logic',
  link_lag: 'logic',
  constraint_type: 'logic',
  constraint_date: 'logic',
  secondary_constraint_type: 'logic',
  secondary_constraint_date: 'logic',
  external_early_start: 'logic',
  external_late_finish: 'logic',
  deadline: 'logic',
  expected_finish: 'forecast',
  suspend_date: 'actual',
  resume_date: 'forecast',
  task_type: 'logic',
  resource_dependent: 'logic',
  manually_scheduled: 'logic',
  leveling_delay_days: 'logic',
  resources: 'resource',
  assignment_units: 'resource',
  budgeted_cost: 'resource',
  percent_complete: 'progress',
  physical_percent_complete: 'progress',
  earned_value: 'progress',
  name: 'scope',
  task_added: 'scope',
  task_deleted: 'scope',
}

/**
 * always: material whatever its size. size: by date_change_days. reported: always once it was reported before, expected
 * when first reported within the period. none: never material by itself.
 */
export type MaterialityRule = 'always' | 'size' | 'reported' | 'none'

type NumberColumn = {
  [Name in keyof ScheduleColumns]: ScheduleColumns[Name] extends Float64Array ? Name : never
}[keyof ScheduleColumns]

interface ComparedDay {
  readonly field: ChangeField
  readonly column: DayColumn
  readonly rule: MaterialityRule
  /** Where both statuses have the same date here and there, its move is listed there alone. */
  readonly listedAs?: DayColumn
}

export const COMPARED_DAYS: readonly ComparedDay[] = [
  { field: 'baseline_start', column: 'baselineStart', rule: 'always' },
  { field: 'baseline_finish', column: 'baselineFinish', rule: 'always' },
  { field: 'actual_start', column: 'actualStart', rule: 'reported' },
  { field: 'actual_finish', column: 'actualFinish', rule: 'reported' },
  { field: 'planned_start', column: 'plannedStart', rule: 'size', listedAs: 'forecastStart' },
  { field: 'planned_finish', column: 'plannedFinish', rule: 'size', listedAs: 'forecastFinish' },
  { field: 'forecast_start', column: 'forecastStart', rule: 'size' },
  { field: 'forecast_finish', column: 'forecastFinish', rule: 'size' },
]

/** Numbers of the plan beside durations, which find-changes.ts compares; absent is not 0. */
export const COMPARED_NUMBERS: readonly {
  readonly field: ChangeField
  readonly column: NumberColumn
  readonly rule: Extract<MaterialityRule, 'always' | 'none'>
}[] = [
  { field: 'baseline_duration_days', column: 'baselineDurationDays', rule: 'always' },
  { field: 'budgeted_cost', column: 'budgetedCost', rule: 'none' },
]

/** What has been done; absent is 0, more is expected, less is material from a share in percent on. */
export const COMPARED_PROGRESS: readonly {
  readonly field: ChangeField
  readonly column: NumberColumn
  /** The decrease is measured in percent of the earlier value, not in points. */
  readonly isRelative: boolean
  /** Finished work has done all of it, said or not. */
  readonly isSaidByFinish: boolean
}[] = [
  { field: 'percent_complete', column: 'percentComplete', isRelative: false, isSaidByFinish: true },
  { field: 'physical_percent_complete', column: 'physicalPercentComplete', isRelative: false, isSaidByFinish: true },
  { field: 'earned_value', column: 'earnedValue', isRelative: true, isSaidByFinish: false },
]
