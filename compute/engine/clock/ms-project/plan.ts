/**
 * What the passes read under Microsoft Project's rules beside the ClockedInput: outline, links of summaries, dates that stand, splits. Made once
 * per network and progress, so that "what if" finds it again. Moments and minutes, NaN = none; arrays have length taskCount.
 */
import type { Network } from '../../graph/network.ts'
import { FNLT, MS_PROJECT_EFFECTS, SNET } from '../../kind/constraint-types.ts'
import { IN_PROGRESS } from '../../kind/states.ts'
import { holdsLate, OF_FINISH } from '../../passes/constraint.ts'
import { momentIn } from '../calendars.ts'
import { type ClockedInput, type ClockInput, calendarOf, momentAt, momentsOf } from '../input.ts'
import { earlyPass, heldBy, restStart } from './forward.ts'
import { type PlanLinks, planLinks } from './links.ts'
import { NO_PARENT, outlineOf } from './outline.ts'
import { planOrder } from './plan-order.ts'
import { MANUAL, minutesOf, shortestGap, storedGap } from './spans.ts'

export interface Plan {
  /** Steps as plan-order.ts has them. */
  readonly order: Int32Array
  readonly links: PlanLinks
  /** Index of the summary a task lies under, NO_PARENT = none. */
  readonly parent: Int32Array
  readonly isParent: Uint8Array
  /** Constraints of summaries: they hold all that lies under them. */
  readonly summaryNotBefore: Float64Array
  readonly summaryNotAfter: Float64Array
  /** Dates that stand, of tasks and summaries that are scheduled by hand. */
  readonly manualStart: Float64Array
  readonly manualFinish: Float64Array
  /** The whole duration. */
  readonly wholeMinutes: Float64Array
  /** What the span from start to finish has of working time beyond the duration while the task has not started: the gaps of a split. */
  readonly gapMinutes: Float64Array
  /** What the dates have less than the duration, where they are those of another one: 0 = nothing. They hold nothing then. */
  readonly lackingMinutes: Float64Array
  /** Where the work that was done of a started task ends. */
  readonly stop: Float64Array
  /** Where the rest of a started task goes on by itself, whatever its links say. */
  readonly resume: Float64Array
  /** Before which no task without a constraint starts. */
  readonly projectStart: number
  /** The latest finish that a constraint on the latest start leaves a task once it has started. */
  readonly startedFinish: Float64Array
  /** Late starts, once they are known: tasks as late as possible start there. */
  readonly lateStart?: Float64Array
}

/** A comparison computes the same schedule with other links, and with the progress of another schedule. */
const plans = new WeakMap<Network, WeakMap<ClockInput, WeakMap<Float64Array, Plan>>>()

export function planOf(input: ClockedInput): Plan {
  const ofNetwork = entry(plans, input.network, () => new WeakMap())
  const ofClock = entry(ofNetwork, input.clock, () => new WeakMap())
  return entry(ofClock, input.reportedStart, () => settledResumes(input, makePlan(input)))
}

function entry<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function makePlan(input: ClockedInput): Plan {
  const { projectStart } = input.clock
  const work = workOf(input)
  return {
    ...outlineAndLinks(input),
    ...summaryConstraints(input),
    ...work,
    ...stopsOf(input, work.wholeMinutes),
    projectStart: Number.isNaN(projectStart) ? momentAt(input.clock, input.floor) : projectStart,
  }
}

const none = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN)

function outlineAndLinks({ clock, network }: ClockedInput): Pick<Plan, 'order' | 'links' | 'parent' | 'isParent'> {
  const outline = outlineOf(clock.columns)
  const links = planLinks(clock.columns, network, outline)
  const order = planOrder(network, links, outline)
  if (order !== undefined) return { order, links, parent: outline.parent, isParent: outline.isParent }
  // a circle by way of summaries: the schedule is computed without them, by the links of its tasks
  const { taskCount } = network
  const bare = { ...outline, parent: new Int32Array(taskCount).fill(NO_PARENT), isParent: new Uint8Array(taskCount) }
  return { ...bare, order: Int32Array.from(network.order), links: planLinks(clock.columns, network, bare) }
}

/** Microsoft Project lets summaries have these two only. */
function summaryConstraints({ clock, network }: ClockedInput): Pick<Plan, 'summaryNotBefore' | 'summaryNotAfter'> {
  const { columns } = clock
  const { taskCount, takesPart } = network
  const summaryNotBefore = none(taskCount)
  const summaryNotAfter = none(taskCount)
  for (let i = 0; i < taskCount; i++) {
    if (takesPart[i] === 1) continue
    const code = columns.constraintType[i]
    if (code === SNET) summaryNotBefore[i] = momentIn(columns, 'constraintDate', i, 'start')
    else if (code === FNLT) summaryNotAfter[i] = momentIn(columns, 'constraintDate', i, 'finish')
  }
  return { summaryNotBefore, summaryNotAfter }
}

/** Where work in progress was stopped and goes on: as the schedule says of its own progress, else by what is done. */
function stopsOf(input: ClockedInput, wholeMinutes: Float64Array): Pick<Plan, 'stop' | 'resume'> {
  const { clock, network, remainingDays, reportedStart, state } = input
  const { columns, tasks } = clock
  const stop = none(network.taskCount)
  const resume = none(network.taskCount)
  for (const s of network.order) {
    if (state[s] !== IN_PROGRESS) continue
    const calendar = calendarOf(clock, s)
    const start = momentAt(clock, reportedStart[s])
    const given = columns.remainingDurationDays[s]
    const left = remainingDays[s]
    const isOwnRest = Number.isNaN(given) || left === 0 || Math.abs(left - given) < REST_TOLERANCE_DAYS
    const isOwn = isOwnRest && momentIn(columns, 'actualStart', s, 'start') === start
    const rest = isOwn && given >= 0 ? given : left
    const done = Math.max(0, wholeMinutes[s] - Math.round(rest * calendar.minutesPerDay))
    stop[s] = calendar.finishAfter(start, done)
    if (!isOwn) continue
    if (tasks.suspend !== undefined && tasks.suspend[s] >= start) stop[s] = tasks.suspend[s]
    if (tasks.resume === undefined) continue
    // a resume date from which the rest could not end where the schedule has its finish splits nothing
    const finish = columns.forecastFinishTime[s] > 0 ? momentIn(columns, 'forecastFinish', s, 'finish') : Number.NaN
    const ends = calendar.finishAfter(Math.max(stop[s], tasks.resume[s]), Math.round(rest * calendar.minutesPerDay))
    if (!(calendar.workBetween(finish, ends) > 0)) resume[s] = tasks.resume[s]
  }
  return { stop, resume }
}

const REST_TOLERANCE_DAYS = 1e-6

type Work = Pick<
  Plan,
  'manualStart' | 'manualFinish' | 'wholeMinutes' | 'gapMinutes' | 'lackingMinutes' | 'startedFinish'
>

function workOf({ clock, network }: ClockedInput): Work {
  const { columns } = clock
  const { taskCount } = network
  const { constraintType, durationDays, manuallyScheduled } = columns
  const { calendars, calendar: calendarIndex } = clock.made ?? {
    calendars: clock.calendars,
    calendar: clock.tasks.calendar,
  }
  const manualStart = none(taskCount)
  const manualFinish = none(taskCount)
  const wholeMinutes = new Float64Array(taskCount)
  const gapMinutes = new Float64Array(taskCount)
  const lackingMinutes = new Float64Array(taskCount)
  const startedFinish = none(taskCount)
  for (let i = 0; i < taskCount; i++) {
    const calendar = calendarOf(clock, i)
    const start = momentIn(columns, 'forecastStart', i, 'start')
    const finish = momentIn(columns, 'forecastFinish', i, 'finish')
    wholeMinutes[i] = minutesOf(durationDays[i], calendar)
    const effect = MS_PROJECT_EFFECTS[constraintType[i]]
    if (holdsLate(effect) && (effect & OF_FINISH) === 0) {
      startedFinish[i] = calendar.finishAfter(momentIn(columns, 'constraintDate', i, 'start'), wholeMinutes[i])
    }
    if (manuallyScheduled[i] === MANUAL && start <= finish) {
      manualStart[i] = start
      manualFinish[i] = finish
    }
    const stated = calendars[calendarIndex[i]]
    const gap = storedGap(columns, i, stated)
    if (gap >= 0 || gap >= shortestGap(columns, i, stated, calendars)) gapMinutes[i] = gap
    else lackingMinutes[i] = -gap
  }
  return { manualStart, manualFinish, wholeMinutes, gapMinutes, lackingMinutes, startedFinish }
}

/**
 * The plan without the resume dates that links explain. The rest of a task in progress goes on where it does by itself, as after a stop that a planner entered, or because a link held
 * it there when Microsoft Project computed: the date is the same, but what a link holds moves with the link.
 */
function settledResumes(input: ClockedInput, plan: Plan): Plan {
  const { network, clock, state } = input
  const resume = plan.resume.slice()
  if (!resume.some(moment => !Number.isNaN(moment))) return plan
  const early = momentsOf(network.taskCount)
  const floors = new Float64Array(network.taskCount)
  earlyPass(input, plan, early, floors)
  for (const s of network.order) {
    if (state[s] !== IN_PROGRESS || !(resume[s] > Number.NEGATIVE_INFINITY)) continue
    const calendar = calendarOf(clock, s)
    const held = heldBy(input, plan, early, floors, s)
    if (Number.isFinite(held) && calendar.workAt(held) >= calendar.workAt(restStart(input, plan, s)))
      resume[s] = Number.NaN
  }
  return { ...plan, resume }
}
