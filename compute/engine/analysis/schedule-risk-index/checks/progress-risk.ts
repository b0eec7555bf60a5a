/** progress_integrity: the points of the progress audit, as a risk. */
import { coverageOf } from '../../../check/coverage.ts'
import { coverageGate, noScoreNote } from '../../../check/gates.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { RATIO_DECIMALS, roundHalfAway } from '../../../wording/round.ts'
import { auditContext } from '../../progress-audit/checks/context.ts'
import {
  auditChecks,
  auditProgress,
  lossOf,
  pointsOf,
  SEVERITY_POINTS,
  tally,
  tenthsOf,
  worstCode,
} from '../../progress-audit/checks/points.ts'
import { AUDIT_ROWS } from '../../progress-audit/checks/rows.ts'
import { WORDS } from '../words.ts'
import { RISK_MAX, riskRow } from './context.ts'

export const progressRisk = riskRow({
  code: 'RI04',
  component: 'progress_integrity',
  title: WORDS.progressRisk.title,
  population: WORDS.progressRisk.population,
  formula: WORDS.progressRisk.formula,
  weight: 0.2,
  needs: [needsStatusDate],
  remedy: 'Correct the status',
  causes: {
    date_integrity: {
      ...WORDS.progressRisk.dateIntegrity,
    },
    status_consistency: {
      ...WORDS.progressRisk.statusConsistency,
    },
    forecast_integrity: {
      ...WORDS.progressRisk.forecastIntegrity,
    },
    staleness: {
      ...WORDS.progressRisk.staleness,
    },
    sequence: {
      ...WORDS.progressRisk.sequence,
    },
    earned_value: {
      ...WORDS.progressRisk.earnedValue,
    },
    approval: {
      ...WORDS.progressRisk.approval,
    },
    bulk_statusing: {
      ...WORDS.progressRisk.bulkStatusing,
    },
  },
  measure: ({ tasks, statusDay, withEarnedValue }) => {
    const audit = auditProgress(auditContext(tasks, { statusDay, excludeMilestones: false, withEarnedValue }))
    const { population } = audit.context
    const { tenths, tasks: anomalous } = tally(audit)
    const affected = audit.flags.reduce((count, flags, i) => count + (flags !== 0 ? population.marks[i] : 0), 0)
    // tested for its dates, and no part of the population
    const efforts = anomalous - affected
    const ofEffort = efforts === 0 ? '' : WORDS.progressRisk.ofEffort(efforts)
    const coverage = coverageOf(auditChecks(audit))
    const nothing = coverage.evaluated === 0 ? WORDS.progressRisk.nothing : undefined
    // no anomaly says nothing where next to nothing was looked at
    const none = population.count === 0 ? WORDS.progressRisk.noTask : (nothing ?? noScoreNote(coverageGate(coverage)))
    const faults = Float64Array.from(audit.flags, flags => pointsOf(tenthsOf(flags)))
    return {
      risk: none === undefined ? Math.min(RISK_MAX, lossOf(tenths, population.count)) : null,
      faults,
      reasonsOf: i =>
        AUDIT_ROWS.filter((_, r) => (audit.flags[i] & (1 << r)) !== 0).map(({ code, title }) => `${code} ${title}`),
      causeOf: i => AUDIT_ROWS[worstCode(audit.flags[i])].category,
      numerator: affected,
      denominator: population.count,
      message: none ?? WORDS.progressRisk.measureMessage(affected, population.count, ofEffort, pointsOf(tenths)),
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
