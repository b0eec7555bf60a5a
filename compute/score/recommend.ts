/**
 * Recommendations from what a score lost: gates first, then the parts by points lost. The effect is what the score would
 * gain by that alone, caps included, so behind a cap it may be 0.
 */
import type { ScheduleColumns } from '../../shared/schedule/columns.ts'
import { type Advice, adviceOf, type CheckResult } from '../checks/check.ts'
import type { Hits } from '../findings.ts'
import { compareIds } from '../population/id-order.ts'
import { FINDING_TASKS_MAX, type Recommendation } from '../result.ts'
import { NAMED_TASKS_MAX, withTasks } from '../wording/tasks.ts'
import { finalScore, type Gate, standaloneGates } from './gates.ts'
import { roundScore } from './round.ts'
import type { Part, Weighed } from './weighing.ts'

type CheckedPart = Part & { readonly result: CheckResult }

/**
 * The tasks that an advice is about behind it, the first by id, so that no order of input decides. None where only the
 * first hits of the input are known.
 */
export function adviceWithTasks(advice: Advice, columns: Pick<ScheduleColumns, 'id' | 'name'>, hits: Hits): Advice {
  const tasks = hits.all ?? hits.tasks
  if (hits.all === undefined && tasks.length >= FINDING_TASKS_MAX) return advice
  const first: number[] = []
  for (const i of tasks) {
    const at = first.findIndex(other => compareIds(columns.id, i, other) < 0)
    if (at >= 0) first.splice(at, 0, i)
    else if (first.length < NAMED_TASKS_MAX) first.push(i)
    first.length = Math.min(first.length, NAMED_TASKS_MAX)
  }
  return { ...advice, description: withTasks(advice.description, columns, first, tasks.length) }
}

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
  const add = (code: string, advice: Advice, hits: Hits, effect: number | null): void => {
    recommendations.push({
      priority: recommendations.length + 1,
      ...adviceWithTasks(advice, columns, hits),
      codes: [code],
      effect,
    })
  }
  for (const gate of standaloneGates(gates)) {
    const others = gates.filter(other => other !== gate)
    add(gate.code, gate.advice, gate.hits, gain(score, others))
  }
  const losing = parts.filter(part => part.pointsLost !== null && part.pointsLost > 0)
  for (const { result, pointsLost } of losing.toSorted((a, b) => b.pointsLost! - a.pointsLost!)) {
    const { code } = result.row
    const advice = adviceOf(result)
    if (advice !== undefined) add(code, advice, result.outcome!.hits, gain(score! + pointsLost!, without(code)))
  }
  return merged(recommendations)
}

/** One recommendation where two would say the same: with both codes and the larger effect. */
function merged(all: readonly Recommendation[]): Recommendation[] {
  const kept: Recommendation[] = []
  for (const each of all) {
    const at = kept.findIndex(({ title }) => title === each.title)
    if (at < 0) kept.push({ ...each, priority: kept.length + 1 })
    else {
      const { effect, codes, ...rest } = kept[at]!
      const larger = effect === null || each.effect === null ? null : Math.max(effect, each.effect)
      kept[at] = { ...rest, codes: [...codes, ...each.codes], effect: larger }
    }
  }
  return kept
}
