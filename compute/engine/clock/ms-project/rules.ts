/** Microsoft Project. */
import { ALAP, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, type Moments, momentAt } from '../input.ts'
import type { ClockRules, LateLink, LateMoments } from '../rules.ts'
import { finishByPlanLink, finishUnder, latePass } from './backward.ts'
import {
  boundByLink,
  earlyPass,
  externalStart,
  inWork,
  projectFinish,
  restStart,
  startByConstraint,
  startUnderConstraint,
} from './forward.ts'
import { type Held, heldThroughUntil, holdersThrough, isHeldThrough } from './held.ts'
import { planLag, planLagCalendar } from './lags.ts'
import { leafLinks } from './leaf-links.ts'
import { planOf } from './plan.ts'
import { afterLeveling, isHeldByHand, levelingDelay, linkedStart } from './spans.ts'

/** The last forward pass of an input: what is held by way of summaries is read from it. */
const passes = new WeakMap<ClockedInput, Held>()

function passOf(input: ClockedInput, early: Moments): Held {
  const known = passes.get(input)
  if (known?.early === early) return known
  const floors = known?.floors ?? new Float64Array(input.network.taskCount).fill(Number.NEGATIVE_INFINITY)
  return { input, plan: planOf(input), early, floors }
}

function forward(input: ClockedInput, early: Moments): void {
  const plan = planOf(input)
  const floors = new Float64Array(input.network.taskCount)
  passes.set(input, { input, plan, early, floors })
  earlyPass(input, plan, early, floors)
  if (!input.network.order.some(s => input.constraint[s] === ALAP && input.state[s] === NOT_STARTED)) return
  const late = latePass(input, plan, early, floors, projectFinish(input, early))
  earlyPass(input, { ...plan, lateStart: late.start }, early, floors)
}

function backward(input: ClockedInput, early: Moments, finish: number): LateMoments {
  const { plan, floors } = passOf(input, early)
  return latePass(input, plan, early, floors, finish)
}

function finishByLink(
  input: ClockedInput,
  early: Moments,
  s: number,
  k: number,
  start: number,
  finish: number,
): number {
  const plan = planOf(input)
  if (input.state[s] === COMPLETE) return Number.POSITIVE_INFINITY
  return finishByPlanLink(input, plan, early, plan.links.ofLive[k], input.network.task[k], s, start, finish)
}

const finishByConstraint = (input: ClockedInput, _early: Moments, s: number): number =>
  finishUnder(input, planOf(input), s, Number.POSITIVE_INFINITY)

function startByLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const plan = planOf(input)
  const bound = afterLeveling(input, plan, s, boundByLink(input, plan, early, s, plan.links.ofLive[k]))
  return bound === Number.NEGATIVE_INFINITY || input.state[s] === COMPLETE ? bound : inWork(input, s, bound)
}

function startByDates(input: ClockedInput, s: number): number {
  const plan = planOf(input)
  const { clock, state, constraint } = input
  if (state[s] === COMPLETE) return momentAt(clock, input.dataDate)
  if (isHeldByHand(input, plan, s)) return plan.manualStart[s]
  const pass = passes.get(input)
  const floor = pass === undefined ? Number.NEGATIVE_INFINITY : heldThroughUntil(pass, s)
  if (state[s] === IN_PROGRESS) return inWork(input, s, Math.max(floor, restStart(input, plan, s)))
  const wanted = startByConstraint(input, plan, s, Number.NEGATIVE_INFINITY) - levelingDelay(input, plan, s)
  const own = constraint[s] === NO_CONSTRAINT ? plan.projectStart : Math.min(plan.projectStart, wanted)
  return inWork(input, s, afterLeveling(input, plan, s, Math.max(floor, own, externalStart(input, s))))
}

function startUnder(input: ClockedInput, s: number, byLogic: number): number {
  const plan = planOf(input)
  const hasOwn = input.constraint[s] !== NO_CONSTRAINT && input.constraint[s] !== ALAP
  return hasOwn && input.state[s] === NOT_STARTED && !isHeldByHand(input, plan, s)
    ? startUnderConstraint(input, plan, s, byLogic)
    : byLogic
}

/** Microsoft Project counts free slack by the early dates of both ends, actual ones where they have started. */
export function freeFloatByLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const { clock, state } = input
  const plan = planOf(input)
  const e = plan.links.ofLive[k]
  const p = plan.links.task[e]
  const type = plan.links.type[e]
  const lag = planLag(input, plan, e)
  if (lag === Number.NEGATIVE_INFINITY || state[s] === COMPLETE) return Number.POSITIVE_INFINITY
  const start = linkedStart(input, early.start, s) - levelingDelay(input, plan, s)
  const to = toStart(type) ? start : early.finish[s]
  const from = fromFinish(type) ? early.finish[p] : linkedStart(input, early.start, p)
  const bound = lag === 0 ? to : planLagCalendar(input, plan, e, s).moved(to, -lag)
  const calendar = calendarOf(clock, p)
  return calendar.workBetween(from, bound) / calendar.minutesPerDay
}

function lateLinksThrough(input: ClockedInput, early: Moments): readonly LateLink[] {
  const plan = planOf(input)
  return leafLinks(input, plan, early.start).map(({ predecessor, successor, entry }) => ({
    predecessor,
    successor,
    finishBy: (start, finish) => finishByPlanLink(input, plan, early, entry, predecessor, successor, start, finish),
  }))
}

export const msProjectRules: ClockRules = {
  forward,
  projectFinish,
  backward,
  finishByLink,
  finishByConstraint,
  inWork: (input, s, moment) => (input.state[s] === COMPLETE ? moment : inWork(input, s, moment)),
  startByLink,
  startByDates,
  startByConstraint: startUnder,
  dataDateHoldsNothing: true,
  lateLinksThrough,
  isHeldThrough: (input, early, s) => isHeldThrough(passOf(input, early), s),
  holdersThrough: (input, early) => holdersThrough(passOf(input, early)),
}
