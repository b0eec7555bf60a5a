/** The findings of the critical path, in the order in which a result lists them: by severity, then by what hides the rest. */

import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { seek } from '../../check/finding-rows.ts'
import { linksViolated } from '../../cpm/float.ts'
import { fileFindings, statusFindings } from '../../input/input-findings.ts'
import { actualDatesFindings, calendarFindings } from '../../input/schedule-findings.ts'
import { mayBeSupplied, suppliedHits } from '../../supplied/supplied-findings.ts'
import type { CpmContext, CpmRow } from './finding-context.ts'
import {
  baselineReversed,
  calendarEvidence,
  dangling,
  duplicateLinks,
  durationBeyondDates,
  durationMissing,
  finishBeforeStart,
  futureActual,
  unbounded,
  unparsable,
} from './findings-of-input.ts'
import {
  constraintOnComplete,
  constraintOnStarted,
  constraintWithoutAnchor,
  constraintWithoutDate,
  expectedFinishPassed,
  loeDrives,
  noLogic,
  outOfSequence,
  outOfSequenceInProject,
  summaryLinks,
  summaryLinksCircle,
  summaryLinksDrive,
} from './findings-of-logic.ts'
import {
  differsFromSupplied,
  differsLittleFromSupplied,
  divergence,
  dragLeftOut,
  mustFinish,
  negativeFloat,
  reverseCritical,
  violated,
  violatedByActuals,
} from './findings-of-result.ts'

export const CPM_FINDINGS = {
  dangling,
  unparsable,
  negativeFloat,
  mustFinish,
  violated,
  durationMissing,
  unbounded,
  durationBeyondDates,
  finishBeforeStart,
  futureActual,
  baselineReversed,
  constraintWithoutDate,
  expectedFinishPassed,
  constraintWithoutAnchor,
  outOfSequence,
  outOfSequenceInProject,
  differsFromSupplied,
  noLogic,
  summaryLinks,
  summaryLinksDrive,
  summaryLinksCircle,
  loeDrives,
  duplicateLinks,
  differsLittleFromSupplied,
  constraintOnComplete,
  calendarEvidence,
  constraintOnStarted,
  divergence,
  violatedByActuals,
  dragLeftOut,
  reverseCritical,
} as const satisfies Record<string, CpmRow>

const ROWS: readonly CpmRow[] = Object.values(CPM_FINDINGS)

/** Without some of the links the dates are not meant to be those of the source. */
const mayDiffer = ({ prepared, columns }: CpmContext): boolean =>
  prepared.input.network.relationTypes === undefined && mayBeSupplied(columns)

export const cpmFindings = (context: CpmContext): AdvisedFinding[] => [
  ...calendarFindings(context.columns),
  ...fileFindings(context.columns),
  ...actualDatesFindings(context.columns),
  ...statusFindings(context.columns),
  ...seek(
    ROWS,
    {
      ...context,
      violated: linksViolated(context.prepared.input, context.result),
      supplied: mayDiffer(context) ? suppliedHits(context) : {},
    },
    context.columns,
  ),
]
