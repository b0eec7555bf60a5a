/**
 * Findings about the schedule itself that every tolerant row repeats (/docs/methods#faulty-input): numbers out of range (held
 * to their range for arithmetic), unknown and unreadable links, reversed dates. They are the checks of analysis/validate
 * under their own codes. Needs neither network nor CPM.
 */
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ReadFaultKind, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { type AdvisedFinding, advisedFindingsOfCheck } from '../check/advised-finding.ts'
import { runCheck } from '../check/check.ts'
import { seek } from '../check/finding-rows.ts'
import type { Durations } from '../population/durations.ts'
import type { ColumnContext, ValidateRow } from './context.ts'
import { baselineReversed, finishBeforeStart, progressAgainstDates } from './date-checks.ts'
import {
  categoryUnmapped,
  dateAmbiguous,
  fileCalendar,
  fileRows,
  fileValue,
  zonedLocalDay,
  zonedMidnight,
  zonedOtherDay,
} from './file-checks.ts'
import { duplicateLink, parentNoSummary, unknownPredecessor, unparsableLink } from './link-checks.ts'
import { actualDatesFindings, calendarFindings, DURATION_MISSING } from './schedule-findings.ts'
import { badDate, badDuration, badPercent, unknownTaskType, unknownWord, wrongType } from './value-checks.ts'

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

/** What other analyses refuse in JSON, and read as far as they can in a file. */
const FILE_ROWS: readonly ValidateRow<ColumnContext>[] = [
  unknownWord,
  wrongType,
  unknownTaskType,
  fileValue,
  fileRows,
  dateAmbiguous,
  zonedMidnight,
  zonedOtherDay,
  zonedLocalDay,
  categoryUnmapped,
]
/** Those that a file has under the codes of the analysis itself where it is one that has its own for them. */
const FILE_VALUES: readonly ValidateRow<ColumnContext>[] = [badDuration, badPercent, badDate]
const CALENDAR_KINDS: readonly ReadFaultKind[] = ['calendar_unknown', 'calendar_unreadable']

const findingsOf = (rows: readonly ValidateRow<ColumnContext>[], columns: ScheduleColumns): AdvisedFinding[] =>
  rows.flatMap(row =>
    advisedFindingsOfCheck(runCheck<ColumnContext, ValidateRow<ColumnContext>>(row, { columns }), columns),
  )

/** Of a schedule that several analyses of a request look at: they are the same for all. */
const known = new ColumnNote<readonly AdvisedFinding[]>()

export function inputFindings(columns: ScheduleColumns): readonly AdvisedFinding[] {
  const before = known.of(columns)
  if (before !== undefined) return before
  return known.set(columns, [
    ...findingsOf(ROWS, columns),
    ...fileFaults(columns),
    ...calendarFindings(columns),
    ...actualDatesFindings(columns),
  ])
}

/** What the reader of a file went on from, beside its links; nothing for JSON. */
const fileFaults = (columns: ScheduleColumns): AdvisedFinding[] => {
  const ofFile = columns.faults.filter(({ places }) => places !== undefined)
  if (ofFile.length === 0) return []
  const hasCalendar = ofFile.some(({ kind }) => CALENDAR_KINDS.includes(kind))
  return findingsOf(hasCalendar ? [...FILE_ROWS, fileCalendar] : FILE_ROWS, columns)
}

/** For an analysis that has codes of its own for the faults of links, durations and dates that JSON can have. */
export const fileFindings = (columns: ScheduleColumns): AdvisedFinding[] =>
  columns.faults.some(({ places }) => places !== undefined)
    ? [...findingsOf(FILE_VALUES, columns), ...fileFaults(columns)]
    : []

/** For the critical path, whose dates follow from them and which has no codes of its own for them: rows that count work twice, status without dates. */
export const statusFindings = (columns: ScheduleColumns): AdvisedFinding[] =>
  findingsOf(
    [
      ...(hasAnyColumn(columns, ['percentComplete', 'actualFinish']) ? [progressAgainstDates] : []),
      ...(hasAnyColumn(columns, ['parentId']) ? [parentNoSummary] : []),
    ],
    columns,
  )

/** DURATION_MISSING, for the rows that reckon with durations. */
export const durationFindings = (columns: ScheduleColumns, durations: Pick<Durations, 'missing'>): AdvisedFinding[] =>
  seek([DURATION_MISSING], durations, columns)
