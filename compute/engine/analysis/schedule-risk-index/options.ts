/** Which sub-metrics a request selects, and with which weights (/docs/methods#options). */

import { SUB_METRICS } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { ComponentPart } from '../../check/components.ts'
import { type Weighed, weigh } from '../../check/coverage.ts'
import { faultOfNumber } from '../../result/options.ts'
import type { SubMetric } from './checks/context.ts'
import { RISK_ROWS } from './checks/rows.ts'

export const AUTO = 'auto'

/** A sub-metric by its name, in which - and _ are the same; undefined = there is none of that name. */
const named = (name: string): SubMetric | undefined =>
  SUB_METRICS.find(subMetric => subMetric === name.replaceAll('-', '_'))

const unknown = (loc: ValidationFault['loc'], name: string, more: readonly string[] = []): ValidationFault => ({
  loc,
  msg: `must be one of ${[...more, ...SUB_METRICS].join(', ')}, is ${name}`,
  type: 'enum',
})

export interface Requested {
  /** AUTO = all for which there are data. */
  readonly subMetrics: typeof AUTO | readonly SubMetric[]
  /** Weights before those not evaluated are dropped. */
  readonly weights: Readonly<Record<SubMetric, number>>
  readonly faults: readonly ValidationFault[]
}

export function requestedOf(
  subMetrics: string | readonly string[] | null | undefined,
  override: Readonly<Record<string, number>> | null | undefined,
): Requested {
  const faults: ValidationFault[] = []
  const loc = ['body', 'options', 'sub_metrics']
  const names = typeof subMetrics === 'string' ? [subMetrics] : (subMetrics ?? [])
  const isAuto = names.length === 0 || (names.length === 1 && names[0] === AUTO)
  const found = isAuto ? [] : names.map(named)
  found.forEach((subMetric, n) => {
    if (subMetric !== undefined) return
    faults.push(unknown(typeof subMetrics === 'string' ? loc : [...loc, n], names[n], [AUTO]))
  })
  const weights = Object.fromEntries(RISK_ROWS.map(row => [row.component, row.weight])) as Record<SubMetric, number>
  for (const [name, weight] of Object.entries(override ?? {})) {
    const subMetric = named(name)
    const own = ['body', 'options', 'baseline_weight_override', name]
    const fault = subMetric === undefined ? unknown(own, name) : faultOfNumber(own, weight)
    if (fault !== undefined) faults.push(fault)
    else weights[subMetric!] = weight
  }
  return { subMetrics: isAuto ? AUTO : found.filter(subMetric => subMetric !== undefined), weights, faults }
}

/** The sub-metrics by the weights of the request. */
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
