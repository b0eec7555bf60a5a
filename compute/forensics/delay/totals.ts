/** Days by category, and what they entitle to: sums of windows, before any rounding (ANALYSIS_REFERENCE 13). */
import { DELAY_CATEGORIES } from '../../../shared/schedule/fields.ts'
import { CONTRACTOR, type EntitlementRule, OWNER } from './parties.ts'
import { REVISION_STEPS, type RevisionStep } from './revision-split.ts'
import type { Window } from './windows.ts'

export interface DelayTotals {
  /** Days by code of the category; entry 0 = unattributed. */
  readonly byCategory: Float64Array
  pathSwitchDays: number
  readonly revisions: Record<RevisionStep, number>
  /** Concurrent days whose controlling side is the owner's, or the contractor's. */
  concurrentOwnerDays: number
  concurrentContractorDays: number
}

export const noTotals = (): DelayTotals => ({
  byCategory: new Float64Array(DELAY_CATEGORIES.length + 1),
  pathSwitchDays: 0,
  revisions: { scope: 0, logic: 0, duration: 0, constraint: 0, other: 0 },
  concurrentOwnerDays: 0,
  concurrentContractorDays: 0,
})

export function totalsOf({ attribution, category, half, concurrent }: Window): DelayTotals {
  const totals = noTotals()
  for (const i of attribution.path) totals.byCategory[category[i]] += attribution.contribution[i]
  totals.pathSwitchDays = attribution.pathSwitchDays
  for (const step of REVISION_STEPS) totals.revisions[step] = half?.revisions.days[step] ?? 0
  for (const { controllingSide, days } of concurrent) {
    if (controllingSide === OWNER) totals.concurrentOwnerDays += days
    if (controllingSide === CONTRACTOR) totals.concurrentContractorDays += days
  }
  return totals
}

export function sumTotals(all: readonly DelayTotals[]): DelayTotals {
  const sum = noTotals()
  for (const each of all) {
    each.byCategory.forEach((days, code) => {
      sum.byCategory[code] += days
    })
    sum.pathSwitchDays += each.pathSwitchDays
    for (const step of REVISION_STEPS) sum.revisions[step] += each.revisions[step]
    sum.concurrentOwnerDays += each.concurrentOwnerDays
    sum.concurrentContractorDays += each.concurrentContractorDays
  }
  return sum
}

export const revisionDays = ({ revisions }: DelayTotals): number =>
  REVISION_STEPS.reduce((sum, step) => sum + revisions[step], 0)

export const concurrentDays = (totals: DelayTotals): number =>
  totals.concurrentOwnerDays + totals.concurrentContractorDays

export interface Entitlement {
  readonly excusableCompensable: number
  readonly excusableOnly: number
  readonly nonExcusable: number
}

/** Concurrent days are excusable and not compensable, whichever side the controlling path is on. */
export function entitlementOf(totals: DelayTotals, rules: readonly EntitlementRule[]): Entitlement {
  let excusableCompensable = -totals.concurrentOwnerDays
  let excusableOnly = concurrentDays(totals)
  let nonExcusable = -totals.concurrentContractorDays
  rules.forEach(({ excusable, compensable }, at) => {
    const days = totals.byCategory[at + 1]
    if (compensable) excusableCompensable += days
    else if (excusable) excusableOnly += days
    else nonExcusable += days
  })
  return { excusableCompensable, excusableOnly, nonExcusable }
}
