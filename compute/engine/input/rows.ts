/** The checks of POST /api/v1/analysis/validate in the order of their codes (/docs/methods/validate). */

import type { CheckClass, ValidateRow } from './context.ts'
import { cycle, selfLoop } from './cycle-checks.ts'
import {
  baselineReversed,
  constraintWithoutPartner,
  durationAgainstDates,
  finishBeforeStart,
  milestoneDuration,
  noDuration,
  progressAgainstDates,
} from './date-checks.ts'
import {
  categoryUnmapped,
  dateAmbiguous,
  externalLink,
  fileCalendar,
  fileRows,
  fileValue,
  zonedLocalDay,
  zonedMidnight,
  zonedOtherDay,
} from './file-checks.ts'
import { ambiguousId, duplicateId, missingId, spellings } from './id-checks.ts'
import {
  duplicateLink,
  linkOnSummary,
  parentNoSummary,
  summaryCircle,
  unknownPredecessor,
  unparsableLink,
} from './link-checks.ts'
import { calendarEvidence, disconnected, openEnds } from './structure-checks.ts'
import { badDate, badDuration, badPercent, unknownTaskType, unknownWord, wrongType } from './value-checks.ts'

/** Points that a failed check of each class takes from 100. */
export const POINTS_LOST: Readonly<Record<CheckClass, number>> = { error: 10, warning: 2, info: 0 }

export const VALIDATE_ROWS = [
  missingId,
  duplicateId,
  selfLoop,
  cycle,
  badDuration,
  badPercent,
  badDate,
  unknownWord,
  finishBeforeStart,
  unparsableLink,
  wrongType,
  unknownPredecessor,
  duplicateLink,
  constraintWithoutPartner,
  milestoneDuration,
  durationAgainstDates,
  linkOnSummary,
  progressAgainstDates,
  unknownTaskType,
  ambiguousId,
  noDuration,
  baselineReversed,
  fileCalendar,
  fileValue,
  fileRows,
  parentNoSummary,
  dateAmbiguous,
  zonedMidnight,
  categoryUnmapped,
  summaryCircle,
  zonedOtherDay,
  openEnds,
  disconnected,
  calendarEvidence,
  externalLink,
  zonedLocalDay,
  spellings,
] as const satisfies readonly ValidateRow[]
