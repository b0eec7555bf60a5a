/** Fields of a task as an example of an anomaly shows them: under their request names, null when absent. */
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { APPROVAL_STATUSES } from '../../../../../shared/contract/schedule/fields.ts'
import { dateOrNull } from '../../../result/options.ts'
import type { ResultValue } from '../../../result/result.ts'
import { figure } from '../../../wording/numbers.ts'

const DAYS = {
  planned_start: 'plannedStart',
  planned_finish: 'plannedFinish',
  actual_start: 'actualStart',
  actual_finish: 'actualFinish',
  baseline_start: 'baselineStart',
  baseline_finish: 'baselineFinish',
  forecast_start: 'forecastStart',
  forecast_finish: 'forecastFinish',
} as const
const NUMBERS = {
  percent_complete: 'percentComplete',
  physical_percent_complete: 'physicalPercentComplete',
  earned_value: 'earnedValue',
  budgeted_cost: 'budgetedCost',
} as const

export type ShownField = keyof typeof DAYS | keyof typeof NUMBERS | 'approval_status'

const isDay = (field: ShownField): field is keyof typeof DAYS => field in DAYS

function fieldOf(columns: ScheduleColumns, field: ShownField, task: number): ResultValue {
  if (field === 'approval_status') return APPROVAL_STATUSES[columns.approvalStatus[task] - 1] ?? null
  if (isDay(field)) return dateOrNull(columns[DAYS[field]][task])
  const value = columns[NUMBERS[field]][task]
  return Number.isNaN(value) ? null : value
}

const inWords = (field: string, value: ResultValue): string => {
  const name = field.replaceAll('_', ' ')
  if (typeof value !== 'number') return `${name} ${String(value).replaceAll('_', ' ')}`
  return `${name} ${figure(value)}${field.includes('percent') ? ' %' : ''}`
}

export const showFields = (columns: ScheduleColumns, fields: readonly ShownField[], task: number) =>
  Object.fromEntries(fields.map(field => [field, fieldOf(columns, field, task)]))

/** "actual start 2026-01-05, percent complete 0 %": the fields that are there. */
export const shownText = (shown: ReturnType<typeof showFields>): string => {
  const given = Object.entries(shown).filter(([, value]) => value !== null)
  return given.length === 0
    ? 'none of its dates is given'
    : given.map(([field, value]) => inWords(field, value)).join(', ')
}
