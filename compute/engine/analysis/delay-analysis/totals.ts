/** Days by category, and what they entitle to: sums of windows, before any rounding. */

import { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { REVISION_STEPS, type RevisionStep } from './revision-split.ts'
import { onGrid } from './tally.ts'
import type { Window } from './windows.ts'

export interface DelayTotals {
  /** Days by code of the category; entry 0 = unattributed. */
  readonly byCategory: Float64Array
  readonly byCategoryCalendar: Float64Array
  /** What the finish came forward by progress, 0 or less; and what of it belongs to no task. */
  recoveryDays: number
  recoveryCalendarDays: number
  elsewhereDays: number
  /** The part of it by work done ahead of what held it: with retained logic what holds it can take it back. */
  aheadDays: number
  /** Days of delay for which no task was found; and those that several tasks held at once, in equal shares. */
  noTaskDays: number
  sharedDays: number
  /** Days of slips of controlling tasks that float took up. */
  consumedFloatDays: number
  readonly revisions: Record<RevisionStep, number>
  readonly revisionsCalendar: Record<RevisionStep, number>
  /** Days that tasks of owner and contractor held together. */
  concurrentDays: number
  concurrentCalendarDays: number
  /** Days that these held together by revisions, beside those. */
  revisionConcurrentDays: number
  revisionConcurrentCalendarDays: number
  /** Days of the shorter of unequal delays at one time, which change no sum. */
  unequalDays: number
}

const noRevisions = (): Record<RevisionStep, number> =>
  Object.fromEntries(REVISION_STEPS.map(step => [step, 0])) as Record<RevisionStep, number>

export const noTotals = (): DelayTotals => ({
  byCategory: zeros(Float64Array, DELAY_CATEGORIES.length + 1),
  byCategoryCalendar: zeros(Float64Array, DELAY_CATEGORIES.length + 1),
  recoveryDays: 0,
  recoveryCalendarDays: 0,
  elsewhereDays: 0,
  aheadDays: 0,
  noTaskDays: 0,
  sharedDays: 0,
  consumedFloatDays: 0,
  revisions: noRevisions(),
  revisionsCalendar: noRevisions(),
  concurrentDays: 0,
  concurrentCalendarDays: 0,
  revisionConcurrentDays: 0,
  revisionConcurrentCalendarDays: 0,
  unequalDays: 0,
})

const SUMS = [
  'recoveryDays',
  'recoveryCalendarDays',
  'elsewhereDays',
  'aheadDays',
  'noTaskDays',
  'sharedDays',
  'consumedFloatDays',
  'concurrentDays',
  'concurrentCalendarDays',
  'revisionConcurrentDays',
  'revisionConcurrentCalendarDays',
  'unequalDays',
] as const

/** Totals of a window: its replay, with method windows its revisions too; with the others those stand apart. */
export function totalsOf(window: Window): DelayTotals {
  const { tally, revisions, bookings, method, halfFinish, later, calendarDays, concurrent } = window
  const totals = sumTotals([tally.totals])
  totals.revisionConcurrentDays = concurrent.days
  totals.revisionConcurrentCalendarDays = concurrent.calendarDays
  if (method !== 'windows') {
    for (const step of REVISION_STEPS) {
      totals.revisions[step] = revisions.steps[step].days
      totals.revisionsCalendar[step] = revisions.steps[step].calendarDays
    }
    return totals
  }
  const days = bookings.reduce((sum, booking) => sum + booking.days, 0)
  const calendar = calendarDays(onGrid(halfFinish), onGrid(later.finish))
  for (const booking of bookings) {
    // the movement of all of them is told in calendar days by their shares of it
    const share = days === 0 ? booking.days : (calendar * booking.days) / days
    if (booking.days > 0) {
      if (booking.taskIndex < 0) totals.noTaskDays += booking.days
      totals.byCategory[booking.category] += booking.days
      totals.byCategoryCalendar[booking.category] += share
    } else {
      totals.recoveryDays += booking.days
      totals.recoveryCalendarDays += share
      if (booking.taskIndex < 0) totals.elsewhereDays += booking.days
    }
  }
  return totals
}

export function sumTotals(all: readonly DelayTotals[]): DelayTotals {
  const sum = noTotals()
  for (const each of all) {
    each.byCategory.forEach((days, code) => {
      sum.byCategory[code] += days
    })
    each.byCategoryCalendar.forEach((days, code) => {
      sum.byCategoryCalendar[code] += days
    })
    for (const member of SUMS) sum[member] += each[member]
    for (const step of REVISION_STEPS) {
      sum.revisions[step] += each.revisions[step]
      sum.revisionsCalendar[step] += each.revisionsCalendar[step]
    }
  }
  return sum
}

/** Each sum but those by category and of revisions. */
export function mapTotals(totals: DelayTotals, of: (days: number) => number): DelayTotals {
  const mapped = { ...totals }
  for (const member of SUMS) mapped[member] = of(totals[member])
  return mapped
}

export const revisionDays = ({ revisions }: DelayTotals): number =>
  REVISION_STEPS.reduce((sum, step) => sum + revisions[step], 0)

export const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0)
