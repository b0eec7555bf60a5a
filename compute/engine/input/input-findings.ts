/**
 * Findings about the schedule itself that every tolerant row repeats (/docs/methods#faulty-input): numbers out of range (held
 * to their range for arithmetic), unknown and unreadable links, reversed dates. They are the checks of analysis/validate
 * under their own codes. Needs neither network nor CPM.
 */
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { type AdvisedFinding, advisedFindingsOfCheck } from '../check/advised-finding.ts'
import { runCheck } from '../check/check.ts'
import { findingsOfRows } from '../check/finding-rows.ts'
import { allHitsWhere } from '../check/findings.ts'
import type { Durations } from '../population/durations.ts'
import { actualDatesFindings } from './actual-dates.ts'
import { calendarFindings } from './calendar-unknown.ts'
import type { ColumnContext, ValidateRow } from './context.ts'
import { baselineReversed, finishBeforeStart } from './date-checks.ts'
import { DURATION_MISSING } from './duration-missing.ts'
import { duplicateLink, parentNoSummary, unknownPredecessor, unparsableLink } from './link-checks.ts'
import { badDate, badDuration, badPercent } from './value-checks.ts'

const ROWS: readonly ValidateRow<ColumnContext>[] = [
  badDuration,
  badPercent,
  badDate,
  finishBeforeStart,
  baselineReversed,
  unparsableLink,
  unknownPredecessor,
  duplicateLink,
  parentNoSummary,
]

export const inputFindings = (columns: ScheduleColumns): AdvisedFinding[] => [
  ...ROWS.flatMap(row =>
    advisedFindingsOfCheck(runCheck<ColumnContext, ValidateRow<ColumnContext>>(row, { columns }), columns),
  ),
  ...calendarFindings(columns),
  ...actualDatesFindings(columns),
]

/** DURATION_MISSING, for the rows that reckon with durations. */
export const durationFindings = (columns: ScheduleColumns, { missing }: Pick<Durations, 'missing'>): AdvisedFinding[] =>
  findingsOfRows(
    { durationMissing: DURATION_MISSING },
    { durationMissing: allHitsWhere(columns.taskCount, i => missing[i] === 1) },
    columns,
  )
