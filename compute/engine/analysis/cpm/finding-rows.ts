/**
 * The findings of POST /api/v1/analysis/cpm, one row each, in the order they are listed: severity first. A V code is the
 * one analysis/validate gives the same fault; a 06A code is the DECM check that counts it.
 */

import { DIVERGENCE_REASONS } from '../../../../shared/contract/analysis/cpm/words.ts'
import type { FindingRow } from '../../check/finding-rows.ts'
import { LINK_THE_TASKS } from '../../check/gate-rows.ts'
import { DURATION_MISSING } from '../../input/duration-missing.ts'
import { UNDATED_ADVICE } from '../../metrics/constraints.ts'
import { EFFORT_LOGIC_ADVICE, SUMMARY_LOGIC_ADVICE } from '../../metrics/summaries.ts'
import type { ResultValue } from '../../result/result.ts'
import { SUPPLIED_ROWS } from '../../supplied/supplied-rows.ts'
import { type DayBasis, inDays } from '../../wording/days.ts'
import { plural } from '../../wording/plural.ts'
import { idWithName } from '../../wording/tasks.ts'

const factsOf = (evidence: ResultValue | undefined) => (evidence ?? {}) as { readonly [name: string]: ResultValue }

/** Between finished tasks nothing can be done about it any more: info there, high elsewhere. */
const VIOLATED_LINK_CODE = 'CPM_VIOLATED_LINK'

/** Why a task is on one of the two critical paths alone, and what to do then. */
const DIVERGENCE_ADVICE: Readonly<Record<(typeof DIVERGENCE_REASONS)[number], string>> = {
  complete: 'Finished work on it has no float any more and needs no action.',
  late_constraint:
    'Keep the late constraints that the contract sets, and remove the others: they make more tasks critical by float.',
  must_finish_by: 'Without must_finish_by, floats count to the computed finish and both paths are the same.',
  as_late_as_possible: 'Remove ALAP where the work need not wait: it spends the float of the task.',
  critical_float_days_max:
    'scheduling_options.critical_float_days_max calls another total float than 0 critical; the longest path does not read it.',
  calendars:
    'Tasks that follow each other in different calendars have float in the one alone: look at those on the longest path, whatever their float.',
}

const OUT_OF_SEQUENCE_TITLE = 'Progress out of sequence'
const OUT_OF_SEQUENCE_ADVICE = {
  title: 'Settle the out-of-sequence progress',
  description: 'Correct the status of the predecessors, or the links that the work did not keep to.',
} as const
const SUMMARY_LINKS_TITLE = 'Links on summary tasks'

export const CPM_FINDING_ROWS = {
  dangling: {
    code: 'CPM_DANGLING_PREDECESSOR',
    severity: 'high',
    title: 'Predecessors that are not in the schedule',
    description: count =>
      `${plural(count, 'link names', 'links name')} a predecessor that is not in the schedule. What follows may start too early, since such links are dropped.`,
    advice: {
      title: 'Complete the links to other schedules',
      description: 'Send the missing predecessors along, or replace each link by a start constraint with its date.',
    },
  },
  unparsable: {
    code: 'V010',
    severity: 'high',
    title: 'Links that cannot be read',
    description: count =>
      `${plural(count, 'link names', 'links name')} a known task, but the relation or the lag cannot be read. Such links are dropped.`,
    advice: {
      title: 'Rewrite the unreadable links',
      description:
        'Write them as "A FS+2 d" or as {task_id, type, lag_days}; percent lags and other units are not taken.',
    },
  },
  negativeFloat: {
    code: 'CPM_NEGATIVE_FLOAT',
    severity: 'high',
    title: 'Negative float',
    description: count =>
      `${plural(count, 'task')} would have to finish earlier than possible to meet a late constraint or must_finish_by.`,
    advice: ({ evidence }) => {
      const missed = factsOf(evidence).missed_constraint
      // without a constraint that is missed it is all due to must_finish_by, which has its own advice
      if (missed === null || missed === undefined) return undefined
      const { id, name, constraint_type, constraint_date, computed_date, missed_days, day_basis } = factsOf(missed)
      const task = idWithName(id as string, name as string | null)
      return {
        title: 'Recover the missed constraints',
        description: `Begin with ${task} (${constraint_type} ${constraint_date}): gain ${inDays(missed_days as number, day_basis as DayBasis)} on the links that drive it, or agree ${(computed_date as string | null) ?? 'a later date'} for its constraint.`,
      }
    },
  },
  mustFinish: {
    code: 'CPM_MUST_FINISH_BY',
    severity: 'high',
    title: 'The project misses the day it must finish by',
    description: count =>
      `${plural(count, 'task ends', 'tasks end')} with the computed finish, which lies after must_finish_by; total floats count to that day.`,
    advice: ({ evidence }) => {
      const { must_finish_by, project_finish_date, late_days, day_basis } = factsOf(evidence)
      return {
        title: 'Recover the project finish',
        description: `Gain ${inDays(late_days as number, day_basis as DayBasis)} on the longest path, first where the drag is largest, or agree ${project_finish_date as string} instead of ${must_finish_by as string}.`,
      }
    },
  },
  violated: {
    code: VIOLATED_LINK_CODE,
    severity: 'high',
    title: 'Links that the dates violate',
    description: count =>
      `${plural(count, 'link is', 'links are')} not kept: the successor is pinned, or starts earlier than its predecessor and the lag allow.`,
    advice: ({ evidence, count }) => {
      const { pinned_successors: pinned } = factsOf(evidence)
      if (pinned === 0) {
        return {
          title: 'Correct the lags after finished work',
          description: 'Shorten each lag to what was waited for, or correct the actual dates that it counts from.',
        }
      }
      const rest = pinned === count ? '' : ' Correct the lags or actual dates of the others.'
      return {
        title: 'Release the pins that break the logic',
        description: `Replace MSO and MFO by SNET or FNLT where the logic should decide.${rest}`,
      }
    },
  },
  durationMissing: DURATION_MISSING,
  unbounded: {
    code: 'CPM_DAYS_BOUNDED',
    severity: 'medium',
    title: 'Durations or lags beyond reason',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} a duration, a lag or work of resources of more than 1,000,000,000 days; that number is used instead.`,
    advice: {
      title: 'Correct the durations and lags',
      description: 'Send days: divide hours by the hours of a working day, minutes by its minutes.',
    },
  },
  finishBeforeStart: {
    code: 'V009',
    severity: 'medium',
    title: 'Finish before start',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} a pair of dates whose finish lies before its start.`,
    advice: {
      title: 'Correct the reversed dates',
      description: 'Exchange the two dates, or correct the one that is wrong: a finish is the last day of work.',
    },
  },
  futureActual: {
    code: 'CPM_FUTURE_ACTUAL',
    severity: 'medium',
    title: 'Actual dates after the data date',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} an actual date after the data date, on a day that had not come when the schedule was reported; the dates are followed as they are.`,
    advice: {
      title: 'Correct the actual dates or the data date',
      description:
        'Leave the actual date empty and forecast it while it has not happened; where the report is of a later day, send that as status_date.',
    },
  },
  baselineReversed: {
    code: 'V111',
    severity: 'medium',
    title: 'Baseline finish before its start',
    description: count =>
      `${plural(count, 'baseline finish lies', 'baseline finishes lie')} before ${count === 1 ? 'its start' : 'their starts'}; no date of the schedule follows from it.`,
    advice: {
      title: 'Correct the reversed baseline dates',
      description: 'Take both dates from the baseline that was approved.',
    },
  },
  constraintWithoutDate: {
    code: 'V103',
    severity: 'medium',
    title: 'Constraints without a date',
    description: count =>
      `${plural(count, 'constraint has', 'constraints have')} no constraint_date; such a constraint is ignored.`,
    advice: UNDATED_ADVICE,
  },
  expectedFinishPassed: {
    code: 'CPM_EXPECTED_FINISH_PASSED',
    severity: 'medium',
    title: 'Expected finishes that have passed',
    description: count =>
      `${plural(count, 'unfinished task has', 'unfinished tasks have')} an expected finish before what is left of ${count === 1 ? 'it' : 'them'} can start; no remaining duration was counted for ${count === 1 ? 'it' : 'them'}, as P6 counts none below 0.`,
    advice: {
      title: 'Update the expected finishes',
      description:
        'Set a date after the data date and the predecessors, or remove it, so that the remaining duration counts.',
    },
  },
  constraintWithoutAnchor: {
    code: 'CPM_NO_ANCHOR',
    severity: 'medium',
    title: 'No date to count from',
    description: count =>
      `${plural(count, 'date constraint was', 'date constraints were')} skipped: no task has a start date and no status_date was given.`,
    advice: {
      title: 'Give the schedule a date',
      description: 'A planned start on any task, or status_date, lets constraints and dates be placed.',
    },
  },
  outOfSequence: {
    code: 'CPM_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: OUT_OF_SEQUENCE_TITLE,
    description: count =>
      `${plural(count, 'link leads', 'links lead')} from unfinished work into work that has started or finished; what is left behind them waits (retained logic).`,
    advice: OUT_OF_SEQUENCE_ADVICE,
  },
  outOfSequenceInProject: {
    code: 'CPM_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: OUT_OF_SEQUENCE_TITLE,
    description: count =>
      `${plural(count, 'link leads', 'links lead')} from unfinished work into work that has started or finished; what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it.`,
    advice: OUT_OF_SEQUENCE_ADVICE,
  },
  differsFromSupplied: SUPPLIED_ROWS.differsFromSupplied,
  noLogic: {
    code: 'CPM_NO_LOGIC',
    severity: 'medium',
    title: 'No logic',
    description: count =>
      `None of ${plural(count, 'task')} is linked with another, so the critical path is the longest task.`,
    advice: LINK_THE_TASKS,
  },
  summaryLinks: {
    code: '06A208a',
    severity: 'medium',
    title: SUMMARY_LINKS_TITLE,
    description: count =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors; those links drive nothing.`,
    advice: SUMMARY_LOGIC_ADVICE,
  },
  summaryLinksDrive: {
    code: '06A208a',
    severity: 'medium',
    title: SUMMARY_LINKS_TITLE,
    description: count =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors; those links drive what lies under the summary, as Microsoft Project has it. Other tools ignore them.`,
    advice: SUMMARY_LOGIC_ADVICE,
  },
  summaryLinksCircle: {
    code: '06A208a',
    severity: 'high',
    title: SUMMARY_LINKS_TITLE,
    description: count =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors. These links form a circle with what lies under the summaries, which Microsoft Project does not allow, so no link of a summary counts and dates may be too early.`,
    advice: SUMMARY_LOGIC_ADVICE,
  },
  loeDrives: {
    code: '06A210a',
    severity: 'medium',
    title: 'Level of effort drives discrete work',
    description: count =>
      `${plural(count, 'level-of-effort task precedes', 'level-of-effort tasks precede')} discrete work; those links drive nothing.`,
    advice: EFFORT_LOGIC_ADVICE,
  },
  duplicateLinks: {
    code: 'V102',
    severity: 'low',
    title: 'Duplicate links',
    description: count =>
      `${plural(count, 'link repeats', 'links repeat')} another of the same two tasks and relation; the largest lag was kept.`,
    advice: {
      title: 'Remove the duplicate links',
      description: 'Keep the one with the lag that is meant.',
    },
  },
  differsLittleFromSupplied: SUPPLIED_ROWS.differsLittleFromSupplied,
  constraintOnComplete: {
    code: 'CPM_CONSTRAINT_ON_COMPLETE',
    severity: 'low',
    title: 'Constraints on finished tasks',
    description: count =>
      `${plural(count, 'constraint stands on a complete task', 'constraints stand on complete tasks')}; such a constraint is ignored.`,
    advice: {
      title: 'Remove the constraints of finished tasks',
      description: 'Actual dates have replaced them; remove constraint_type and constraint_date.',
    },
  },
  calendarEvidence: {
    code: 'CPM_CALENDAR_EVIDENCE',
    severity: 'low',
    title: 'Durations speak for another calendar',
    description: count =>
      `${plural(count, 'duration fits its', 'durations fit their')} dates in another calendar than the one given.`,
    advice: {
      title: 'Check the calendar',
      description: 'Correct calendar, or leave it out to have the work week guessed from durations and dates.',
    },
  },
  constraintOnStarted: {
    code: 'CPM_CONSTRAINT_ON_STARTED',
    severity: 'info',
    title: 'Start constraints on started tasks',
    description: count =>
      `${plural(count, 'constraint says', 'constraints say')} when work starts that has started; only FNET, FNLT and MFO still act on it.`,
    advice: {
      title: 'Remove the start constraints of started tasks',
      description: 'The actual start has replaced them; keep a finish constraint where the finish is due.',
    },
  },
  divergence: {
    code: 'CPM_PATHS_DIVERGE',
    severity: 'info',
    title: 'Two critical paths',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} critical by float or on the longest path, but not both; see divergence.`,
    advice: ({ evidence }) => ({
      title: 'Report the longest path',
      description: [
        'It shows what drives the finish.',
        ...DIVERGENCE_REASONS.filter(reason => factsOf(evidence)[reason] !== undefined).map(
          reason => DIVERGENCE_ADVICE[reason],
        ),
      ].join(' '),
    }),
  },
  violatedByActuals: {
    code: VIOLATED_LINK_CODE,
    severity: 'info',
    title: 'Links that finished work did not keep',
    description: count =>
      `${plural(count, 'link between finished tasks is', 'links between finished tasks are')} not kept by the actual dates; the plan of what is left does not depend on it.`,
    advice: {
      title: 'Check the actual dates of finished work',
      description: 'Correct the dates that were reported wrongly, and leave the others as they are.',
    },
  },
  dragLeftOut: {
    code: 'CPM_DRAG_LEFT_OUT',
    severity: 'info',
    title: 'Drag not computed for every task',
    description: count =>
      `Drag was not computed for ${plural(count, 'unfinished task')} of the longest path: with calendars each task needs a pass of its own, and the number of passes is bounded.`,
    advice: {
      title: 'Begin with the tasks whose drag is known',
      description: 'They have the longest remaining durations of the path, so most can be gained there.',
    },
  },
  reverseCritical: {
    code: 'CPM_REVERSE_CRITICAL',
    severity: 'info',
    title: 'Longer tasks would shorten the project',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} a negative drag: FF or SF links make the project longer when such a task gets shorter.`,
    advice: {
      title: 'Check the FF and SF links of the reverse-critical tasks',
      description: 'Give each start a link of its own (SS or FS), so that shorter work does not begin later.',
    },
  },
} as const satisfies Record<string, FindingRow>

export type CpmFindingName = keyof typeof CPM_FINDING_ROWS
