/** What is left of the lag of a link: compute/engine/clock/p6/lags.ts. A link is `k`, its place by task `k + shift`, its ends have ranks p and r. */
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../../../passes/codes.ts'
import { fromFinish, toStart } from '../../../../passes/relation.ts'
import {
  at,
  ELAPSED,
  ORDER,
  RANK_CALENDAR,
  RANK_LAG,
  RANK_REPORTED_FINISH,
  RANK_REPORTED_START,
  RANK_STATE,
  RESUME,
  SUSPEND,
} from '../memory'
import { calendarAt, workBetween } from './calendars'
import {
  dataMoment,
  LAG_24_HOUR,
  LAG_PROJECT,
  LAG_SUCCESSOR,
  lagRule,
  momentAt,
  projectCalendar,
  roundTheClock,
} from './setting'

export function calendarOf(r: usize): usize {
  return calendarAt(load<u16>(at(RANK_CALENDAR) + (r << 1)))
}

/** A date of the task of rank r that few have; NaN = none. */
export function rareDate(column: u32, r: usize): f64 {
  const dates = at(column)
  return dates === 0 ? NaN : load<f64>(dates + ((<usize>load<u32>(at(ORDER) + (r << 2))) << 3))
}

/** The calendar that the lag of link k counts in. */
export function lagCalendar(k: usize, shift: usize, p: usize, r: usize): usize {
  if (lagRule === LAG_24_HOUR || (at(ELAPSED) !== 0 && load<u8>(at(ELAPSED) + k + shift) === 1))
    return calendarAt(roundTheClock)
  if (lagRule === LAG_PROJECT) return calendarAt(projectCalendar)
  return calendarOf(lagRule === LAG_SUCCESSOR ? r : p)
}

/** As the forward pass feels it. */
export function lagAhead(k: usize, shift: usize, p: usize, r: usize, relation: u8): f64 {
  const lag = load<f64>(at(RANK_LAG) + (k << 3))
  const ofP = load<u8>(at(RANK_STATE) + p)
  if (ofP === NOT_STARTED || lag === -Infinity) return lag
  const ofR = load<u8>(at(RANK_STATE) + r)
  if (ofP === COMPLETE) {
    if (ofR === COMPLETE || (ofR === IN_PROGRESS && fromFinish(relation) && toStart(relation))) return 0
    return sinceActual(k, shift, p, r, relation, lag)
  }
  if (fromFinish(relation)) return lag
  return ofR === COMPLETE ? 0 : sinceStart(p, lag)
}

/** As the backward pass feels it. */
export function lagBack(k: usize, shift: usize, p: usize, r: usize, relation: u8): f64 {
  const lag = load<f64>(at(RANK_LAG) + (k << 3))
  if (lag === -Infinity) return lag
  const ofP = load<u8>(at(RANK_STATE) + p)
  const ofR = load<u8>(at(RANK_STATE) + r)
  if (fromFinish(relation) && toStart(relation) && ofR !== NOT_STARTED && (ofR === COMPLETE || ofP !== NOT_STARTED))
    return 0
  if (ofP === NOT_STARTED) return lag
  if (ofP === COMPLETE) return ofR === IN_PROGRESS ? 0 : sinceActual(k, shift, p, r, relation, lag)
  if (fromFinish(relation)) return lag
  return ofR === COMPLETE || !toStart(relation) ? 0 : sinceStart(p, lag)
}

/** A lag from the actual date of a complete task: what the data date leaves of it. A lead is over. */
function sinceActual(k: usize, shift: usize, p: usize, r: usize, relation: u8, lag: f64): f64 {
  if (!(lag > 0)) return 0
  const from = momentAt(load<f64>(at(fromFinish(relation) ? RANK_REPORTED_FINISH : RANK_REPORTED_START) + (p << 3)))
  const passed = workBetween(lagCalendar(k, shift, p, r), from, dataMoment)
  return max<f64>(0, lag - max<f64>(0, passed))
}

/** A lag from the start of work in progress: less the work that has been done. */
function sinceStart(p: usize, lag: f64): f64 {
  if (!(lag > 0)) return 0
  return max<f64>(0, lag - actualMinutes(p))
}

/** Working time of a task in progress from its actual start to the data date, suspended time left out. */
function actualMinutes(p: usize): f64 {
  const c = calendarOf(p)
  const start = momentAt(load<f64>(at(RANK_REPORTED_START) + (p << 3)))
  if (!(start < dataMoment)) return 0
  const suspended = rareDate(SUSPEND, p)
  if (!(suspended >= start && suspended < dataMoment)) return workBetween(c, start, dataMoment)
  const resumed = rareDate(RESUME, p)
  const after = resumed >= suspended && resumed < dataMoment ? workBetween(c, resumed, dataMoment) : 0
  return workBetween(c, start, suspended) + after
}
