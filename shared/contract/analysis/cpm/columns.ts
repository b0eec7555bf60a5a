import { CLOCK_COLUMNS } from '../../schedule/clock-columns.ts'
import type { ColumnName } from '../../schedule/column-rows.ts'

/** Columns that the critical path is computed from, compared with and described by; no resources. */
export const CPM_COLUMNS: readonly ColumnName[] = [
  'id',
  'name',
  'durationDays',
  'remainingDurationDays',
  'links',
  'taskType',
  'percentComplete',
  'plannedStart',
  'plannedFinish',
  'actualStart',
  'actualFinish',
  'baselineStart',
  'baselineFinish',
  'forecastStart',
  'forecastFinish',
  'constraintType',
  'constraintDate',
  'wbsCode',
  'wbsName',
  'budgetedCost',
  'earnedValue',
  ...CLOCK_COLUMNS,
]
