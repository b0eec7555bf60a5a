/**
 * Recommendations from what a score lost: gates first, then the parts by points lost. The effect is what the score would
 * gain by that alone, caps included, so behind a cap it may be 0.
 */
import type { CheckResult } from '../checks/check.ts'
import type { Recommendation } from '../result.ts'
import { finalScore, type Gate, standaloneGates } from './gates.ts'
import { roundScore } from './round.ts'
import type { Part, Weighed } from './weighing.ts'

type CheckedPart = Part & { readonly result: CheckResult }

export function recommendFromScore(weighed: Weighed<CheckedPart>, gates: readonly Gate[]): Recommendation[] {
  const { score, parts } = weighed
  const now = finalScore(score, gates).score
  const gain = (raw: number | null, left: readonly Gate[]): number | null =>
    now === null ? null : roundScore(finalScore(raw, left).score! - now)
  /** A gate made of findings of this code alone goes with it. */
  const without = (code: string): readonly Gate[] =>
    gates.filter(({ earnedBy }) => earnedBy === undefined || earnedBy.some(other => other !== code))
  const recommendations: Recommendation[] = []
  const add = (code: string, advice: { title: string; description: string }, effect: number | null): void => {
    recommendations.push({ priority: recommendations.length + 1, ...advice, codes: [code], effect })
  }
  for (const gate of standaloneGates(gates)) {
    const others = gates.filter(other => other !== gate)
    add(gate.code, gate.advice, gain(score, others))
  }
  const losing = parts.filter(part => part.pointsLost !== null && part.pointsLost > 0)
  for (const { result, pointsLost } of losing.toSorted((a, b) => b.pointsLost! - a.pointsLost!)) {
    if (result.row.advice !== undefined)
      add(result.row.code, result.row.advice, gain(score! + pointsLost!, without(result.row.code)))
  }
  return recommendations
}
