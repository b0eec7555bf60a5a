/**
 * How much of a movement its holders can hold: no more than it would have been less had nobody lost time (but-for). In one calendar that is
 * what they lost. By the clock a lost hour can move the finish over a weekend; so where it moved further than they lost, a forward pass says
 * what the rest is: how far the work that was done ahead of what holds it moves the finish of the first morning by itself, where all else goes on
 * as planned. What is left of such work can be due to begin later for it. That is nobody's.
 */
import { isByClock } from '../../clock/input.ts'
import { meansOverOrders } from '../../compare/order-means.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, withRemaining } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import { copied } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { type LateStarts, lossOf, type Slack, slackOf } from './holding.ts'
import { type Idle, type Step, TIE_DAYS, tieDays } from './idle.ts'
import { type Followed, finishIn } from './status.ts'

interface LaterFinish {
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

/** Tasks on one path whose shares of a day are exact, and tasks of the schedule times passes that this may cost. */
const SHARED_TASKS_MAX = 6
const SHARED_WALK_MAX = 65_536

/**
 * The mean, over all orders of these tasks, of what the loss of each moves the finish of the first morning by: what several on one path hold of a day that
 * jumps days off is no difference of offsets. Undefined where one calendar makes it the work that each lost, and where it would cost too much.
 */
export function butForShares(
  { was }: Step,
  idle: Idle,
  followed: Followed,
  /** Overwritten. */
  early: () => EarlyDates,
  tasks: readonly number[],
): readonly number[] | undefined {
  const passes = 2 ** tasks.length
  if (!isByClock(was) || tasks.length > SHARED_TASKS_MAX || passes * was.network.taskCount > SHARED_WALK_MAX)
    return undefined
  const finishes = Array.from({ length: passes }, (_, lost) =>
    finishIn(
      withLosses(
        was,
        idle,
        tasks.filter((_, n) => (lost & (1 << n)) !== 0),
      ),
      early(),
      followed,
    ),
  )
  return meansOverOrders(finishes, (later, finish) => Math.max(0, later - finish))
}

/** The first morning where these have their losses still to do: their ends come later, and what follows their starts. */
function withLosses(was: CpmInput, { lostWork }: Idle, tasks: readonly number[]): CpmInput {
  if (tasks.length === 0) return was
  const loses = new Set(tasks)
  const { task, type } = was.network
  const lagDays = was.lagDays.map((lag, k) =>
    !fromFinish(type[k]) && loses.has(task[k]) ? lag + lostWork[task[k]] : lag,
  )
  return withRemaining(
    { ...was, lagDays, clock: was.clock && { ...was.clock } },
    tasks.map(i => [i, was.remainingDays[i] + lostWork[i]] as const),
  )
}
