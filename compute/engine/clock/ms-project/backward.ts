/** The backward pass as Microsoft Project does it, in moments: late dates and total slack. The rules are in README.md. */
import { ALAP, MS_PROJECT_EFFECTS } from '../../kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { finishUnder as finishUnderConstraint, holdsLate, OF_FINISH, pins } from '../../passes/constraint.ts'
import { fromFinish, SS, toStart } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, linksHold, type Moments, momentAt, remainingMinutes } from '../input.ts'
import type { LateMoments } from '../rules.ts'
import { heldBy, inWork } from './forward.ts'
import { planLag, planLagCalendar } from './lags.ts'
import { NO_PARENT } from './outline.ts'
import type { Plan } from './plan.ts'
import { hasFixedStart, isHeldByHand, levelingDelay, spanMinutes, stopOf } from './spans.ts'

/** What the pass has found so far; arrays have length taskCount. */
interface LatePass {
  readonly input: ClockedInput
  readonly plan: Plan
  readonly early: Moments
  /** Of the forward pass: before which nothing under a summary starts. */
  readonly floors: Float64Array
  readonly late: LateMoments
  /** What late dates count from: no task has a later one. */
  readonly last: number
  /** What successors leave the finish of a task. */
  readonly neededFinish: Float64Array
  /** The latest finish under a summary; Infinity where nothing holds it and open ends are critical. */
  readonly ceiling: Float64Array
  /** The earliest late start under a summary, and 1 = something under it is not complete. */
  readonly begin: Float64Array
  readonly isOpen: Uint8Array
  /** First task to start under each summary; made when a link needs it. */
  first: Int32Array | undefined
}

export function latePass(
  input: ClockedInput,
  plan: Plan,
  early: Moments,
  floors: Float64Array,
  projectFinish: number,
): LateMoments {
  const { taskCount } = input.network
  const filled = (value: number): Float64Array => new Float64Array(taskCount).fill(value)
  const last = lastFinish(input, plan, projectFinish)
  // where open ends are critical, a task that nothing holds is held by its own early finish (openFinish)
  const ofProject = input.clock.rules.openEndsCritical ? Number.POSITIVE_INFINITY : last
  const pass: LatePass = {
    input,
    plan,
    early,
    floors,
    late: { start: filled(Number.NaN), finish: filled(Number.NaN), totalFloat: filled(Number.NaN) },
    neededFinish: filled(Number.POSITIVE_INFINITY),
    last,
    ceiling: filled(ofProject),
    begin: filled(Number.POSITIVE_INFINITY),
    isOpen: new Uint8Array(taskCount),
    first: undefined,
  }
  const { order, isParent, parent } = plan
  for (let at = order.length - 1; at >= 0; at--) {
    const step = order[at]
    const s = step >= taskCount ? step - taskCount : step
    const above = parent[s] === NO_PARENT ? ofProject : pass.ceiling[parent[s]]
    if (step >= taskCount) {
      pass.ceiling[s] = ceilingOf(pass, s, above)
      continue
    }
    if (isParent[s] === 0) placeLate(pass, s, above)
    if (parent[s] !== NO_PARENT) {
      pass.begin[parent[s]] = Math.min(pass.begin[parent[s]], pass.begin[s])
      pass.isOpen[parent[s]] |= pass.isOpen[s]
    }
    if (pass.isOpen[s] === 1 && linksHold(input, s)) reportPredecessors(pass, s)
  }
  return pass.late
}

/** What late dates count from: the date the project has to meet, else its finish or the last date that a constraint allows, whichever is later. */
function lastFinish(input: ClockedInput, plan: Plan, projectFinish: number): number {
  const { clock, constraint, constraintOffset, network, state } = input
  if (!Number.isNaN(input.mustFinish)) return momentAt(clock, input.mustFinish)
  let last = projectFinish
  for (const s of network.order) {
    const effect = MS_PROJECT_EFFECTS[constraint[s]]
    if (!holdsLate(effect) || pins(effect)) continue
    const isOfFinish = (effect & OF_FINISH) !== 0
    if (state[s] === NOT_STARTED || (state[s] === IN_PROGRESS && isOfFinish)) {
      const moment = momentAt(clock, constraintOffset[s])
      last = Math.max(last, calendarOf(clock, s).finishAfter(moment, isOfFinish ? 0 : spanMinutes(input, plan, s)))
    }
  }
  for (const moment of plan.summaryNotAfter) if (moment > last) last = moment
  return last
}

function ceilingOf({ plan, neededFinish }: LatePass, s: number, above: number): number {
  // dates by hand hold nothing that lies under them
  if (!Number.isNaN(plan.manualStart[s])) return above
  const latest = Math.min(above, neededFinish[s])
  const own = plan.summaryNotAfter[s]
  return Number.isNaN(own) ? latest : Math.min(own, latest)
}

/** The latest finish of s, which others let finish by `byLogic`: Infinity = nothing follows it. As late as possible ends with the project. */
function openFinish({ input, early, last }: LatePass, s: number, byLogic: number): number {
  if (byLogic !== Number.POSITIVE_INFINITY) return Math.min(last, byLogic)
  const isAsLate = input.constraint[s] === ALAP && input.state[s] === NOT_STARTED
  return isAsLate ? last : Math.min(last, early.finish[s])
}

function placeLate(pass: LatePass, s: number, above: number): void {
  const { input, plan, early, late } = pass
  const { clock, state } = input
  if (state[s] === COMPLETE) {
    pass.begin[s] = momentAt(clock, input.reportedStart[s])
    return
  }
  const calendar = calendarOf(clock, s)
  const isStarted = state[s] === IN_PROGRESS
  const span = spanMinutes(input, plan, s)
  const latest = finishUnder(input, plan, s, openFinish(pass, s, Math.min(pass.neededFinish[s], above)))
  let finish = span === 0 ? latest : calendar.previousWork(latest)
  // held after days off by a link to the finish: its late finish stands there, too
  if (finish < early.finish[s] && early.finish[s] <= latest) finish = early.finish[s]
  const start = calendar.startBefore(finish, span)
  const finishSlack = calendar.workBetween(early.finish[s], finish)
  const slack = isStarted ? finishSlack : Math.min(finishSlack, calendar.workBetween(early.start[s], start))
  late.totalFloat[s] = Math.min(slack, slackOfLinks(pass, s, start)) / calendar.minutesPerDay
  late.finish[s] = finish
  late.start[s] = start
  if (isStarted && !Number.isNaN(plan.manualStart[s])) {
    late.start[s] = calendar.startBefore(finish, plan.wholeMinutes[s])
  } else if (isStarted) {
    late.start[s] = momentAt(clock, input.reportedStart[s])
    // the rest cannot lie before what was done: the late finish is the early one then, and only the slack shows it
    const rest = remainingMinutes(input, s)
    if (calendar.workBetween(stopOf(input, plan, s), finish) < rest) late.finish[s] = early.finish[s]
  }
  pass.begin[s] = late.start[s]
  pass.isOpen[s] = 1
}

/** Of s, which an honored constraint has earlier than its links ask for, the slack from where they ask for it; Infinity = it has it not. */
function slackOfLinks({ input, plan, early, floors }: LatePass, s: number, lateStart: number): number {
  const { clock, constraint, state } = input
  const isHeld = clock.rules.honorConstraints && holdsLate(MS_PROJECT_EFFECTS[constraint[s]])
  if (!isHeld || state[s] !== NOT_STARTED || isHeldByHand(input, plan, s)) return Number.POSITIVE_INFINITY
  const asked = inWork(input, s, heldBy(input, plan, early, floors, s))
  return asked > early.start[s] ? calendarOf(clock, s).workBetween(asked, lateStart) : Number.POSITIVE_INFINITY
}

/** The latest finish of incomplete s under its deadline and its constraint, where all else would allow `byLogic`. */
export function finishUnder(input: ClockedInput, plan: Plan, s: number, byLogic: number): number {
  const { clock, constraint, constraintOffset, state } = input
  const deadline = clock.tasks.deadline?.[s] ?? Number.NaN
  let latest = byLogic
  if (deadline < latest) latest = deadline
  if (state[s] === IN_PROGRESS && plan.startedFinish[s] < latest) latest = plan.startedFinish[s]
  const effect = MS_PROJECT_EFFECTS[constraint[s]]
  if (!holdsLate(effect) || (state[s] !== NOT_STARTED && (effect & OF_FINISH) === 0)) return latest
  const moment = momentAt(clock, constraintOffset[s])
  const finish = finishUnderConstraint(calendarOf(clock, s), effect, moment, spanMinutes(input, plan, s), latest)
  return clock.rules.honorConstraints ? finish : Math.min(latest, finish)
}

function reportPredecessors(pass: LatePass, s: number): void {
  const { input, plan, early, late, neededFinish } = pass
  const { links, isParent } = plan
  const finish = isParent[s] === 1 ? openFinish(pass, s, pass.ceiling[s]) : late.finish[s]
  for (let e = links.start[s]; e < links.start[s + 1]; e++) {
    let p = links.task[e]
    // the start of a summary is that of the first task under it
    if (isParent[p] === 1 && !fromFinish(links.type[e])) p = firstUnder(pass, p)
    if (p === NO_PARENT) continue
    const bound = Math.min(pass.last, finishByPlanLink(input, plan, early, e, p, s, pass.begin[s], finish))
    if (bound < neededFinish[p]) neededFinish[p] = bound
  }
}

/** The latest finish that link e of the plan into s leaves p, where s has the late dates `start` and `finish`; Infinity where it holds nothing. */
export function finishByPlanLink(
  input: ClockedInput,
  plan: Plan,
  early: Moments,
  e: number,
  p: number,
  s: number,
  start: number,
  finish: number,
): number {
  const type = plan.links.type[e]
  const lag = planLag(input, plan, e)
  const isStarted = input.state[s] === IN_PROGRESS
  const isOfStart = !fromFinish(type)
  if (lag === Number.NEGATIVE_INFINITY || (isStarted && type === SS)) return Number.POSITIVE_INFINITY
  // a start that has been, or stands, is not held
  if (isOfStart && hasFixedStart(input, plan, p)) return Number.POSITIVE_INFINITY
  let end = finish
  // the rest of work in progress goes on where it does now, whatever its slack: nothing before it may be later
  if (toStart(type) && !isStarted) end = start - levelingDelay(input, plan, s)
  else if (toStart(type) && remainingMinutes(input, s) > 0) end = early.start[s]
  const bound = lag === 0 ? end : planLagCalendar(input, plan, e, s).moved(end, -lag)
  return isOfStart ? calendarOf(input.clock, p).finishAfter(bound, spanMinutes(input, plan, p)) : bound
}

function firstUnder(pass: LatePass, summary: number): number {
  if (pass.first !== undefined) return pass.first[summary]
  const { early, plan } = pass
  const { taskCount } = pass.input.network
  const first = new Int32Array(taskCount).fill(NO_PARENT)
  for (const step of plan.order) {
    const s = step >= taskCount ? step - taskCount : step
    if (step < taskCount && plan.isParent[s] === 1) continue
    const above = plan.parent[s]
    const own = step >= taskCount ? first[s] : s
    if (above === NO_PARENT || own === NO_PARENT) continue
    if (first[above] === NO_PARENT || early.start[own] < early.start[first[above]]) first[above] = own
  }
  pass.first = first
  return first[summary]
}
