/** progress_integrity: the points of the progress audit, as a risk. */

import { coverageOf } from '../../../check/coverage.ts'
import { coverageGate, noScoreNote } from '../../../check/gates.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { SETTLE_SEQUENCE } from '../../../metrics/status.ts'
import { plural, RATIO_DECIMALS, roundHalfAway } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { auditContext } from '../../progress-audit/checks/context.ts'
import {
  auditChecks,
  auditProgress,
  lossOf,
  POINTS_FACTOR,
  pointsOf,
  SEVERITY_POINTS,
  tally,
  tenthsOf,
  worstCode,
} from '../../progress-audit/checks/points.ts'
import { AUDIT_ROWS } from '../../progress-audit/checks/rows.ts'
import { RISK_MAX, riskRow } from './context.ts'

export const progressRisk = riskRow({
  code: 'RI04',
  component: 'progress_integrity',
  title: 'Progress integrity',
  population: 'All tasks and milestones but level of effort and summaries, as in the progress audit.',
  formula: `min(100, ${POINTS_FACTOR} * points / tasks): per task the points of its worst anomaly in the progress audit; none where that gives no score.`,
  weight: 0.2,
  needs: [needsStatusDate],
  remedy: 'Correct the status',
  causes: {
    date_integrity: {
      found: ['has actual dates that cannot be', 'have actual dates that cannot be'],
      action: 'correct them to days on or before the status date, the finish behind the start',
    },
    status_consistency: {
      found: ['has a percent that its actual dates contradict', 'have a percent that their actual dates contradict'],
      action: 'report the actual start and finish that go with the percent',
    },
    forecast_integrity: {
      found: [
        'has a forecast that lies in the past or only rides along',
        'have forecasts that lie in the past or only ride along',
      ],
      action: 'ask the owner of the work for a new forecast',
    },
    staleness: {
      found: ['is behind its dates without a new forecast', 'are behind their dates without a new forecast'],
      action: 'report what is done, and forecast the start or the finish anew',
    },
    sequence: {
      found: ['ran before its predecessors allowed', 'ran before their predecessors allowed'],
      action: SETTLE_SEQUENCE,
    },
    earned_value: {
      found: ['earns another value than its measured progress', 'earn another value than their measured progress'],
      action: 'set the percents and earned_value to the work that was measured',
    },
    approval: {
      found: ['runs without the approval that it requires', 'run without the approval that they require'],
      action: 'have the approval decided, or stop the work until it is',
    },
    bulk_statusing: {
      found: ['shares its finish with many others', 'share their finish with many others'],
      action: 'look up the day on which each ended',
    },
  },
  measure: ({ tasks, statusDay, withEarnedValue }) => {
    const audit = auditProgress(auditContext(tasks, { statusDay, excludeMilestones: false, withEarnedValue }))
    const { population } = audit.context
    const { tenths, tasks: anomalous } = tally(audit)
    const affected = audit.flags.reduce((count, flags, i) => count + (flags !== 0 ? population.marks[i] : 0), 0)
    // tested for its dates, and no part of the population
    const efforts = anomalous - affected
    const ofEffort = efforts === 0 ? '' : ` (and ${plural(efforts, 'task')} of level of effort)`
    const coverage = coverageOf(auditChecks(audit))
    const nothing = coverage.evaluated === 0 ? 'No check of the progress audit could be evaluated.' : undefined
    // no anomaly says nothing where next to nothing was looked at
    const none = population.count === 0 ? 'No task to audit.' : (nothing ?? noScoreNote(coverageGate(coverage)))
    const faults = Float64Array.from(audit.flags, flags => pointsOf(tenthsOf(flags)))
    return {
      risk: none === undefined ? Math.min(RISK_MAX, lossOf(tenths, population.count)) : null,
      faults,
      reasonsOf: i =>
        AUDIT_ROWS.filter((_, r) => (audit.flags[i] & (1 << r)) !== 0).map(({ code, title }) => `${code} ${title}`),
      causeOf: i => AUDIT_ROWS[worstCode(audit.flags[i])].category,
      numerator: affected,
      denominator: population.count,
      message:
        none ??
        `${someOf(affected, population.count, 'task', ['has', 'have'])} anomalies of status${ofEffort}, ${plural(pointsOf(tenths), 'point')} in all.`,
      details: {
        points: roundHalfAway(pointsOf(tenths), RATIO_DECIMALS),
        severity_points: { ...SEVERITY_POINTS },
        anomalies: Object.fromEntries(
          audit.results.flatMap(({ row, outcome }) =>
            outcome !== undefined && outcome.numerator > 0 ? [[row.code, outcome.numerator]] : [],
          ),
        ),
        earned_value_read: withEarnedValue,
        excluded_by_type: population.excludedByType,
      },
    }
  },
})
