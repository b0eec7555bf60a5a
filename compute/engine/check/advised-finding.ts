/** Findings with their advice: an analysis reports both, and the advice names the tasks of its finding. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { worstFirst } from '../ids/id-order.ts'
import type { Finding, Recommendation } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'
import { NAMED_TASKS_MAX, withTasks } from '../wording/tasks.ts'
import type { CheckRow } from './check.ts'
import { type Advice, type CheckResult, findingOfCheck } from './check.ts'
import { concerned, type Hits } from './findings.ts'

/** The recommendation for the result of a check, with its tasks: the worst first, and how many more there are. */
export type Named = Pick<ScheduleColumns, 'id' | 'name'>

/** An advice and the tasks it is about. */
export function withHits(
  advice: Advice,
  columns: Named,
  hits: Omit<Hits, 'count'>,
  sizeOf?: (task: number) => number,
): Advice {
  const { from, total } = concerned(hits)
  const worst = worstFirst(columns.id, from, sizeOf, NAMED_TASKS_MAX)
  return { title: advice.title, description: withTasks(advice.description, columns, worst, total) }
}

/** undefined: there is nothing to do, or nothing was found. */
export function adviceFor(result: CheckResult, columns: Named): Advice | undefined {
  const { row, outcome, causes, sizeOf } = result
  if (outcome === undefined || row.advice === undefined) return undefined
  const advice: NonNullable<CheckRow<never>['advice']> = row.advice
  const given = typeof advice === 'function' ? advice(outcome) : advice
  if (given === undefined) return undefined
  if (!('causes' in given)) return withHits(given, columns, outcome.hits, sizeOf)
  const sentences = (causes ?? []).map(({ found: [one, many], action, tasks }) => {
    const sentence = `${plural(tasks.length, `task ${one}`, `tasks ${many}`)}: ${action}.`
    return withHits({ title: '', description: sentence }, columns, { tasks }, sizeOf).description
  })
  return sentences.length === 0 ? undefined : { title: given.title, description: sentences.join(' ') }
}

export interface AdvisedFinding {
  readonly finding: Finding
  /** With its tasks; absent where there is nothing to do, or where the score's own recommendations have it. */
  readonly advice?: Advice | undefined
}

export const findingsIn = (advised: readonly AdvisedFinding[]): Finding[] => advised.map(({ finding }) => finding)

/** A check that found something, with its advice. */
export function advisedFindingsOfCheck(
  result: CheckResult,
  columns: Pick<ScheduleColumns, 'id' | 'name'>,
): AdvisedFinding[] {
  const finding = findingOfCheck(result, columns.id)
  return finding === undefined ? [] : [{ finding, advice: adviceFor(result, columns) }]
}

/** `first`, and behind them what to do about the findings; `effect`: what each of those gives back of a score. */
export function withAdvice(
  first: readonly Recommendation[],
  advised: readonly AdvisedFinding[],
  effect: number | null,
): Recommendation[] {
  const more = advised.flatMap(({ finding, advice }) =>
    advice === undefined ? [] : [{ priority: 0, ...advice, codes: [finding.code], effect }],
  )
  return merged([...first, ...more])
}

/** One recommendation where two say the same of the same tasks: with both codes and the larger effect. */
export function merged(all: readonly Recommendation[]): Recommendation[] {
  const kept = new Map<string, Recommendation>()
  for (const each of all) {
    const text = `${each.title}\n${each.description}`
    const other = kept.get(text)
    kept.set(text, other === undefined ? each : both(other, each))
  }
  return [...kept.values()].map((each, n) => ({ ...each, priority: n + 1 }))
}

function both({ effect, codes, ...rest }: Recommendation, other: Recommendation): Recommendation {
  return {
    ...rest,
    codes: [...new Set([...codes, ...other.codes])],
    effect: effect === null || other.effect === null ? null : Math.max(effect, other.effect),
  }
}
