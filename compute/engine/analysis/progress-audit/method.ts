import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, sentence, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/numbers.ts'
import { progressAuditAnalyser } from './analyser.ts'
import { AUDIT_ROWS } from './checks/rows.ts'

const ORGANIZATIONS_MAX = 3

const progressAuditSummary: SummarySentences = data => {
  const categories = rowsAt(data, 'categories').filter(each => (numberAt(each, 'anomalies') ?? 0) > 0)
  const organizations = rowsAt(data, 'organizations')
    .filter(each => (numberAt(each, 'anomalies') ?? 0) > 0)
    .slice(0, ORGANIZATIONS_MAX)
  return [
    sentence(
      'Anomalies by category',
      categories.map(
        each =>
          `${wordAt(each, 'label')} ${plural(numberAt(each, 'anomalies') ?? 0, 'anomaly', 'anomalies')}, ${plural(numberAt(each, 'points_lost') ?? 0, 'point')} lost`,
      ),
      '; ',
    ),
    sentence(
      'Most by organization',
      organizations.map(
        each =>
          `${wordAt(each, 'organization_code')} ${wordAt(each, 'affected_tasks')} of ${plural(numberAt(each, 'tasks') ?? 0, 'task')}`,
      ),
    ),
  ]
}

const progressAuditRanking: Ranking = { 'data.organizations': [['points', 'largest']] }

export const progressAudit = {
  analyser: progressAuditAnalyser,
  checks: AUDIT_ROWS,
  gates: [GATE_ROWS.criticalAnomaly, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: progressAuditSummary,
  ranking: progressAuditRanking,
} as const satisfies Method
