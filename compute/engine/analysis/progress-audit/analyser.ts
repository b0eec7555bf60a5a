/**
 * POST /api/v1/health/progress-audit: anomalies of status and dates in 23 codes, scored per task. The codes are
 * compute/engine/analysis/progress-audit/checks; this file reads the request and says what came out.
 */

import { ProgressAuditData } from '../../../../shared/contract/analysis/progress-audit/data.ts'
import type { ProgressAuditRequest } from '../../../../shared/contract/analysis/progress-audit/request.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { adviceFor, findingsIn, withAdvice, withHits } from '../../check/advised-finding.ts'
import { jobFinish } from '../../check/beyond-dates.ts'
import type { Advice } from '../../check/check.ts'
import { findingOfCheck } from '../../check/check.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { finalScore, type Gate, gateOf, standaloneGates } from '../../check/gates.ts'
import { wholeFloats } from '../../check/network-context.ts'
import { statusCounts } from '../../check/scored-result.ts'
import { verdictOf } from '../../check/verdict.ts'
import { inputFindings } from '../../input/input-findings.ts'
import { taskStates } from '../../population/task-states.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { excludeTaskTypesOf, mustFinishDayOf, optionsOf, statusDayOrRefusal } from '../../result/options.ts'
import type { Analyser, Recommendation } from '../../result/result.ts'
import { plural, roundScore } from '../../wording/numbers.ts'
import { categoriesOf } from './checks/categories.ts'
import { auditContext } from './checks/context.ts'
import {
  ALL_CODES,
  type Audit,
  auditChecks,
  auditProgress,
  isCritical,
  SEVERITY_POINTS,
  scoreOf,
  tally,
} from './checks/points.ts'
import { AUDIT_ROWS } from './checks/rows.ts'
import { type AuditParts, breakdownOf, showAudit, summaryOf } from './show.ts'

const EXAMPLES_DEFAULT = 10

export const progressAuditAnalyser: Analyser = (input, { checkpoint }) => {
  const statusDay = statusDayOrRefusal(input)
  if (typeof statusDay !== 'number') return statusDay
  const fieldset = fieldsetOf(input, ProgressAuditData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const columns = input.schedules.get('tasks')!
  const options = optionsOf<typeof ProgressAuditRequest>(input)
  const requested = {
    statusDay,
    examplesMax: options.max_examples ?? EXAMPLES_DEFAULT,
    excludeMilestones: options.exclude_milestones === true,
    withEarnedValue: options.include_ev_validation === true,
    withDetails: options.include_details === true,
  }
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const audit = auditProgress(auditContext(tasks, requested))
  const { results } = audit
  const all = tally(audit)
  const choice = chooseCalendar(columns, input.params.calendar)
  const { floats, cpm, ends } = wholeFloats(tasks, choice, statusDay, mustFinishDayOf(input))
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, floats, ends)
  const counts = statusCounts(results)
  // no anomaly says nothing where nothing was looked at
  const isAudited = counts.passed + counts.failed > 0
  const ofInput = inputFindings(columns)
  const verdict = verdictOf({
    raw: isAudited ? scoreOf(all.tenths, audit.context.population.count) : null,
    checks: auditChecks(audit),
    gates: [...(all.critical ? [criticalGate(audit)] : []), ...lateGates],
    findings: [...results.flatMap(result => findingOfCheck(result, columns.id) ?? []), ...findingsIn(ofInput)],
    ids: columns.id,
  })
  const gatesOf = (critical: boolean): readonly Gate[] =>
    verdict.held.filter(({ code }) => critical || code !== GATE_ROWS.criticalAnomaly.code)
  const parts: AuditParts = {
    requested,
    audit,
    all,
    counts,
    finish,
    verdict,
    categories: categoriesOf(audit, requested.examplesMax),
  }
  const { score, grade } = verdict
  return {
    score,
    grade,
    summary: summaryOf(parts),
    breakdown: breakdownOf(parts),
    findings: verdict.findings,
    recommendations:
      options.include_recommendations === false
        ? []
        : withAdvice(remediesOf(audit, gatesOf, score !== null), ofInput, score === null ? null : 0),
    skipped: score === null || counts.skipped > 0,
    data: keepFields(showAudit(parts), fieldset),
  }
}

const criticalGate = ({ context, flags }: Audit): Gate => {
  const hits = allHitsWhere(context.columns.taskCount, i => isCritical(flags[i]))
  return gateOf(GATE_ROWS.criticalAnomaly, {
    description: `${plural(hits.count, 'task has', 'tasks have')} a critical anomaly.`,
    hits,
    earnedBy: AUDIT_ROWS.filter(({ severity }) => severity === 'critical').map(({ code }) => code),
  })
}

/**
 * What to correct first: codes by severity points times count, with what the score would gain if all anomalies of that code alone were gone. The gain
 * may be 0 where tasks have worse anomalies, or where a cap holds. `isScored`: the audit gives a score at all.
 */
function remediesOf(
  audit: Audit,
  gatesOf: (critical: boolean) => readonly Gate[],
  isScored: boolean,
): Recommendation[] {
  const { columns } = audit.context
  const scoreWith = (codes: number): number | null => {
    const { tenths, critical } = tally(audit, codes)
    return finalScore(scoreOf(tenths, audit.context.population.count), gatesOf(critical)).score
  }
  const now = scoreWith(ALL_CODES)
  const weightOf = ({ row, outcome }: Audit['results'][number]): number =>
    SEVERITY_POINTS[row.severity] * (outcome?.numerator ?? 0)
  const recommendations: Recommendation[] = []
  const add = (code: string, advice: Advice, score: number | null): void => {
    const effect = !isScored || now === null || score === null ? null : roundScore(score - now)
    recommendations.push({
      priority: recommendations.length + 1,
      ...advice,
      codes: [code],
      effect,
    })
  }
  const { tenths, critical } = tally(audit, ALL_CODES)
  const gates = gatesOf(critical)
  for (const gate of standaloneGates(gates)) {
    const others = gates.filter(other => other !== gate)
    const advice = withHits(gate.advice, columns, gate.hits)
    add(gate.code, advice, finalScore(scoreOf(tenths, audit.context.population.count), others).score)
  }
  const remedies = audit.results
    .map((result, r) => ({ ...result, bit: 1 << r, weight: weightOf(result) }))
    .filter(({ status }) => status === 'fail')
    .sort((a, b) => b.weight - a.weight || SEVERITY_POINTS[b.row.severity] - SEVERITY_POINTS[a.row.severity])
  for (const remedy of remedies) {
    add(remedy.row.code, adviceFor(remedy, columns)!, scoreWith(ALL_CODES & ~remedy.bit))
  }
  return recommendations
}
