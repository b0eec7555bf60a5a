/** The outcomes that checks have in common: a count, a share in percent, a ratio. */

import type { ResultValue } from '../result/result.ts'
import type { CheckOutcome } from './check.ts'
import type { Hits } from './findings.ts'

/** Outcome of a count: its value is the count itself, and there is none over an empty population. */
export const counted = (hits: Hits, denominator: number, message: string, evidence?: ResultValue): CheckOutcome => ({
  numerator: hits.count,
  denominator,
  value: denominator === 0 ? null : hits.count,
  message,
  hits,
  ...(evidence === undefined ? {} : { evidence }),
})

/** Outcome of a share: percent of the denominator; none over an empty population. */
export const shareOf = (hits: Hits, denominator: number, message: string, evidence?: ResultValue): CheckOutcome => ({
  ...counted(hits, denominator, message, evidence),
  value: denominator === 0 ? null : (100 * hits.count) / denominator,
})

/** Outcome of a ratio of two figures; none when the divisor is 0. */
export const ratioOf = (
  hits: Hits,
  numerator: number,
  denominator: number,
  message: string,
  evidence?: ResultValue,
): CheckOutcome => ({
  ...counted(hits, denominator, message, evidence),
  numerator,
  value: denominator === 0 ? null : numerator / denominator,
})
