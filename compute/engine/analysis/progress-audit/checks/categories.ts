/** The anomalies by category: full counts, what they cost, and a bounded list of examples, the gravest first. */
import { AUDIT_CATEGORIES } from '../../../../../shared/contract/analysis/progress-audit/data.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { finalScore } from '../../../check/gates.ts'
import { RATIO_DECIMALS, roundHalfAway, roundScore } from '../../../wording/numbers.ts'
import type { AuditCategory } from './context.ts'
import {
  AUDIT_SEVERITIES,
  type Audit,
  codesOf,
  lossOf,
  pointsOf,
  scoreOf,
  tally,
  tenthsOf,
  worstCode,
} from './points.ts'
import { AUDIT_ROWS } from './rows.ts'
import { showFields } from './show-fields.ts'

export const CATEGORY_LABELS: Readonly<Record<AuditCategory, string>> = {
  date_integrity: 'Date integrity',
  status_consistency: 'Status consistency',
  forecast_integrity: 'Forecast integrity',
  staleness: 'Staleness',
  sequence: 'Sequence',
  earned_value: 'Earned value',
  approval: 'Approval',
  bulk_statusing: 'Bulk statusing',
}

/** One per category. Not the same as the score: a task counts in each category it breaks. */
export function categoriesOf(audit: Audit, examplesMax: number) {
  const { population } = audit.context
  const charged = chargedTenths(audit)
  return AUDIT_CATEGORIES.map(category => {
    const { tasks, tenths } = tally(audit, codesOf(category))
    const own = audit.results.filter(({ row }) => row.category === category)
    const isDecided = own.some(({ status }) => status === 'pass' || status === 'fail')
    const lost = population.count === 0 ? null : roundScore(lossOf(charged.get(category) ?? 0, population.count))
    return {
      category,
      label: CATEGORY_LABELS[category],
      codes: own.map(({ row }) => row.code),
      anomalies: own.reduce((sum, { outcome }) => sum + (outcome?.numerator ?? 0), 0),
      affected_tasks: tasks,
      points: roundHalfAway(pointsOf(tenths), RATIO_DECIMALS),
      score: isDecided ? finalScore(scoreOf(tenths, population.count), []).score : null,
      points_lost: lost,
      examples: examplesOf(audit, category, examplesMax),
    }
  })
}

/** Tenths by the category of the anomaly that each task's points are put down to; they sum up to those of the score. */
function chargedTenths({ flags }: Audit): ReadonlyMap<AuditCategory, number> {
  const charged = new Map<AuditCategory, number>()
  for (let i = 0; i < flags.length; i++) {
    if (flags[i] === 0) continue
    const { category } = AUDIT_ROWS[worstCode(flags[i])]
    charged.set(category, (charged.get(category) ?? 0) + tenthsOf(flags[i]))
  }
  return charged
}

/** By severity, then place in the input, then code. Of each code only the first `max` can be among them. */
function examplesOf({ context, results }: Audit, category: AuditCategory, max: number) {
  const { columns } = context
  return results
    .filter(({ row }) => row.category === category)
    .flatMap(({ row, outcome }) => Array.from(outcome?.hits.all?.subarray(0, max) ?? [], task => ({ row, task })))
    .sort(
      (a, b) =>
        AUDIT_SEVERITIES.indexOf(a.row.severity) - AUDIT_SEVERITIES.indexOf(b.row.severity) ||
        a.task - b.task ||
        (a.row.code < b.row.code ? -1 : 1),
    )
    .slice(0, max)
    .map(({ row, task }) => ({
      id: textAt(columns.id, task),
      code: row.code,
      severity: row.severity,
      title: row.title,
      facts: { ...showFields(columns, row.shows, task), ...row.explain?.(context, task) },
    }))
}
