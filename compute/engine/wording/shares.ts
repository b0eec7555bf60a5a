/** Shares in sentences: how many of how many, how much that is, and what would be allowed. */
import type { CheckOperator } from '../../../shared/contract/endpoint/data/check-data.ts'
import { figure, figureBeside, plural } from './numbers.ts'

/** A bound in the unit of the figure beside it. */
export interface Limit {
  readonly operator: CheckOperator
  readonly value: number
  /** Behind the number, blank included where one belongs (" %"), or the noun of a count; none for an index. */
  readonly unit?: string | readonly [one: string, many: string]
}

/** "limit 5 %" or "limit 1 task" of a figure that may not be above it, "at least 90 %" of one that may not be below. An index keeps its decimals. */
export const limitText = ({ operator, value, unit = '' }: Limit): string =>
  `${operator === '<=' ? 'limit' : 'at least'} ${typeof unit === 'string' ? `${value}${unit}` : plural(value, ...unit)}`

/** "8 %" of a part and its whole; undefined where the whole is nothing. */
export function percentText(part: number, whole: number, limit?: number): string | undefined {
  if (whole === 0) return undefined
  const percent = (100 * part) / whole
  return `${limit === undefined ? figure(percent) : figureBeside(percent, limit)} %`
}

/** "7 of 88 links", "1 of 1 link" */
export const ofAll = (part: number, whole: number, one: string, many?: string): string =>
  `${figure(part)} of ${plural(whole, one, many)}`

/** "1 of 88 links has", "0 of 1 link has", "2 of 88 links have" */
export const someOf = (
  part: number,
  whole: number,
  one: string,
  [has, have]: readonly [has: string, have: string],
  many?: string,
): string => `${ofAll(part, whole, one, many)} ${part === 1 || whole === 1 ? has : have}`

/** "7 of 88 links, 8 %, limit 5 %" */
export function shareText(
  part: number,
  whole: number,
  noun: string | readonly [one: string, many: string],
  limit?: Omit<Limit, 'unit'>,
): string {
  const [one, many] = typeof noun === 'string' ? [noun] : noun
  const parts = [ofAll(part, whole, one, many), percentText(part, whole, limit?.value)]
  return [...parts, limit === undefined ? undefined : limitText({ ...limit, unit: ' %' })]
    .filter(each => each !== undefined)
    .join(', ')
}
