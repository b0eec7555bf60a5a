/**
 * The severity of a failed check, by its result (/docs/methods#severities). A row takes one of these as its severity; the threshold is the
 * row's own, so profiles and custom thresholds apply.
 */
import { SEVERITIES, type Severity } from '../../../shared/contract/envelope.ts'
import type { CheckOutcome, GradedSeverity } from './check.ts'

/** Of a figure that is over its threshold: up to twice medium, up to four times high. */
const RATIO_MEDIUM_MAX = 2
const RATIO_HIGH_MAX = 4
/** Of what should not be there at all: share of the denominator. */
const RATE_MEDIUM_MAX = 0.02
const RATE_HIGH_MAX = 0.1
/** Of a figure that is below its threshold: share of the threshold. */
const BELOW_MEDIUM_MAX = 0.05
const BELOW_HIGH_MAX = 0.15
const TOLERANCE = 1e-9

const grade = (figure: number, mediumMax: number, highMax: number): Severity => {
  if (figure <= mediumMax + TOLERANCE) return 'medium'
  return figure <= highMax + TOLERANCE ? 'high' : 'critical'
}

/** Share of the denominator; whatever is counted over nothing is all of it. */
const rateOf = ({ numerator, denominator }: CheckOutcome): number => (denominator === 0 ? 1 : numerator / denominator)

/** Where nothing is tolerated: by numerator / denominator. */
export const byRate: GradedSeverity = outcome => grade(rateOf(outcome), RATE_MEDIUM_MAX, RATE_HIGH_MAX)

/**
 * The rule that fits the row: "at least" checks by how far they fall short, "at most" checks by how often they
 * exceed a threshold above 0, and by rate where the threshold is 0.
 */
export const bySize: GradedSeverity = (outcome, { threshold, operator }) => {
  const value = outcome.value ?? 0
  const bound = threshold ?? 0
  if (bound === 0) return byRate(outcome, { threshold, operator })
  if (operator === '>=') return grade((bound - value) / bound, BELOW_MEDIUM_MAX, BELOW_HIGH_MAX)
  return grade(value / bound, RATIO_MEDIUM_MAX, RATIO_HIGH_MAX)
}

/** The same, and never below `floor`. */
export const atLeast =
  (floor: Severity, rule: GradedSeverity = bySize): GradedSeverity =>
  (outcome, bound) => {
    const found = rule(outcome, bound)
    return SEVERITIES.indexOf(found) < SEVERITIES.indexOf(floor) ? found : floor
  }
