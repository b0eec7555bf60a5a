/** Days by category, and what they entitle to: sums of windows, before any rounding. */

import { DELAY_CATEGORIES } from '../../../../shared/schedule/fields.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { CONTRACTOR, type EntitlementRule, OWNER } from './parties.ts'
import { REVISION_STEPS, type RevisionStep } from './revision-split.ts'
import type { Window } from './windows.ts'

export interface DelayTotals {
  /** Days by code of the category; entry 0 = unattributed. */
  readonly byCategory: Float64Array
  /** What the finish came forward by progress, 0 or less. */
  recoveryDays: number
  /** Days of slips of controlling tasks that float took up. */
  consumedFloatDays: number
  readonly revisions: Record<RevisionStep, number>
  /** Concurrent days whose controlling side is the owner's, or the contractor's. */
  concurrentOwnerDays: number
  concurrentContractorDays: number
  /** Days of the shorter of unequal delays at one time, which change no sum. */
  unequalDays: number
}

export const noTotals = (): DelayTotals => ({
  byCategory: zeros(Float64Array, DELAY_CATEGORIES.length + 1),
  recoveryDays: 0,
  consumedFloatDays: 0,
  revisions: Object.fromEntries(REVISION_STEPS.map(step => [step, 0])) as Record<RevisionStep, number>,
  concurrentOwnerDays: 0,
  concurrentContractorDays: 0,
  unequalDays: 0,
})

export function totalsOf({ attribution, category, half, concurrent }: Window): DelayTotals {
  const totals = noTotals()
  const { path, shares } = attribution
  totals.recoveryDays = shares.elsewhereDays
  path.forEach((i, n) => {
    totals.byCategory[category[i]] += shares.shareDays[n]
    totals.recoveryDays += shares.recoveredDays[n]
    totals.consumedFloatDays += shares.consumedDays[n]
  })
  for (const step of REVISION_STEPS) totals.revisions[step] = half?.revisions.days[step] ?? 0
  totals.unequalDays = concurrent.unequal.reduce((sum, { days }) => sum + days, 0)
  for (const { controllingSide, days } of concurrent.counted) {
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
    sum.recoveryDays += each.recoveryDays
    sum.consumedFloatDays += each.consumedFloatDays
    for (const step of REVISION_STEPS) sum.revisions[step] += each.revisions[step]
    sum.concurrentOwnerDays += each.concurrentOwnerDays
    sum.concurrentContractorDays += each.concurrentContractorDays
    sum.unequalDays += each.unequalDays
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
  /** Days taken off the three, since the finish moved less than they add up to. */
  readonly limited: number
}

/**
 * Concurrent days are excusable and not compensable, whichever side the controlling path is on. What was recovered later
 * delays nobody: the excusable days together, and the days that are not excusable, are no more than the finish moved in
 * all; the latest are taken off first, of one window those that bring money. `windows` earliest first.
 */
export function entitlementOf(
  windows: readonly DelayTotals[],
  rules: readonly EntitlementRule[],
  movementDays: number,
): Entitlement {
  const each = windows.map(window => excusedIn(window, rules))
  const sum = (member: keyof Excused): number => each.reduce((total, days) => total + days[member], 0)
  const daysMax = Math.max(0, movementDays)
  const entitled = { excusableCompensable: sum('excusableCompensable'), excusableOnly: sum('excusableOnly') }
  const nonExcusable = Math.min(sum('nonExcusable'), daysMax)
  let limited = sum('nonExcusable') - nonExcusable
  let excess = entitled.excusableCompensable + entitled.excusableOnly - daysMax
  for (const days of each.reverse()) {
    for (const member of ['excusableCompensable', 'excusableOnly'] as const) {
      const taken = Math.max(0, Math.min(excess, days[member]))
      entitled[member] -= taken
      excess -= taken
      limited += taken
    }
  }
  return { ...entitled, nonExcusable, limited }
}

type Excused = Omit<Entitlement, 'limited'>

function excusedIn(totals: DelayTotals, rules: readonly EntitlementRule[]): Excused {
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

export const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0)
