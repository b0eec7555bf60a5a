/** What points 12 and 13 share: days between offsets, and the schedule with its end left to the logic. */
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { NO_HITS } from '../../../check/findings.ts'
import { calendarOf, isByClock, momentAt } from '../../../clock/input.ts'
import { type CpmInput, withoutConstraint } from '../../../cpm/input.ts'
import { copied } from '../../../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../../../kind/constraint-types.ts'
import { roundHalfAway } from '../../../wording/round.ts'

/** Code of the column manuallyScheduled: true. */
const BY_HAND = 2

/** Microsoft Project moves such a task by no link. */
export const isByHand = ({ manuallyScheduled }: ScheduleColumns, i: number): boolean => manuallyScheduled[i] === BY_HAND

/** On the grid of offsets, for printing. */
export const offsetDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

export const outcome = (
  numerator: number,
  denominator: number,
  value: number | null,
  message: string,
): CheckOutcome => ({
  numerator,
  denominator,
  value,
  message,
  hits: NO_HITS,
})

/** The same schedule with the dates of one task left to its logic. */
export function released(input: CpmInput, task: number): CpmInput {
  const free = withoutConstraint(input, task)
  if (!isByClock(free)) return free
  const { clock } = free
  const manuallyScheduled = copied(clock.columns.manuallyScheduled)
  const constraintType = copied(clock.columns.constraintType)
  manuallyScheduled[task] = 0
  constraintType[task] = NO_CONSTRAINT
  return { ...free, clock: { ...clock, columns: { ...clock.columns, manuallyScheduled, constraintType } } }
}

/** Days between two offsets; by the clock working days of the calendar of that task, as its duration and float are. */
export function spanIn(input: CpmInput, task: number): (from: number, to: number) => number {
  if (!isByClock(input)) return (from, to) => to - from
  const { clock } = input
  const calendar = calendarOf(clock, task)
  return (from, to) => calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
}
