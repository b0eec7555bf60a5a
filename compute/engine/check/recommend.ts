/**
 * Recommendations by lost points: gates first, then the parts by points lost, then findings that cost nothing. The effect is what the score
 * would gain by that alone, caps included, so behind a cap it may be 0.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Recommendation } from '../result/result.ts'
import { roundScore } from '../wording/round.ts'
import { adviceFor, merged, withHits } from './advised-finding.ts'
import type { Advice, CheckResult } from './check.ts'
import { finalScore, type Gate, standaloneGates } from './gates.ts'
import type { Part, Weighed } from './weighing.ts'

type CheckedPart = Part & { readonly result: CheckResult }

export function recommendFromScore(
  weighed: Weighed<CheckedPart>,
  gates: readonly Gate[],
  columns: Pick<ScheduleColumns, 'id' | 'name'>,
): Recommendation[] {
  const { score, parts } = weighed
  const now = finalScore(score, gates).score
  const gain = (raw: number | null, left: readonly Gate[]): number | null =>
    now === null ? null : roundScore(finalScore(raw, left).score! - now)
  /** A gate made of findings of this code alone goes with it. */
  const without = (code: string): readonly Gate[] =>
    gates.filter(({ earnedBy }) => earnedBy === undefined || earnedBy.some(other => other !== code))
  const recommendations: Recommendation[] = []
  const add = (code: string, advice: Advice, effect: number | null): void => {
    recommendations.push({ priority: 0, ...advice, codes: [code], effect })
  }
  for (const gate of standaloneGates(gates)) {
    const others = gates.filter(other => other !== gate)
    add(gate.code, withHits(gate.advice, columns, gate.hits), gain(score, others))
  }
  const lostBy = ({ pointsLost }: (typeof parts)[number]): number => pointsLost ?? 0
  const found = parts.filter(part => lostBy(part) > 0 || part.result.severity !== null)
  for (const part of found.toSorted((a, b) => lostBy(b) - lostBy(a))) {
    const { code } = part.result.row
    const advice = adviceFor(part.result, columns)
    const effect = score === null ? null : gain(score + lostBy(part), without(code))
    if (advice !== undefined) add(code, advice, effect)
  }
  return merged(recommendations)
}
