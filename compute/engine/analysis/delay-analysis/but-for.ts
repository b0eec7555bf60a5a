/**
 * How much of a movement its holders can hold: no more than it would have been less had nobody lost time (but-for). In one calendar that is
 * what they lost. By the clock a lost hour can move the finish over a weekend; so where it moved further than they lost, a forward pass says
 * what the rest is: how far the work that was done ahead of what holds it moves the finish of the first morning by itself, where all else goes on
 * as planned. What is left of such work can be due to begin later for it. That is nobody's.
 */
import { isByClock } from '../../clock/input.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import { copied } from '../../ids/short-arrays.ts'
import { type LateStarts, lossOf, type Slack, slackOf } from './holding.ts'
import { type Idle, type Step, TIE_DAYS, tieDays } from './idle.ts'
import { type Followed, finishIn } from './status.ts'

export interface LaterFinish {
  readonly was: number
  readonly is: number
}

/** Days of a movement that the holders on paths which end with the finish account for. */
export function heldDaysOf(
  step: Step,
  idle: Idle,
  holders: readonly number[],
  lateStart: LateStarts | undefined,
  slack: Slack,
  followed: Followed,
  finish: LaterFinish,
  /** Overwritten. */
  early: () => EarlyDates,
): number {
  const tie = tieDays(step.now)
  const days = finish.is - finish.was
  const tied = holders.filter(i => slackOf(slack, i) <= TIE_DAYS)
  const lost = tied.reduce((most, i) => Math.max(most, (lateStart?.days[i] ?? 0) + lossOf(slack, idle, i)), 0)
  if (lost >= days - tie) return days
  if (tied.length === 0 || !isByClock(step.now)) return lost
  const ahead = withWorkAhead(step, idle)
  if (ahead === undefined) return days
  const rest = finishIn(ahead, early(), followed) - finish.was
  return rest <= tie ? days : Math.max(lost, days - rest)
}

/** The first morning with the work that was done ahead of those that hold it, up to the second one; undefined = there was none. */
function withWorkAhead({ was, now }: Step, { available, lostDays }: Idle): CpmInput | undefined {
  const until = now.dataDate - tieDays(now)
  const isAhead = (s: number): boolean =>
    (lostDays[s] < 0 || (lostDays[s] === 0 && available[s] >= until)) &&
    (now.state[s] !== was.state[s] || now.remainingDays[s] !== was.remainingDays[s])
  const ahead = now.network.order.filter(isAhead)
  if (ahead.length === 0) return undefined
  const state = copied(was.state)
  const remainingDays = copied(was.remainingDays)
  const reportedStart = copied(was.reportedStart)
  const reportedFinish = copied(was.reportedFinish)
  const constraint = copied(was.constraint)
  const second = was.clock?.tasks.secondaryConstraint?.slice()
  for (const s of ahead) {
    state[s] = now.state[s]
    remainingDays[s] = now.remainingDays[s]
    reportedStart[s] = now.reportedStart[s]
    reportedFinish[s] = now.reportedFinish[s]
    constraint[s] = now.constraint[s]
    if (second !== undefined) second[s] = now.clock?.tasks.secondaryConstraint?.[s] ?? second[s]
  }
  // what rules read of started work itself stands in the columns of the second morning
  const clock = was.clock && now.clock && { ...now.clock, tasks: { ...was.clock.tasks, secondaryConstraint: second } }
  const progress = { state, remainingDays, reportedStart, reportedFinish, dataDate: was.dataDate, clock }
  return { ...was, ...progress, constraint, lagDays: lagsLeft(was.network, progress) }
}
