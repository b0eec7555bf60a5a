/**
 * What to correct first: codes by severity points times count, with what the score would gain if all anomalies of that
 * code alone were gone. The gain may be 0 where tasks have worse anomalies, or where a cap holds.
 */

import { adviceFor, withHits } from '../../../check/advise.ts'
import type { Advice } from '../../../check/check.ts'
import { finalScore, type Gate, standaloneGates } from '../../../check/gates.ts'
import type { Recommendation } from '../../../result/result.ts'
import { roundScore } from '../../../wording/round.ts'
import { ALL_CODES, type Audit, SEVERITY_POINTS, scoreOf, tally } from './points.ts'

/** `isScored`: the audit gives a score at all. */
export function remediesOf(
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
