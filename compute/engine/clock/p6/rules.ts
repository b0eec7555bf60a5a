/** Primavera P6: the passes and their steps (engine/passes/p6-*.ts) as the engine asks them. Each step but placer's has a plan of its own. */
import { EFFECTS } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../kind/states.ts'
import { NOT_BEFORE, pins, wantedStart } from '../../passes/constraint.ts'
import {
  askedByLink,
  forward,
  inWork,
  minutesFrom,
  place,
  startByConstraint,
  startByDates,
} from '../../passes/p6-forward.ts'
import { isRunOut, lagAhead, lagCalendar, movedBy } from '../../passes/p6-lags.ts'
import { finishByDates, finishByLink, latePass } from '../../passes/p6-late.ts'
import { toStart } from '../../passes/relation.ts'
import { type ClockedInput, type Moments, momentAt } from '../input.ts'
import type { ClockRules } from '../rules.ts'
import { LateP6Plan, P6Plan } from './plan.ts'

/** Whether its second constraint puts the start of s later than its first one does. */
function isHeldBySecond(input: ClockedInput, s: number): boolean {
  const plan = new P6Plan(input)
  const [first, second] = [EFFECTS[input.constraint[s]], EFFECTS[plan.secondConstraint(s)]]
  if (pins(first) || (second & NOT_BEFORE) === 0) return false
  if ((first & NOT_BEFORE) === 0) return true
  const wanted = (effect: number, moment: number): number =>
    wantedStart(plan.timeOf(s), effect, moment, plan.minutesOf(s))
  return wanted(second, plan.secondMoment(s)) > wanted(first, plan.constraintMoment(s))
}

function projectFinish(input: ClockedInput, early: Moments): number {
  const { clock, network, state, reportedFinish } = input
  let incomplete = Number.NEGATIVE_INFINITY
  let complete = Number.NEGATIVE_INFINITY
  for (const i of network.order) {
    if (state[i] === COMPLETE) complete = Math.max(complete, momentAt(clock, reportedFinish[i]))
    else incomplete = Math.max(incomplete, early.finish[i])
  }
  if (incomplete !== Number.NEGATIVE_INFINITY) return incomplete
  return complete === Number.NEGATIVE_INFINITY ? momentAt(clock, input.dataDate) : complete
}

function startByLink(plan: P6Plan, s: number, k: number): number {
  const asked = askedByLink(plan, k, s)
  return asked === Number.NEGATIVE_INFINITY ? asked : inWork(plan, s, asked)
}

/** The forward pass turned round: late dates know no lag before work that goes on, though it holds that work. */
function heldEnds(input: ClockedInput, early: Moments) {
  const plan = new P6Plan(input, early)
  const { type, task } = input.network
  return (s: number, k: number, start: number, finish: number): number => {
    const p = task[k]
    const lag = lagAhead(plan, k, p, s)
    if (lag === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
    const end = toStart(type[k]) ? start : finish
    return lag === 0 ? end : movedBy(lagCalendar(plan, k, p, s), end, Number.NaN, -lag)
  }
}

export const p6Rules: ClockRules = {
  forward(input, early) {
    forward(new P6Plan(input, early), 0, input.network.order.length, false)
  },
  placer(input, early) {
    const plan = new P6Plan(input, early)
    return s => place(plan, s, false)
  },
  projectFinish,
  backward(input, early, finish) {
    const plan = new LateP6Plan(input, early)
    plan.turn(finish)
    latePass(plan, input.network.order.length, 0)
    return plan.lateDates
  },
  finishByLink(input, early, s, k, start, finish) {
    const end = toStart(input.network.type[k]) ? start : finish
    return finishByLink(new P6Plan(input, early), k, input.network.task[k], s, end, Number.NaN)
  },
  heldEnds,
  finishByConstraint(input, early, s) {
    const plan = new P6Plan(input, early)
    return finishByDates(plan, s, Number.POSITIVE_INFINITY, minutesFrom(plan, s, early.start[s]))
  },
  inWork: (input, s, moment) => inWork(new P6Plan(input), s, moment),
  startByLink: (input, early, s, k) => startByLink(new P6Plan(input, early), s, k),
  startByDates: (input, s) => startByDates(new P6Plan(input), s),
  startByConstraint: (input, s, byLogic) => startByConstraint(new P6Plan(input), s, byLogic),
  startsOf(input, early) {
    const plan = new P6Plan(input, early)
    return {
      byLink: (s, k) => startByLink(plan, s, k),
      inWork: (s, moment) => inWork(plan, s, moment),
      byDates: s => startByDates(plan, s),
      byConstraint: (s, byLogic) => startByConstraint(plan, s, byLogic),
    }
  },
  isHeldBySecond,
  isRunOut: (input, s, k) => isRunOut(new P6Plan(input), k, input.network.task[k], s),
}
