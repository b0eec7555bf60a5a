/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'
import { ofAll } from '../../wording/shares.ts'
import { DATE_WORDS } from './date-words.ts'
import { STATUS_WORDS } from './status-words.ts'

export const WORDS = {
  ...DATE_WORDS,
  ...STATUS_WORDS,
  criticalGate: {
    description: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} a critical anomaly.`,
  },
  summaryOf: {
    message: (audited: number, audit: number, count: number, score: number, grade: string | null, capNote: string) =>
      `Progress audit: ${plural(audited, 'anomaly', 'anomalies')} in ${ofAll(audit, count, 'task')}; score ${score}, grade ${grade}${capNote}.`,
    late: (score: number, grade: string) =>
      `The cap is for a late job, not for what was reported: the reported progress by itself scores ${score}, grade ${grade}.`,
    nothingAudited: 'no task could be audited.',
    nothingScored: 'nothing could be scored.',
  },
  progressAuditSummary: {
    message: (label: string | undefined, anomalies: number, pointsLost: number) =>
      `${label} ${plural(anomalies, 'anomaly', 'anomalies')}, ${plural(pointsLost, 'point')} lost`,
  },
  source: {
    message:
      'The documents ask for status that agrees with itself and with the status date; which fields contradict each other, and how gravely, is written here so that each contradiction has one code.',
  },
  auditRow: {
    population: (ofValue: string, withEfforts: boolean) =>
      `${ofValue}; no summaries${withEfforts ? '' : ' and no level of effort'}.`,
  },
  needsPercent: {
    message: 'requires percent_complete; no task has one',
  },
  needsBaseline: {
    message: 'requires baseline dates; no task has one',
  },
  needsPredecessors: {
    message: 'requires predecessors; no task has one',
  },
  needsEarnedValue: {
    message: 'requires earned_value and budgeted_cost; no task has both',
  },
  needsPhysical: {
    message: 'requires earned_value, budgeted_cost and physical_percent_complete; no task has all three',
  },
  shownText: {
    message: 'none of its dates is given',
  },
  unlessRequested: {
    message: 'Not asked for: earned_value is read with options.include_ev_validation.',
  },
  population: {
    withStart: 'Tasks with an actual start',
    withFinish: 'Tasks with an actual finish',
    withActuals: 'Tasks with both actual dates',
    withForecasts: 'Tasks with both forecast dates',
    finishedAfter: 'Finished tasks with a predecessor',
    withPercent: 'Tasks with a percent complete',
    milestones: 'Milestones',
    approvalRequired: 'Started tasks that require approval',
  },
  sized: {
    afterStatus: (days: string, date: string) => `${days} after the status date ${date}`,
    beforeStatus: (days: string, date: string) => `${days} before the status date ${date}`,
    elapsed: (percent: number) => `${percent} % of its time elapsed`,
    byPhysical: (value: number) => `${value} by the physical percent`,
  },
} as const
