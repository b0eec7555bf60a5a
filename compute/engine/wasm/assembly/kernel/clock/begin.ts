/** From the columns as given to columns by rank: of a network by the clock all are renumbered. */

import { clearResults, isIdentity } from '../begin'
import { NO_CONSTRAINT, NOT_STARTED } from '../codes'
import {
  at,
  CALENDAR,
  CONSTRAINT,
  CONSTRAINT_OFFSET,
  ELAPSED,
  LAG,
  ORDER,
  POINT,
  RANK,
  RANK_CALENDAR,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_LAG,
  RANK_POINT,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_REPORTED_START,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  REMAINING,
  REPORTED_FINISH,
  REPORTED_START,
  START,
  STATE,
  TASK,
  TYPE,
} from '../memory'
import { setNetwork } from '../setting'
import { calendarAt, MINUTES_PER_DAY, minutesPerDay } from './calendars'
import { momentAt } from './setting'

let linkEnd: usize = 0

/** Once the columns as given are copied; rankTasks and renumberByClock follow. Returns whether the ranks are tasks. */
export function beginByClock(tasks: u32, ranks: u32, dataDate: f64, isOverride: bool): bool {
  const isListed = ranks === tasks && isIdentity(ranks)
  setNetwork(tasks, ranks, dataDate, isOverride, isListed)
  if (ranks < tasks) clearResults(<usize>tasks)
  linkEnd = 0
  return isListed
}

/** Whole minutes: what comes in is rounded here, once. */
function minutesOf(days: f64, perDay: f64): f64 {
  const minutes = days * perDay
  const up = ceil<f64>(minutes)
  return up - 0.5 <= minutes ? up : up - 1
}

/** Ranks from .. end - 1 and their links. */
export function renumberByClock(from: u32, end: u32): void {
  const order = at(ORDER)
  const start = at(START)
  const rankStart = at(RANK_START)
  for (let r = <usize>from; r < <usize>end; r++) {
    const s = <usize>load<u32>(order + (r << 2))
    const progress = load<u8>(at(STATE) + s)
    const code = load<u8>(at(CONSTRAINT) + s)
    const calendar = load<u16>(at(CALENDAR) + (s << 1))
    const minutes = minutesOf(load<f64>(at(REMAINING) + (s << 3)), minutesPerDay(calendarAt(calendar)))
    store<f64>(at(RANK_REMAINING) + (r << 3), minutes)
    store<u16>(at(RANK_CALENDAR) + (r << 1), calendar)
    store<u8>(at(RANK_POINT) + r, load<u8>(at(POINT) + s))
    store<u8>(at(RANK_STATE) + r, progress)
    store<u8>(at(RANK_CONSTRAINT) + r, code)
    if (code !== NO_CONSTRAINT)
      store<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3), momentAt(load<f64>(at(CONSTRAINT_OFFSET) + (s << 3))))
    if (progress !== NOT_STARTED) {
      store<f64>(at(RANK_REPORTED_START) + (r << 3), load<f64>(at(REPORTED_START) + (s << 3)))
      store<f64>(at(RANK_REPORTED_FINISH) + (r << 3), load<f64>(at(REPORTED_FINISH) + (s << 3)))
    }
    renumberLinks(load<u32>(start + (s << 2)), load<u32>(start + (s << 2), 4))
    store<u32>(rankStart + (r << 2), <u32>linkEnd, 4)
  }
}

function renumberLinks(from: u32, end: u32): void {
  const rank = at(RANK)
  const task = at(TASK)
  const type = at(TYPE)
  const lag = at(LAG)
  const rankTask = at(RANK_TASK)
  const rankType = at(RANK_TYPE)
  const rankLag = at(RANK_LAG)
  let to = linkEnd
  for (let k = <usize>from; k < <usize>end; k++, to++) {
    const p = <usize>load<u32>(task + (k << 2))
    store<u32>(rankTask + (to << 2), load<u32>(rank + (p << 2)))
    store<u8>(rankType + to, load<u8>(type + k))
    const days = load<f64>(lag + (k << 3))
    store<f64>(rankLag + (to << 3), days === 0 ? 0 : minutesOf(days, lagPerDay(k, p)))
  }
  linkEnd = to
}

/** Minutes that a day of the lag of link k from task p stands for. */
function lagPerDay(k: usize, p: usize): f64 {
  if (at(ELAPSED) !== 0 && load<u8>(at(ELAPSED) + k) === 1) return MINUTES_PER_DAY
  return minutesPerDay(calendarAt(load<u16>(at(CALENDAR) + (p << 1))))
}
