/** Shares in sentences: how many of how many, how much that is, and what would be allowed. */
import type { CheckOperator } from '../../shared/endpoint/data/check-data.ts'
import { figure } from './figure.ts'
import { plural } from './plural.ts'

/** A bound in the unit of the figure beside it. */
export interface Limit {
  readonly operator: CheckOperator
  readonly value: number
  /** Behind the number, blank included where one belongs: " %", " days"; none for a ratio or a count. */
  readonly unit?: string
}

/** "limit 5 %" of a figure that may not be above it, "at least 90 %" of one that may not be below. Ratios keep their decimals. */
export const limitText = ({ operator, value, unit = '' }: Limit): string =>
  `${operator === '<=' ? 'limit' : 'at least'} ${value}${unit}`

/** "8 %" of a part and its whole; undefined where the whole is nothing. */
export const percentText = (part: number, whole: number): string | undefined =>
  whole === 0 ? undefined : `${figure((100 * part) / whole)} %`

/** "7 of 88 links", "1 of 1 link" */
export const ofAll = (part: number, whole: number, one: string, many?: string): string =>
  `${figure(part)} of ${plural(whole, one, many)}`

/** "7 of 88 links, 8 %, limit 5 %" */
export function shareText(
  part: number,
  whole: number,
  noun: string | readonly [one: string, many: string],
  limit?: Omit<Limit, 'unit'>,
): string {
  const [one, many] = typeof noun === 'string' ? [noun] : noun
  const parts = [ofAll(part, whole, one, many), percentText(part, whole)]
  return [...parts, limit === undefined ? undefined : limitText({ ...limit, unit: ' %' })]
    .filter(each => each !== undefined)
    .join(', ')
}
