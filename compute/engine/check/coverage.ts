/** How much of a method was evaluated on a schedule, and what was not, in figures and in words. */

import { roundScore } from '../wording/numbers.ts'
import { ofAll } from '../wording/shares.ts'
import { listed } from '../wording/tasks.ts'
import type { CheckResult } from './check.ts'
import type { Coverage } from './gates.ts'
import { SCORE_MAX } from './verdict.ts'

/** A check, and what it weighs in the score. */
export type Weighted = Pick<CheckResult, 'status'> & { readonly weight: number }

const isEvaluated = ({ status }: Pick<CheckResult, 'status'>): boolean =>
  status !== 'skipped' && status !== 'not_applicable'

/** How much of the requested checks was evaluated; a check that only informs counts as evaluated. */
export function coverageOf(checks: readonly Weighted[]): Coverage {
  const evaluated = checks.filter(isEvaluated)
  const weightOf = (some: readonly Weighted[]): number => some.reduce((sum, { weight }) => sum + weight, 0)
  return {
    evaluated: evaluated.length,
    skipped: checks.filter(({ status }) => status === 'skipped').length,
    total: checks.length,
    evaluatedWeight: weightOf(evaluated),
    totalWeight: weightOf(checks),
  }
}

/** The members of `data` (coverageData of shared/contract/endpoint/data/health-data.ts). */
export const showCoverage = ({ evaluated, total }: Coverage) => ({ checks_evaluated: evaluated, checks_total: total })

/** Checks that a sentence names before it says how many more there are. */
const NAMED_CHECKS_MAX = 6

const listedTitles = (titles: readonly string[]): string => listed(titles.slice(0, NAMED_CHECKS_MAX), titles.length)

/** "11 of 14 checks evaluated. Skipped: Missed tasks, Baseline execution index (requires status_date). Not applicable: Leads" */
export function coverageText(results: readonly CheckResult[], noun: string = 'check'): string {
  const reasons = new Map<string, string[]>()
  for (const { status, message, row } of results) {
    if (status === 'skipped') reasons.set(message, [...(reasons.get(message) ?? []), row.title])
  }
  const skipped = [...reasons].map(([reason, titles]) => `${listedTitles(titles)} (${reason})`)
  const inapplicable = results.filter(({ status }) => status === 'not_applicable').map(({ row }) => row.title)
  return [
    `${ofAll(results.filter(isEvaluated).length, results.length, noun)} evaluated`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join('; ')}`]),
    ...(inapplicable.length === 0 ? [] : [`Not applicable: ${listedTitles(inapplicable)}`]),
  ].join('. ')
}

export interface Part {
  /** Name in the breakdown. */
  readonly name: string
  readonly label: string
  readonly weight: number
  /** 0 to SCORE_MAX, unrounded; null = not evaluated (skipped or not applicable). */
  readonly score: number | null
}

export interface Weighed<P extends Part = Part> {
  /** Unrounded, before caps; null when no part with a weight was evaluated. */
  readonly score: number | null
  readonly parts: readonly (P & { readonly pointsLost: number | null })[]
}

/** pointsLost = w*(100-s)/sum(w): what the score would gain if the part were perfect; null when not evaluated. */
export function weigh<P extends Part>(parts: readonly P[]): Weighed<P> {
  const evaluated = parts.filter(part => part.score !== null)
  const weightSum = evaluated.reduce((sum, { weight }) => sum + weight, 0)
  const lost = ({ weight, score }: P): number | null =>
    score === null || weightSum === 0 ? null : (weight * (SCORE_MAX - score)) / weightSum
  return {
    score: weightSum === 0 ? null : evaluated.reduce((sum, { weight, score }) => sum + weight * score!, 0) / weightSum,
    parts: parts.map(part => ({ ...part, pointsLost: lost(part) })),
  }
}

/** The breakdown of the envelope. */
export const breakdownOf = (parts: readonly Part[]) =>
  Object.fromEntries(
    parts.map(({ name, label, weight, score }) => [
      name,
      { score: score === null ? null : roundScore(score), weight, label },
    ]),
  )
