import type { ColumnName } from './column-rows.ts'
import { DAY_COLUMNS, timeColumnOf } from './fields.ts'

/** What the critical path reads besides, where calendars are given: every analysis that computes it takes them along. */
export const CLOCK_COLUMNS: readonly ColumnName[] = [
  'calendarId',
  'parentId',
  'resources',
  'assignments',
  'elapsedLags',
  'secondaryConstraintType',
  'secondaryConstraintDate',
  'expectedFinish',
  'suspendDate',
  'resumeDate',
  'deadline',
  'externalEarlyStart',
  'externalLateFinish',
  'manuallyScheduled',
  'resourceDependent',
  'levelingDelayDays',
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
  'freeFloatDays',
  'totalFloatDays',
  ...DAY_COLUMNS.map(timeColumnOf),
]
