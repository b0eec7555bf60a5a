/**
 * Weighted scores (/docs/methods#scores): sum(w*s)/sum(w) over the evaluated parts; the others are dropped and the weights renormalised. A
 * part is a component, a check or a sub-metric.
 */

import { roundScore } from '../wording/round.ts'
import { SCORE_MAX } from './verdict.ts'

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
