/**
 * The findings of POST /api/v1/analysis/cpm, one row each, in the order they are listed: severity first. A V code is the
 * one analysis/validate gives the same fault; a 06A code is the DECM check that counts it.
 */

import { DIVERGENCE_REASONS } from '../../../../shared/contract/analysis/cpm/words.ts'
import { LOE_LOGIC_ADVICE, SUMMARY_LOGIC_ADVICE, UNDATED_CONSTRAINTS_ADVICE } from '../../check/advice.ts'
import type { FindingRow } from '../../check/finding-rows.ts'
import { DURATION_MISSING } from '../../input/duration-missing.ts'
import type { ResultValue } from '../../result/result.ts'
import { SUPPLIED_ROWS } from '../../supplied/supplied-rows.ts'
import { type DayBasis, inDays } from '../../wording/days.ts'
import { idWithName } from '../../wording/tasks.ts'
import { WORDS } from './words.ts'

const factsOf = (evidence: ResultValue | undefined) => (evidence ?? {}) as { readonly [name: string]: ResultValue }

/** Between finished tasks nothing can be done about it any more: info there, high elsewhere. */
const VIOLATED_LINK_CODE = 'CPM_VIOLATED_LINK'

/** Why a task is on one of the two critical paths alone, and what to do then. */
const DIVERGENCE_ADVICE: Readonly<Record<(typeof DIVERGENCE_REASONS)[number], string>> = {
  complete: WORDS.divergenceAdvice.complete,
  late_constraint: WORDS.divergenceAdvice.lateConstraint,
  must_finish_by: WORDS.divergenceAdvice.mustFinishBy,
  as_late_as_possible: WORDS.divergenceAdvice.asLateAsPossible,
  critical_float_days_max: WORDS.divergenceAdvice.criticalLimit,
  calendars: WORDS.divergenceAdvice.calendars,
}

export const CPM_FINDING_ROWS = {
  dangling: {
    code: 'CPM_DANGLING_PREDECESSOR',
    severity: 'high',
    title: WORDS.cpmFindingRows.danglingTitle,
    description: count => WORDS.cpmFindingRows.danglingDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.danglingAdviceTitle,
      description: WORDS.cpmFindingRows.danglingAdviceDescription,
    },
  },
  unparsable: {
    code: 'V010',
    severity: 'high',
    title: WORDS.cpmFindingRows.unparsableTitle,
    description: count => WORDS.cpmFindingRows.unparsableDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.unparsableAdviceTitle,
      description: WORDS.cpmFindingRows.unparsableAdviceDescription,
    },
  },
  negativeFloat: {
    code: 'CPM_NEGATIVE_FLOAT',
    severity: 'high',
    title: WORDS.cpmFindingRows.negativeFloatTitle,
    description: count => WORDS.cpmFindingRows.negativeFloatDescription(count),
    advice: ({ evidence }) => {
      const missed = factsOf(evidence).missed_constraint
      // without a constraint that is missed it is all due to must_finish_by, which has its own advice
      if (missed === null || missed === undefined) return undefined
      const { id, name, constraint_type, constraint_date, computed_date, missed_days, day_basis } = factsOf(missed)
      const task = idWithName(id as string, name as string | null)
      return {
        title: WORDS.cpmFindingRows.negativeFloatAdviceTitle,
        description: WORDS.cpmFindingRows.negativeFloatAdviceDescription(
          task,
          `${constraint_type} ${constraint_date}`,
          inDays(missed_days as number, day_basis as DayBasis),
          computed_date as string | null,
        ),
      }
    },
  },
  mustFinish: {
    code: 'CPM_MUST_FINISH_BY',
    severity: 'high',
    title: WORDS.cpmFindingRows.mustFinishTitle,
    description: count => WORDS.cpmFindingRows.mustFinishDescription(count),
    advice: ({ evidence }) => {
      const { must_finish_by, project_finish_date, late_days, day_basis } = factsOf(evidence)
      return {
        title: WORDS.cpmFindingRows.mustFinishAdviceTitle,
        description: WORDS.cpmFindingRows.mustFinishAdviceDescription(
          inDays(late_days as number, day_basis as DayBasis),
          project_finish_date as string,
          must_finish_by as string,
        ),
      }
    },
  },
  violated: {
    code: VIOLATED_LINK_CODE,
    severity: 'high',
    title: WORDS.cpmFindingRows.violatedTitle,
    description: count => WORDS.cpmFindingRows.violatedDescription(count),
    advice: ({ evidence, count }) => {
      const { pinned_successors: pinned } = factsOf(evidence)
      if (pinned === 0) {
        return {
          title: WORDS.cpmFindingRows.lagsAdviceTitle,
          description: WORDS.cpmFindingRows.lagsAdviceDescription,
        }
      }
      const rest = pinned === count ? '' : WORDS.cpmFindingRows.pinsAdviceRest
      return {
        title: WORDS.cpmFindingRows.pinsAdviceTitle,
        description: WORDS.cpmFindingRows.pinsAdviceDescription(rest),
      }
    },
  },
  durationMissing: DURATION_MISSING,
  unbounded: {
    code: 'CPM_DAYS_BOUNDED',
    severity: 'medium',
    title: WORDS.cpmFindingRows.unboundedTitle,
    description: count => WORDS.cpmFindingRows.unboundedDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.unboundedAdviceTitle,
      description: WORDS.cpmFindingRows.unboundedAdviceDescription,
    },
  },
  finishBeforeStart: {
    code: 'V009',
    severity: 'medium',
    title: WORDS.cpmFindingRows.finishBeforeStartTitle,
    description: count => WORDS.cpmFindingRows.finishBeforeStartDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.finishBeforeStartAdviceTitle,
      description: WORDS.cpmFindingRows.finishBeforeStartAdviceDescription,
    },
  },
  futureActual: {
    code: 'CPM_FUTURE_ACTUAL',
    severity: 'medium',
    title: WORDS.cpmFindingRows.futureActualTitle,
    description: count => WORDS.cpmFindingRows.futureActualDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.futureActualAdviceTitle,
      description: WORDS.cpmFindingRows.futureActualAdviceDescription,
    },
  },
  baselineReversed: {
    code: 'V111',
    severity: 'medium',
    title: WORDS.cpmFindingRows.baselineReversedTitle,
    description: count => WORDS.cpmFindingRows.baselineReversedDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.baselineReversedAdviceTitle,
      description: WORDS.cpmFindingRows.baselineReversedAdviceDescription,
    },
  },
  constraintWithoutDate: {
    code: 'V103',
    severity: 'medium',
    title: WORDS.cpmFindingRows.constraintWithoutDateTitle,
    description: count => WORDS.cpmFindingRows.constraintWithoutDateDescription(count),
    advice: UNDATED_CONSTRAINTS_ADVICE,
  },
  expectedFinishPassed: {
    code: 'CPM_EXPECTED_FINISH_PASSED',
    severity: 'medium',
    title: WORDS.cpmFindingRows.expectedFinishPassedTitle,
    description: count => WORDS.cpmFindingRows.expectedFinishPassedDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.expectedFinishPassedAdviceTitle,
      description: WORDS.cpmFindingRows.expectedFinishPassedAdviceDescription,
    },
  },
  constraintWithoutAnchor: {
    code: 'CPM_NO_ANCHOR',
    severity: 'medium',
    title: WORDS.cpmFindingRows.constraintWithoutAnchorTitle,
    description: count => WORDS.cpmFindingRows.constraintWithoutAnchorDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.constraintWithoutAnchorAdviceTitle,
      description: WORDS.cpmFindingRows.constraintWithoutAnchorAdviceDescription,
    },
  },
  outOfSequence: {
    code: 'CPM_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: WORDS.cpmFindingRows.outOfSequenceTitle,
    description: count => WORDS.cpmFindingRows.outOfSequenceDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.outOfSequenceAdviceTitle,
      description: WORDS.cpmFindingRows.outOfSequenceAdviceDescription,
    },
  },
  outOfSequenceInProject: {
    code: 'CPM_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: WORDS.cpmFindingRows.outOfSequenceTitle,
    description: count => WORDS.cpmFindingRows.outOfSequenceInProjectDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.outOfSequenceAdviceTitle,
      description: WORDS.cpmFindingRows.outOfSequenceAdviceDescription,
    },
  },
  differsFromSupplied: SUPPLIED_ROWS.differsFromSupplied,
  noLogic: {
    code: 'CPM_NO_LOGIC',
    severity: 'medium',
    title: WORDS.cpmFindingRows.noLogicTitle,
    description: count => WORDS.cpmFindingRows.noLogicDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.noLogicAdviceTitle,
      description: WORDS.cpmFindingRows.noLogicAdviceDescription,
    },
  },
  summaryLinks: {
    code: '06A208a',
    severity: 'medium',
    title: WORDS.cpmFindingRows.summaryLinksTitle,
    description: count => WORDS.cpmFindingRows.summaryLinksDescription(count),
    advice: SUMMARY_LOGIC_ADVICE,
  },
  summaryLinksDrive: {
    code: '06A208a',
    severity: 'medium',
    title: WORDS.cpmFindingRows.summaryLinksTitle,
    description: count => WORDS.cpmFindingRows.summaryLinksDriveDescription(count),
    advice: SUMMARY_LOGIC_ADVICE,
  },
  summaryLinksCircle: {
    code: '06A208a',
    severity: 'high',
    title: WORDS.cpmFindingRows.summaryLinksTitle,
    description: count => WORDS.cpmFindingRows.summaryLinksCircleDescription(count),
    advice: SUMMARY_LOGIC_ADVICE,
  },
  loeDrives: {
    code: '06A210a',
    severity: 'medium',
    title: WORDS.cpmFindingRows.loeDrivesTitle,
    description: count => WORDS.cpmFindingRows.loeDrivesDescription(count),
    advice: LOE_LOGIC_ADVICE,
  },
  duplicateLinks: {
    code: 'V102',
    severity: 'low',
    title: WORDS.cpmFindingRows.duplicateLinksTitle,
    description: count => WORDS.cpmFindingRows.duplicateLinksDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.duplicateLinksAdviceTitle,
      description: WORDS.cpmFindingRows.duplicateLinksAdviceDescription,
    },
  },
  differsLittleFromSupplied: SUPPLIED_ROWS.differsLittleFromSupplied,
  constraintOnComplete: {
    code: 'CPM_CONSTRAINT_ON_COMPLETE',
    severity: 'low',
    title: WORDS.cpmFindingRows.constraintOnCompleteTitle,
    description: count => WORDS.cpmFindingRows.constraintOnCompleteDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.constraintOnCompleteAdviceTitle,
      description: WORDS.cpmFindingRows.constraintOnCompleteAdviceDescription,
    },
  },
  calendarEvidence: {
    code: 'CPM_CALENDAR_EVIDENCE',
    severity: 'low',
    title: WORDS.cpmFindingRows.calendarEvidenceTitle,
    description: count => WORDS.cpmFindingRows.calendarEvidenceDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.calendarEvidenceAdviceTitle,
      description: WORDS.cpmFindingRows.calendarEvidenceAdviceDescription,
    },
  },
  constraintOnStarted: {
    code: 'CPM_CONSTRAINT_ON_STARTED',
    severity: 'info',
    title: WORDS.cpmFindingRows.constraintOnStartedTitle,
    description: count => WORDS.cpmFindingRows.constraintOnStartedDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.constraintOnStartedAdviceTitle,
      description: WORDS.cpmFindingRows.constraintOnStartedAdviceDescription,
    },
  },
  divergence: {
    code: 'CPM_PATHS_DIVERGE',
    severity: 'info',
    title: WORDS.cpmFindingRows.divergenceTitle,
    description: count => WORDS.cpmFindingRows.divergenceDescription(count),
    advice: ({ evidence }) => ({
      title: WORDS.cpmFindingRows.divergenceAdviceTitle,
      description: [
        WORDS.cpmFindingRows.divergenceAdviceDescription,
        ...DIVERGENCE_REASONS.filter(reason => factsOf(evidence)[reason] !== undefined).map(
          reason => DIVERGENCE_ADVICE[reason],
        ),
      ].join(' '),
    }),
  },
  violatedByActuals: {
    code: VIOLATED_LINK_CODE,
    severity: 'info',
    title: WORDS.cpmFindingRows.violatedByActualsTitle,
    description: count => WORDS.cpmFindingRows.violatedByActualsDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.violatedByActualsAdviceTitle,
      description: WORDS.cpmFindingRows.violatedByActualsAdviceDescription,
    },
  },
  dragLeftOut: {
    code: 'CPM_DRAG_LEFT_OUT',
    severity: 'info',
    title: WORDS.cpmFindingRows.dragLeftOutTitle,
    description: count => WORDS.cpmFindingRows.dragLeftOutDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.dragLeftOutAdviceTitle,
      description: WORDS.cpmFindingRows.dragLeftOutAdviceDescription,
    },
  },
  reverseCritical: {
    code: 'CPM_REVERSE_CRITICAL',
    severity: 'info',
    title: WORDS.cpmFindingRows.reverseCriticalTitle,
    description: count => WORDS.cpmFindingRows.reverseCriticalDescription(count),
    advice: {
      title: WORDS.cpmFindingRows.reverseCriticalAdviceTitle,
      description: WORDS.cpmFindingRows.reverseCriticalAdviceDescription,
    },
  },
} as const satisfies Record<string, FindingRow>

export type CpmFindingName = keyof typeof CPM_FINDING_ROWS
