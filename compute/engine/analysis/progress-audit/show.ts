/** The blocks of the answer, its breakdown and its summary. */

import { type ReportedFinish, reportedFinishSentence, showReportedFinish } from '../../check/beyond-dates.ts'
import { showCheck } from '../../check/check.ts'
import { coverageText } from '../../check/coverage.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { gradeOf } from '../../check/grade.ts'
import type { statusCounts } from '../../check/pass-fail.ts'
import { type Verdict, verdictSummary } from '../../check/verdict.ts'
import { showPopulation } from '../../population/populations.ts'
import { dateOrNull } from '../../result/options.ts'
import { plural } from '../../wording/plural.ts'
import { RATIO_DECIMALS, roundHalfAway, roundScore } from '../../wording/round.ts'
import { ofAll } from '../../wording/shares.ts'
import { CATEGORY_LABELS, type categoriesOf } from './checks/categories.ts'
import { organizationTable } from './checks/groups.ts'
import {
  AUDIT_SEVERITIES,
  type Audit,
  CRITICAL_SCORE_MAX,
  POINTS_FACTOR,
  pointsOf,
  SEVERITY_POINTS,
  severityOf,
  type tally,
} from './checks/points.ts'

const ID = 'health.progress-audit'

/** All that was found. */
export interface AuditParts {
  readonly requested: {
    readonly statusDay: number
    readonly examplesMax: number
    readonly excludeMilestones: boolean
    readonly withEarnedValue: boolean
    readonly withDetails: boolean
  }
  readonly audit: Audit
  readonly all: ReturnType<typeof tally>
  readonly counts: ReturnType<typeof statusCounts>
  readonly finish: ReportedFinish | undefined
  readonly verdict: Verdict
  readonly categories: ReturnType<typeof categoriesOf>
}

/** Audited tasks with an anomaly. */
const affectedCount = ({ context: { columns, population }, flags }: Audit): number =>
  allHitsWhere(columns.taskCount, i => flags[i] !== 0 && population.marks[i] === 1).count

const anomaliesOf = ({ categories }: AuditParts): number =>
  categories.reduce((sum, category) => sum + category.anomalies, 0)

export function showAudit(parts: AuditParts) {
  const { requested, audit, all, counts, finish, verdict, categories } = parts
  const { context, results } = audit
  const { columns, population } = context
  const members = affectedCount(audit)
  return {
    population: showPopulation(population),
    ...verdict.coverage,
    score_before_gates: verdict.scoreBeforeGates,
    ...showReportedFinish(context.tasks, finish),
    milestones_excluded: context.pointsExcluded,
    level_of_effort_tested: context.efforts.count,
    affected_tasks: members,
    affected_percent: population.count === 0 ? null : roundScore((100 * members) / population.count),
    affected_level_of_effort: all.tasks - members,
    anomalies: anomaliesOf(parts),
    points: roundHalfAway(pointsOf(all.tenths), RATIO_DECIMALS),
    scoring: {
      severity_points: { ...SEVERITY_POINTS },
      points_factor: POINTS_FACTOR,
      critical_score_max: CRITICAL_SCORE_MAX,
    },
    severities: severitiesOf(audit),
    ...counts,
    checks: results.map(result => ({
      ...showCheck(ID, result, columns.id, requested.withDetails),
      category: result.row.category,
    })),
    categories,
    organizations: organizationTable(audit),
    status_date: dateOrNull(requested.statusDay),
    exclude_milestones: requested.excludeMilestones,
    include_ev_validation: requested.withEarnedValue,
    max_examples: requested.examplesMax,
  }
}

/** Anomalies of each severity, and the tasks of which it is the worst. */
function severitiesOf({ results, flags }: Audit) {
  const worst = AUDIT_SEVERITIES.map(() => 0)
  for (let i = 0; i < flags.length; i++) if (flags[i] !== 0) worst[severityOf(flags[i])]++
  return Object.fromEntries(
    AUDIT_SEVERITIES.map((severity, n) => {
      const own = results.filter(({ row }) => row.severity === severity)
      const anomalies = own.reduce((sum, { outcome }) => sum + (outcome?.numerator ?? 0), 0)
      return [severity, { anomalies, tasks: worst[n] }]
    }),
  )
}

export const breakdownOf = ({ categories }: AuditParts) =>
  Object.fromEntries(
    categories.map(({ category, score }) => [category, { score, weight: 1, label: CATEGORY_LABELS[category] }]),
  )

/** A grade that is held down by a late job must not read as doubt about what was reported. */
function lateSentence({ held, scoreBeforeGates }: Verdict): string {
  const { code, scoreMax } = GATE_ROWS.beyondDates
  const isHeld = scoreBeforeGates !== null && scoreBeforeGates > scoreMax && held.some(gate => gate.code === code)
  return isHeld
    ? `The cap is for a late job, not for what was reported: the reported progress by itself scores ${scoreBeforeGates}, grade ${gradeOf(scoreBeforeGates)}.`
    : ''
}

export function summaryOf(parts: AuditParts): string {
  const { audit, finish, verdict } = parts
  const { score, grade } = verdict
  const { count } = audit.context.population
  const nothing = count === 0 ? 'no task could be audited.' : 'nothing could be scored.'
  return verdictSummary(
    score === null
      ? `Progress audit: ${verdict.noScoreNote ?? nothing}`
      : `Progress audit: ${plural(anomaliesOf(parts), 'anomaly', 'anomalies')} in ${ofAll(affectedCount(audit), count, 'task')}; score ${score}, grade ${grade}${verdict.capNote}.`,
    lateSentence(verdict),
    reportedFinishSentence(finish),
    `${coverageText(audit.results)}.`,
  )
}
