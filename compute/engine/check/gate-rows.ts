/**
 * Gates: conditions under which a score made of components would mislead, one row each. A gate that applies caps or removes the score, and is
 * named in the findings; GET /api/v1/catalogue lists the rows. Each analysis lists its gates in its method
 * (compute/engine/analysis/<name>/method.ts).
 */

import type { Severity } from '../result/result.ts'
import type { Advice } from './check.ts'

export interface GateRow {
  readonly code: string
  readonly title: string
  /** Severity of its finding; what holds a score down is never mere information. */
  readonly severity: Severity
  /** When it holds, in words. */
  readonly condition: string
  /** No score above this; null: no score at all. */
  readonly scoreMax: number | null
  /** Why a higher score would mislead, as the rest of a sentence that begins with the cap. */
  readonly reason: string
  readonly advice: Advice
}

/** One step below the lowest A, C, D: the highest score that does not earn the grade. */
const BELOW_A = 89.9
const BELOW_B = 79.9
const BELOW_C = 69.9
const BELOW_D = 59.9

/** Share of open ends above which a network carries no dates. */
export const OPEN_SHARE_MAX = 0.5
/** Share of a job's length, or of the days that are left of it, by which it may be late, and the days below which lateness is not spoken of. */
export const LATE_SHARE_MAX = 0.1
export const LATE_DAYS_MIN = 5
/** The bound where no date shows how long the job is: a working month. */
export const LATE_DAYS_UNDATED_MIN = 20
/** Share of the tasks that must have a baseline finish, or an open task a float, before it speaks for the job. */
export const KNOWN_SHARE_MIN = 0.5
/** Share of the links that may be lost or misread before the schedule is no longer that of its file. */
export const LOST_SHARE_MAX = 0.05
/** Shares of the weight of all checks that must have been evaluated. */
export const EVALUATED_SHARE_MIN = 0.5
export const EVALUATED_SHARE_LEAST = 0.25

const percent = (share: number): string => `${100 * share} %`

const weightBelow = (share: number): string =>
  `Less than ${percent(share)} of the weight of all checks could be evaluated.`

export const LINK_THE_TASKS: Advice = {
  title: 'Link the tasks',
  description: 'Every task but the first and the last needs both ends linked.',
}
const SEND_THE_DATA: Advice = {
  title: 'Send the data the checks need',
  description: 'Each check that was skipped says what it lacks.',
}

export const GATE_ROWS = {
  cycle: {
    code: 'GATE_CYCLE',
    title: 'Dependency cycle',
    severity: 'critical',
    condition: 'The links of the schedule form a cycle.',
    scoreMax: 20,
    reason: 'a schedule with a cycle has no critical path',
    advice: { title: 'Break the cycles', description: 'Remove one link of each; no critical path exists before.' },
  },
  noLinks: {
    code: 'GATE_NO_LINKS',
    title: 'No logic',
    severity: 'critical',
    condition: 'More than one task, and no link between any two of them.',
    scoreMax: 25,
    reason: 'without links no date follows from another',
    advice: LINK_THE_TASKS,
  },
  openEnds: {
    code: 'GATE_OPEN_ENDS',
    title: 'Most ends are open',
    severity: 'critical',
    condition: `More than ${percent(OPEN_SHARE_MAX)} of the incomplete tasks and milestones have an open end; in the health score: open starts and open finishes, one of each left aside, per task.`,
    scoreMax: 40,
    reason: 'most dates do not follow from the logic',
    advice: {
      title: 'Build the network first',
      description: 'While most ends are open, no date of the schedule follows from another.',
    },
  },
  noDates: {
    code: 'GATE_NO_DATES',
    title: 'Neither durations nor dates',
    severity: 'critical',
    condition: 'No task has a duration or a date.',
    scoreMax: 40,
    reason: 'there is a list of tasks, but no schedule',
    advice: { title: 'Give durations and dates', description: 'Without them there is no schedule to assess.' },
  },
  criticalAnomaly: {
    code: 'GATE_CRITICAL_ANOMALY',
    title: 'Critical anomalies',
    severity: 'critical',
    condition: 'A task has an anomaly of the severity critical: a date or a percent that cannot be.',
    scoreMax: BELOW_A,
    reason: 'impossible progress puts every figure made of it in doubt',
    advice: { title: 'Correct the critical anomalies', description: 'Impossible dates and percents come first.' },
  },
  criticalFinding: {
    code: 'GATE_CRITICAL_FINDING',
    title: 'Critical findings',
    severity: 'high',
    condition: 'A finding is critical, and the score would earn an A.',
    scoreMax: BELOW_A,
    reason: 'an A would contradict the status critical',
    advice: { title: 'Settle the critical findings', description: 'An A is given only where no finding is critical.' },
  },
  beyondDates: {
    code: 'GATE_BEYOND_DATES',
    title: 'Beyond its dates',
    severity: 'critical',
    condition: `Work is open, and the job is late by more than ${percent(LATE_SHARE_MAX)} of its length and by at least ${LATE_DAYS_MIN} days: by the last finish of all its tasks against the last baseline finish, where at least ${percent(KNOWN_SHARE_MIN)} of its tasks have one. Or, where at least ${percent(KNOWN_SHARE_MIN)} of the open tasks have a total float, that of the open task that finishes last, or of the last one with a contractual date (FNLT or MFO), is below zero by as much of the days that are left. Where no date tells which is last, it is the float that half of the open tasks are at or below, by ${LATE_DAYS_UNDATED_MIN} days. An unfinished task finishes on the status date at the earliest. Where work has no dates, or has been made longer than its dates and not computed again, it ends where the critical path has it, with the floats of that.`,
    scoreMax: BELOW_C,
    reason: 'however well it is made, it no longer describes work that can be done by its dates',
    advice: {
      title: 'Replan to dates that can be kept',
      description:
        'Recover the driving work, or agree a later finish and rebaseline to it; until then every float and every variance repeats the same delay.',
    },
  },
  fewChecks: {
    code: 'GATE_FEW_CHECKS',
    title: 'Few checks could be evaluated',
    severity: 'medium',
    condition: weightBelow(EVALUATED_SHARE_MIN),
    scoreMax: BELOW_B,
    reason: 'most of what the method checks was not evaluated',
    advice: SEND_THE_DATA,
  },
  tooFewChecks: {
    code: 'GATE_TOO_FEW_CHECKS',
    title: 'Too few checks could be evaluated',
    severity: 'medium',
    condition: weightBelow(EVALUATED_SHARE_LEAST),
    scoreMax: null,
    reason: 'the score would describe a method of which almost nothing was evaluated',
    advice: SEND_THE_DATA,
  },
  noPairs: {
    code: 'GATE_NO_PAIRS',
    title: 'Nothing to compare',
    severity: 'critical',
    condition: 'No task of the earlier schedule is one of the later schedule.',
    scoreMax: null,
    reason: 'two schedules without a common task cannot be compared',
    advice: {
      title: 'Send schedules of one project',
      description: 'Compare updates that keep the ids of their tasks, or pair them by another match_strategy.',
    },
  },
  lostLinks: {
    code: 'GATE_LOST_LINKS',
    title: 'Links were lost',
    severity: 'critical',
    condition: `More than ${percent(LOST_SHARE_MAX)} of the links given name a task that is not there, cannot be read, or have a type or a lag that cannot be read.`,
    scoreMax: BELOW_C,
    reason: 'what was lost holds no date here, so the dates and floats are not those of the schedule that was meant',
    advice: {
      title: 'Restore the links',
      description: 'Export the whole file anew, or send the tasks and lags that the findings name, with their places.',
    },
  },
  someLinksLost: {
    code: 'GATE_SOME_LINKS_LOST',
    title: 'Some links were lost',
    severity: 'high',
    condition: `Links given name a task that is not there, cannot be read, or have a type or a lag that cannot be read: at most ${percent(LOST_SHARE_MAX)} of them.`,
    scoreMax: BELOW_A,
    reason: 'each lost link may hold a date that is too early here',
    advice: {
      title: 'Restore the links',
      description: 'Send the tasks and lags that the findings name, with their places.',
    },
  },
  lostScope: {
    code: 'GATE_LOST_SCOPE',
    title: 'Critical work out of sight',
    severity: 'medium',
    condition: 'Critical incomplete work was deleted, or replaced under other ids by work that takes longer (CT10).',
    scoreMax: BELOW_A,
    reason: 'the slips of that work can no longer be followed from one status to the next',
    advice: {
      title: 'Keep the ids of critical work',
      description: 'A slip can be followed only while the task keeps its id.',
    },
  },
  invalid: {
    code: 'GATE_INVALID',
    title: 'Invalid schedule',
    severity: 'critical',
    condition: 'A check of the class error found something: valid is false.',
    scoreMax: BELOW_D,
    reason: 'other analyses refuse such a schedule or leave parts of it out',
    advice: { title: 'Correct the errors first', description: 'Errors come before warnings; see the recommendations.' },
  },
} as const satisfies Record<string, GateRow>

/** Gates of every analysis that weighs checks: too few of them could be evaluated. */
export const COVERAGE_GATES: readonly GateRow[] = [GATE_ROWS.fewChecks, GATE_ROWS.tooFewChecks]

/** Gates of every analysis whose score rests on the links (compute/engine/input/lost-links.ts). */
export const LINK_GATES: readonly GateRow[] = [GATE_ROWS.lostLinks, GATE_ROWS.someLinksLost]
