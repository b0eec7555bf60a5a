/** Sentences that several comparisons say. */

import { type DayBasis, inDays, signedDays } from '../wording/days.ts'
import type { Plain, PlainMap } from './plain.ts'
import { numberAt, spoken, taskAt, wordAt } from './read-plain.ts'

export const TASKS_MAX = 4

/** What days entitle to; silent where no task has a category. */
export function entitlementSentence(entitlement: Plain | undefined, basis: DayBasis | undefined): string | undefined {
  const days = (name: string) => numberAt(entitlement, `${name}_days`)
  const compensable = days('excusable_compensable')
  if (compensable === undefined) return undefined
  const daysText = (name: string): string => inDays(days(name) ?? 0, basis)
  const limited = days('limited') ?? 0
  const cut = limited === 0 ? '' : `; ${inDays(limited, basis)} taken off, since the finish moved less`
  return `Entitlement by the categories given: ${inDays(compensable, basis)} excusable and compensable, ${daysText('excusable_non_compensable')} excusable only, ${daysText('non_excusable')} not excusable, ${daysText('unattributed')} without a category${cut}.`
}

/** The rows picked by their weight, earliest first. */
export const inTime = (rows: readonly PlainMap[]): PlainMap[] => {
  const date = (row: PlainMap): string => wordAt(row, 'to_date') ?? ''
  return [...rows].sort((a, b) => (date(a) < date(b) ? -1 : Number(date(a) > date(b))))
}

export const moved = (row: PlainMap, member: string, basis: DayBasis | undefined): string => {
  const cause = wordAt(row, 'delay_category')
  return `${taskAt(row)} ${signedDays(numberAt(row, member) ?? 0, basis)}${cause === undefined ? '' : ` (${spoken(cause)})`}`
}

/** What was recovered, and what float took up: neither is delay. */
export function recoverySentence(
  basis: DayBasis | undefined,
  recovered = 0,
  consumed = 0,
  /** By the clock float is counted in the working days of each task. */
  floatBasis: DayBasis | undefined = basis,
): string | undefined {
  const parts = [
    ...(recovered === 0 ? [] : [`recovered ${inDays(-recovered, basis)}`]),
    ...(consumed === 0 ? [] : [`float took up ${inDays(consumed, floatBasis)} of the slips on the controlling path`]),
  ]
  return parts.length === 0 ? undefined : `No delay: ${parts.join(', ')}.`
}
