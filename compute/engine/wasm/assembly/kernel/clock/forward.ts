/** The forward pass by the clock: compute/engine/clock/p6/forward.ts, by rank. */
import { COMPLETE, FINISH_MILESTONE, IN_PROGRESS, NO_CONSTRAINT, NOT_STARTED } from '../../../../passes/codes.ts'
import { NOT_BEFORE, OF_FINISH, pins, startUnder } from '../../../../passes/constraint.ts'
import { fromFinish, toStart } from '../../../../passes/relation.ts'
import {
  at,
  EXPECTED_FINISH,
  EXTERNAL_START,
  effectOf,
  LATEST,
  LINK_FLOAT,
  ORDER,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_FROM,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_POINT,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  RESUME,
  SECOND_CONSTRAINT,
  SECOND_MOMENT,
  WORK_FINISH,
  WORK_START,
} from '../memory'
import { clearFound } from '../ranks'
import { isOverride, rankCount, setFinish } from '../setting'
import { Calendar, endOf, movedFrom, nextWork, startBefore, workAt, workBetween, workThere } from './calendars'
import { calendarOf, lagAhead, lagCalendar, rareDate } from './lags'
import { dataMoment, isComplete, momentAt, mustFinish, projectStart } from './setting'

let finishOfIncomplete: f64 = -Infinity
let finishOfComplete: f64 = -Infinity
/** Moments: P, and the latest finish of what ends the project. */
export let finishMoment: f64 = 0
export let lastMoment: f64 = 0

/** Minutes of work that are left of the task of rank r when it starts there. */
export function minutesFrom(r: usize, c: usize, start: f64): f64 {
  const expected = rareDate(EXPECTED_FINISH, r)
  if (Number.isNaN(expected) || isComplete(r)) return isComplete(r) ? 0 : load<f64>(at(RANK_REMAINING) + (r << 3))
  return max<f64>(0, workBetween(c, start, expected))
}

/** Complete work is a point that stands where it is; a finish milestone stays at the end of the work before it. */
export function standsAnywhere(r: usize): bool {
  return isComplete(r) || load<u8>(at(RANK_POINT) + r) === FINISH_MILESTONE
}

/** Work of the calendar of p at what it offers to links. */
export function workOffered(p: usize, ofFinish: bool): f64 {
  return load<f64>((ofFinish ? at(WORK_FINISH) : at(WORK_START)) + (p << 3))
}

/** The moment before which the links of the task that is placed let it not finish. */
let finishAsked: f64 = -Infinity

/** The moment from which link k lets what is left of r start; it may lie outside the working time of r. A link to the finish notes what it asks for. */
function boundByLink(k: usize, shift: usize, r: usize, c: usize): f64 {
  const p = <usize>load<u32>(at(RANK_TASK) + (k << 2))
  const relation = load<u8>(at(RANK_TYPE) + k)
  const ofFinish = fromFinish(relation)
  const lag = load<f64>(at(RANK_LAG) + (k << 3)) === 0 ? 0 : lagAhead(k, shift, p, r, relation)
  if (lag === -Infinity) return lag
  let bound = load<f64>((ofFinish ? at(RANK_EARLY_FINISH) : at(RANK_EARLY_START)) + (p << 3))
  if (lag !== 0) {
    const inCalendar = lagCalendar(k, shift, p, r)
    bound = movedFrom(
      inCalendar,
      inCalendar === calendarOf(p) ? workOffered(p, ofFinish) : workAt(inCalendar, bound),
      lag,
    )
  }
  if (toStart(relation) || isComplete(r)) return bound
  if (bound > finishAsked) finishAsked = bound
  return startBefore(c, bound, minutesFrom(r, c, bound))
}

function startByDates(r: usize, progress: u8): f64 {
  let earliest = dataMoment
  if (progress === NOT_STARTED) {
    if (projectStart > earliest) earliest = projectStart
    const external = rareDate(EXTERNAL_START, r)
    if (external > earliest) earliest = external
  } else if (progress === IN_PROGRESS) {
    const resumed = rareDate(RESUME, r)
    if (resumed > earliest) earliest = resumed
  }
  return earliest
}

function startByConstraint(r: usize, c: usize, byLogic: f64): f64 {
  const time = changetype<Calendar>(c)
  const minutes = load<f64>(at(RANK_REMAINING) + (r << 3))
  const code = load<u8>(at(RANK_CONSTRAINT) + r)
  let earliest = byLogic
  if (code !== NO_CONSTRAINT) {
    const effect = effectOf(code)
    earliest = startUnder(time, effect, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3)), minutes, byLogic, dataMoment)
    if (pins(effect)) return earliest
  }
  const second = secondConstraint(r)
  if (second === NO_CONSTRAINT || isComplete(r)) return earliest
  // it holds the start, and pins nothing
  const effect: u8 = effectOf(second) & (OF_FINISH | NOT_BEFORE)
  return startUnder(time, effect, rareDate(SECOND_MOMENT, r), minutes, earliest, dataMoment)
}

export function secondConstraint(r: usize): u8 {
  const codes = at(SECOND_CONSTRAINT)
  return codes === 0 ? NO_CONSTRAINT : load<u8>(codes + <usize>load<u32>(at(ORDER) + (r << 2)))
}

/** Early dates of the ranks from .. end - 1, in moments, and what each link asks for, where its float will stand. */
export function forwardByClock(from: u32, end: u32): void {
  if (from === 0) finishOfIncomplete = finishOfComplete = -Infinity
  memory.fill(at(RANK_ON_PATH) + <usize>from, 0, <usize>(end - from))
  for (let r = <usize>from; r < <usize>end; r++) {
    const shift = <usize>load<u32>(at(RANK_FROM) + (r << 2)) - <usize>load<u32>(at(RANK_START) + (r << 2))
    place(r, shift, at(LINK_FLOAT) + (shift << 3))
    if (isComplete(r))
      finishOfComplete = max<f64>(finishOfComplete, momentAt(load<f64>(at(RANK_REPORTED_FINISH) + (r << 3))))
    else finishOfIncomplete = max<f64>(finishOfIncomplete, load<f64>(at(RANK_EARLY_FINISH) + (r << 3)))
    store<f64>(at(RANK_LATE_FINISH) + (r << 3), Infinity)
    store<f64>(at(RANK_FREE_FLOAT) + (r << 3), Infinity)
    store<f64>(at(LATEST) + (r << 3), Infinity)
  }
}

/** Early dates of the task of rank r, and the work at them. What its links ask for goes to `bounds`, 0 = nowhere. */
export function place(r: usize, shift: usize, bounds: usize): void {
  const c = calendarOf(r)
  const progress = load<u8>(at(RANK_STATE) + r)
  const holds = !isOverride || progress === NOT_STARTED
  const linkEnd = <usize>load<u32>(at(RANK_START) + (r << 2), 4)
  let earliest = startByDates(r, progress)
  finishAsked = -Infinity
  for (let k = <usize>load<u32>(at(RANK_START) + (r << 2)); k < linkEnd; k++) {
    const bound = boundByLink(k, shift, r, c)
    if (bounds !== 0) store<f64>(bounds + (k << 3), bound)
    if (holds && bound > earliest) earliest = bound
  }
  earliest = startByConstraint(r, c, earliest)
  const stays = standsAnywhere(r)
  const start = stays ? earliest : nextWork(c, earliest)
  const work = stays ? workAt(c, start) : workThere
  store<f64>(at(RANK_EARLY_START) + (r << 3), start)
  store<f64>(at(WORK_START) + (r << 3), work)
  finishFrom(r, c, progress, start, work)
  // a link to its finish that falls into its days off holds the finish until work goes on; the work at it is the same
  const finish = at(RANK_EARLY_FINISH) + (r << 3)
  if (
    load<f64>(finish) < finishAsked &&
    holds &&
    Number.isNaN(rareDate(EXPECTED_FINISH, r)) &&
    !pins(effectOf(load<u8>(at(RANK_CONSTRAINT) + r)))
  )
    store<f64>(finish, nextWork(c, finishAsked))
}

/** Where what is left of the task ends that starts there: after its remaining duration, or as expected. */
function finishFrom(r: usize, c: usize, progress: u8, start: f64, work: f64): void {
  let finish = start
  let workFinish = work
  if (progress !== COMPLETE) {
    const expected = rareDate(EXPECTED_FINISH, r)
    const minutes = load<f64>(at(RANK_REMAINING) + (r << 3))
    if (!Number.isNaN(expected)) {
      finish = max<f64>(start, expected)
      workFinish = workAt(c, finish)
    } else if (minutes !== 0) {
      workFinish = work + minutes
      finish = endOf(c, workFinish)
    }
  }
  store<f64>(at(RANK_EARLY_FINISH) + (r << 3), finish)
  store<f64>(at(WORK_FINISH) + (r << 3), workFinish)
}

/** Between the passes, once all ranks have their early dates; the moment of P. */
export function finishByClock(): f64 {
  if (rankCount === 0) finishOfIncomplete = finishOfComplete = -Infinity
  const isAllComplete = finishOfIncomplete === -Infinity
  const byComplete = finishOfComplete === -Infinity ? dataMoment : finishOfComplete
  finishMoment = isAllComplete ? byComplete : finishOfIncomplete
  lastMoment = Number.isNaN(mustFinish) ? finishMoment : mustFinish
  clearFound()
  setFinish(finishMoment, lastMoment, isAllComplete)
  return finishMoment
}
