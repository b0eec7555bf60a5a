/**
 * What determines the early dates of each task: a link, its own constraint, the data date or the project start. If several give the same day,
 * the link is named before the dates, and a constraint only if it moves the task or pins it. O(n + m).
 */

import { DRIVERS } from '../../../shared/contract/analysis/cpm/words.ts'
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import type { Network } from '../graph/network.ts'
import { isUpTo, zeros } from '../ids/short-arrays.ts'
import { EFFECTS, NO_CONSTRAINT } from '../kind/constraint-types.ts'
import { NOT_BEFORE, pins, wantedStart } from '../passes/constraint.ts'
import { linksCountOf, startByLinks } from '../passes/forward.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { heldByConstraintAt, isHeldThroughAt } from './clocked-drivers.ts'
import type { CpmResult } from './cpm.ts'
import { DayPlan } from './day-plan.ts'
import { LINK_DRIVING, LINK_VIOLATED } from './float.ts'
import type { CpmInput } from './input.ts'
import { isResumed } from './prepare.ts'

type Driver = (typeof DRIVERS)[number]
const codeOf = (driver: Driver): number => DRIVERS.indexOf(driver)
const NOTHING = codeOf(null)
/** One that the dates violate sets none of them. */
const LINK = codeOf('link')
const CONSTRAINT = codeOf('constraint')
const DATA_DATE = codeOf('data_date')
const PROJECT_START = codeOf('project_start')

const NO_TASKS = new Uint32Array(0)
const NO_MARKS = new Uint8Array(0)
const NO_DAYS = new Float64Array(0)

export interface Drivers {
  /** Index into DRIVERS. Length taskCount. */
  readonly driver: Uint8Array
  /** Predecessors of task i whose links drive it: entries start[i] .. start[i + 1], each once although two links of a pair may drive. */
  readonly drivenBy: { readonly start: Uint32Array; readonly tasks: Uint32Array }
  /** Tasks that their constraint drives, in input order. */
  readonly constrained: Uint32Array
  /** 1: by its second constraint. Entry n is for constrained[n]; empty: none is, as in every schedule without calendars. */
  readonly bySecond: Uint8Array
  /** Days of each beyond what its links and the data date allow; negative: a pin puts it before its links. */
  readonly heldDays: Float64Array
}

export function driversOf(input: CpmInput, result: CpmResult): Drivers {
  const { network, state, dataDate, floor } = input
  const { taskCount, order, takesPart } = network
  const plan = isByClock(input) ? undefined : new DayPlan(input, result.early)
  const byDate = dataDate > floor + EPSILON_DAYS ? DATA_DATE : PROJECT_START
  const driver = zeros(Uint8Array, taskCount).fill(byDate)
  const drivenBy = followLinks(network, result, driver)
  const constrained: number[] = []
  const held: number[] = []
  const mayHold = isByClock(input) || result.alapShift !== undefined || !isUpTo(input.constraint, NO_CONSTRAINT)
  const isOpen = order.length === taskCount && isUpTo(state, NOT_STARTED)
  for (let i = 0; i < taskCount && (mayHold || !isOpen); i++) {
    if (takesPart[i] === 0 || state[i] === COMPLETE) {
      driver[i] = NOTHING
      continue
    }
    if (!mayHold) continue
    const heldDays = heldByConstraint(input, plan, result, i)
    if (heldDays !== undefined) {
      driver[i] = CONSTRAINT
      constrained.push(i)
      held.push(heldDays)
    } else if (isByClock(input) && driver[i] !== LINK) {
      if (state[i] === NOT_STARTED && rulesOf(input).dataDateHoldsNothing) driver[i] = PROJECT_START
      if (isHeldThroughAt(input, result, i)) driver[i] = LINK
    }
  }
  if (constrained.length === 0)
    return { driver, drivenBy, constrained: NO_TASKS, bySecond: NO_MARKS, heldDays: NO_DAYS }
  const bySecond = isByClock(input)
    ? Uint8Array.from(constrained, i => (isShifted(result, i) || !rulesOf(input).isHeldBySecond?.(input, i) ? 0 : 1))
    : NO_MARKS
  return {
    driver,
    drivenBy,
    constrained: Uint32Array.from(constrained),
    bySecond,
    heldDays: Float64Array.from(held),
  }
}

/** Lists the predecessors that drive a task, and notes as driver of it that a link is. */
function followLinks(
  { taskCount, start, task }: Network,
  { linkMarks, linkFloat }: CpmResult,
  driver: Uint8Array,
): Drivers['drivenBy'] {
  const listStart = zeros(Uint32Array, taskCount + 1)
  const tasks = zeros(Uint32Array, task.length)
  // successor + 1 that task p was last listed for
  const listedFor = zeros(Uint32Array, taskCount)
  let length = 0
  let k = 0
  for (let s = 0; s < taskCount; s++) {
    const from = k
    const end = start[s + 1]
    let isHidden = false
    for (; k < end; k++) {
      const marks = linkMarks[k]
      if ((marks & LINK_DRIVING) === 0) continue
      if ((marks & LINK_VIOLATED) === 0) driver[s] = LINK
      else isHidden = true
      const p = task[k]
      if (listedFor[p] === s + 1) continue
      listedFor[p] = s + 1
      tasks[length++] = p
    }
    // a link that reported dates contradict has less float than the one that sets the dates
    for (let n = from; isHidden && n < end; n++) {
      if (Math.abs(linkFloat[n]) > EPSILON_DAYS) continue
      driver[s] = LINK
      if (listedFor[task[n]] === s + 1) continue
      listedFor[task[n]] = s + 1
      tasks[length++] = task[n]
    }
    listStart[s + 1] = length
  }
  return { start: listStart, tasks: tasks.subarray(0, length) }
}

/** Whether ALAP moves it. */
const isShifted = ({ alapShift }: CpmResult, i: number): boolean => alapShift !== undefined && alapShift[i] > 0

/** Days that its constraint holds a task beyond what else would set its start; undefined: the constraint does not set it. */
function heldByConstraint(
  input: CpmInput,
  plan: DayPlan | undefined,
  result: CpmResult,
  i: number,
): number | undefined {
  if (plan === undefined) return isByClock(input) ? heldByConstraintAt(input, result, i) : undefined
  if (isShifted(result, i)) return result.alapShift![i]
  const code = input.constraint[i]
  // what waits to be resumed is in work: by the clock, too, its data date is told
  if (code === NO_CONSTRAINT || isResumed(input, i)) return undefined
  const { dataDate } = input
  const effect = EFFECTS[code]
  const left = input.remainingDays[i]
  const byLinks = linksCountOf(plan, i) ? startByLinks(plan, i, left) : Number.NEGATIVE_INFINITY
  const held = snap(result.early.start[i] - Math.max(dataDate, byLinks))
  if (pins(effect))
    return wantedStart(plan, effect, input.constraintOffset[i], left) < dataDate - EPSILON_DAYS ? undefined : held
  return (effect & NOT_BEFORE) !== 0 && held > EPSILON_DAYS ? held : undefined
}
