/** Primavera P6. */
import { isPin } from '../../kind/constraint-types.ts'
import { NOT_STARTED } from '../../kind/states.ts'
import { FF, FS, SS } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, lagMinutes, type Moments } from '../input.ts'
import type { ClockRules } from '../rules.ts'
import { backward, finishByConstraint, finishByLink } from './backward.ts'
import {
  expectedFinish,
  forward,
  inWork,
  isHeldBySecond,
  place,
  projectFinish,
  startByConstraint,
  startByDates,
  startByLink,
} from './forward.ts'

/** P6 counts free float in the calendar of the predecessor and takes the lag off as it is given. */
function freeFloatByLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const { clock, network, constraint, state } = input
  const p = network.task[k]
  const type = network.type[k]
  // a finish that is set leaves nothing
  if (isPin(constraint[p]) || !Number.isNaN(expectedFinish(input, p))) return 0
  if (type === SS && state[p] !== NOT_STARTED) return 0
  const lag = lagMinutes(input, k)
  if (lag === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
  const calendar = calendarOf(clock, p)
  const from = (type === FS || type === FF ? early.finish : early.start)[p]
  const to = (type === FS || type === SS ? early.start : early.finish)[s]
  return (calendar.workBetween(from, to) - lag) / calendar.minutesPerDay
}

export const p6Rules: ClockRules = {
  forward,
  place,
  projectFinish,
  backward,
  finishByLink,
  finishByConstraint,
  inWork,
  startByLink,
  startByDates,
  startByConstraint,
  isHeldBySecond,
  freeFloatByLink,
}
