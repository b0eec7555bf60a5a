/** progress_integrity: the points of the progress audit, as a risk. */
import { coverageOf } from '../../score/coverage.ts'
import { coverageGate, noScoreNote } from '../../score/gates.ts'
import { RATIO_DECIMALS, roundHalfAway } from '../../score/round.ts'
import { plural } from '../../wording/plural.ts'
import { needsStatusDate } from '../needs.ts'
import { auditFacts } from '../progress-audit/facts.ts'
import {
  auditChecks,
  auditProgress,
  lossOf,
  POINTS_FACTOR,
  pointsOf,
  SEVERITY_POINTS,
  tally,
  tenthsOf,
} from '../progress-audit/points.ts'
import { AUDIT_ROWS } from '../progress-audit/rows.ts'
import { RISK_MAX, riskRow } from './facts.ts'

export const progressRisk = riskRow({
  code: 'RI04',
  component: 'progress_integrity',
  title: 'Progress integrity',
  population: 'All tasks and milestones but level of effort and summaries (N of the progress audit).',
  formula: `min(100, ${POINTS_FACTOR} * points / N): per task the points of its worst anomaly in the progress audit; none where that gives no score.`,
  weight: 0.2,
  needs: [needsStatusDate],
  advice: {
    title: 'Correct the status',
    description: 'POST /api/v1/health/progress-audit lists every anomaly with what to do about it.',
  },
  measure: ({ tasks, statusDay, withEarnedValue }) => {
    const audit = auditProgress(auditFacts(tasks, { statusDay, excludeMilestones: false, withEarnedValue }))
    const { population } = audit.facts
    const { tenths, tasks: affected } = tally(audit)
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
      numerator: affected,
      denominator: population.count,
      message:
        none ??
        `${plural(affected, 'task has', 'tasks have')} anomalies of status, ${plural(pointsOf(tenths), 'point')} over ${population.count}.`,
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
