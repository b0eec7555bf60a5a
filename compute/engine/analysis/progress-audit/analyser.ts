/**
 * POST /api/v1/health/progress-audit: anomalies of status and dates in 23 codes, scored per task. The codes are
 * compute/engine/analysis/progress-audit/checks; this file reads the request and says what came out.
 */

import { ProgressAuditData } from '../../../../shared/analysis/progress-audit/data.ts'
import type { ProgressAuditRequest } from '../../../../shared/analysis/progress-audit/request.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import {
  beyondDatesGate,
  reportedFinish,
  reportedFinishSentence,
  showReportedFinish,
} from '../../check/beyond-dates.ts'
import { findingOfCheck, showCheck } from '../../check/check.ts'
import { coverageText } from '../../check/coverage.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { type Gate, gateOf } from '../../check/gates.ts'
import { statusCounts } from '../../check/pass-fail.ts'
import { findingsIn, withTold } from '../../check/told.ts'
import { verdictOf, verdictSummary } from '../../check/verdict.ts'
import { inputFindings } from '../../input/input-findings.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskFacts } from '../../population/task-facts.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, excludeTaskTypesOf, optionsOf, statusDayOrRefusal } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { plural } from '../../wording/plural.ts'
import { RATIO_DECIMALS, roundHalfAway, roundScore } from '../../wording/round.ts'
import { ofAll } from '../../wording/shares.ts'
import { CATEGORY_LABELS, categoriesOf } from './checks/categories.ts'
import { auditFacts } from './checks/facts.ts'
import { organizationTable } from './checks/groups.ts'
import {
  AUDIT_SEVERITIES,
  type Audit,
  auditChecks,
  auditProgress,
  CRITICAL_SCORE_MAX,
  isCritical,
  POINTS_FACTOR,
  pointsOf,
  SEVERITY_POINTS,
  scoreOf,
  severityOf,
  tally,
} from './checks/points.ts'
import { remediesOf } from './checks/remedies.ts'
import { AUDIT_ROWS } from './checks/rows.ts'

const ID = 'health.progress-audit'

const EXAMPLES_DEFAULT = 10

export const progressAuditAnalyser: Analyser = input => {
  const statusDay = statusDayOrRefusal(input)
  if (typeof statusDay !== 'number') return statusDay
  const fieldset = fieldsetOf(input, ProgressAuditData)
  if (!isFieldset(fieldset)) return fieldset
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof ProgressAuditRequest>(input)
  const examplesMax = options.max_examples ?? EXAMPLES_DEFAULT
  const excludeMilestones = options.exclude_milestones === true
  const withEarnedValue = options.include_ev_validation === true
  const tasks = taskFacts(columns, excludeTaskTypesOf(input))
  const facts = auditFacts(tasks, { statusDay, excludeMilestones, withEarnedValue })
  const audit = auditProgress(facts)
  const { results, flags } = audit
  const { population, efforts } = facts
  const all = tally(audit)
  const members = allHitsWhere(columns.taskCount, i => flags[i] !== 0 && population.marks[i] === 1).count
  const choice = chooseCalendar(columns, input.params.calendar)
  const finish = reportedFinish(tasks, choice, statusDay)
  const late = beyondDatesGate(tasks, choice, statusDay, columns.totalFloatDays, finish)
  const counts = statusCounts(results)
  // no anomaly says nothing where nothing was looked at
  const isAudited = counts.passed + counts.failed > 0
  const ofInput = inputFindings(columns)
  const verdict = verdictOf({
    raw: isAudited ? scoreOf(all.tenths, population.count) : null,
    checks: auditChecks(audit),
    gates: [...(all.critical ? [criticalGate(audit)] : []), ...late],
    findings: [...results.flatMap(result => findingOfCheck(result, columns.id) ?? []), ...findingsIn(ofInput)],
    ids: columns.id,
  })
  const { score, grade } = verdict
  const gatesOf = (critical: boolean): readonly Gate[] =>
    verdict.held.filter(({ code }) => critical || code !== GATE_ROWS.criticalAnomaly.code)
  const categories = categoriesOf(audit, examplesMax)
  const anomalies = categories.reduce((sum, category) => sum + category.anomalies, 0)
  const data = {
    population: showPopulation(population),
    ...verdict.coverage,
    score_before_gates: verdict.scoreBeforeGates,
    ...showReportedFinish(tasks, finish),
    milestones_excluded: facts.pointsExcluded,
    level_of_effort_tested: efforts.count,
    affected_tasks: members,
    affected_percent: population.count === 0 ? null : roundScore((100 * members) / population.count),
    affected_level_of_effort: all.tasks - members,
    anomalies,
    points: roundHalfAway(pointsOf(all.tenths), RATIO_DECIMALS),
    scoring: {
      severity_points: { ...SEVERITY_POINTS },
      points_factor: POINTS_FACTOR,
      critical_score_max: CRITICAL_SCORE_MAX,
    },
    severities: severitiesOf(audit),
    ...counts,
    checks: results.map(result => ({
      ...showCheck(ID, result, columns.id, options.include_details === true),
      category: result.row.category,
    })),
    categories,
    organizations: organizationTable(audit),
    status_date: dateOrNull(statusDay),
    exclude_milestones: excludeMilestones,
    include_ev_validation: withEarnedValue,
    max_examples: examplesMax,
  }
  return {
    score,
    grade,
    summary: verdictSummary(
      score === null
        ? `Progress audit: ${verdict.noScoreNote ?? (population.count === 0 ? 'no task could be audited.' : 'nothing could be scored.')}`
        : `Progress audit: ${plural(anomalies, 'anomaly', 'anomalies')} in ${ofAll(members, population.count, 'task')}; score ${score}, grade ${grade}${verdict.capNote}.`,
      reportedFinishSentence(finish),
      `${coverageText(results)}.`,
    ),
    breakdown: Object.fromEntries(
      categories.map(({ category, score: own }) => [
        category,
        { score: own, weight: 1, label: CATEGORY_LABELS[category] },
      ]),
    ),
    findings: verdict.findings,
    recommendations:
      options.include_recommendations === false
        ? []
        : withTold(remediesOf(audit, gatesOf, score !== null), ofInput, score === null ? null : 0),
    skipped: score === null || counts.skipped > 0,
    data: keepFields(data, fieldset),
  }
}

const criticalGate = ({ facts, flags }: Audit): Gate => {
  const hits = allHitsWhere(facts.columns.taskCount, i => isCritical(flags[i]))
  return gateOf(GATE_ROWS.criticalAnomaly, {
    description: `${plural(hits.count, 'task has', 'tasks have')} a critical anomaly.`,
    hits,
    earnedBy: AUDIT_ROWS.filter(({ severity }) => severity === 'critical').map(({ code }) => code),
  })
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
