/** The sub-metrics by the weights of the request. */
import type { ComponentPart } from '../../check/components.ts'
import { type Weighed, weigh } from '../../check/weighing.ts'
import type { SubMetric } from './checks/context.ts'

export interface SubMetricWeights {
  readonly weighed: Weighed<ComponentPart>
  /** Share of a sub-metric in the index. */
  readonly shareOf: (name: SubMetric) => number
}

/** unweighed: all that could be evaluated, where the request leaves none of it a weight. */
export function weighSubMetrics(
  parts: readonly ComponentPart[],
  weights: Readonly<Record<SubMetric, number>>,
): SubMetricWeights | { readonly unweighed: readonly string[] } {
  const evaluated = parts.filter(({ score }) => score !== null)
  // weights of any size are taken, so they are brought to 1 at most before they are summed
  const largest = evaluated.reduce((most, { weight }) => Math.max(most, weight), 0)
  if (evaluated.length > 0 && largest === 0) return { unweighed: evaluated.map(({ name }) => name) }
  const scaled = (weight: number): number => weight / largest
  const sum = evaluated.reduce((total, { weight }) => total + scaled(weight), 0)
  return {
    weighed: weigh(parts.map(part => (part.score === null ? part : { ...part, weight: scaled(part.weight) }))),
    shareOf: name => scaled(weights[name]) / sum,
  }
}
