/** From columns by rank, as begin.ts leaves them, to whole minutes: what comes in is rounded here, once. */
import { NO_CONSTRAINT } from '../../../../passes/codes.ts'
import {
  at,
  CALENDAR,
  ELAPSED,
  ORDER,
  POINT,
  RANK_CALENDAR,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_FROM,
  RANK_LAG,
  RANK_POINT,
  RANK_REMAINING,
  RANK_START,
  RANK_TASK,
} from '../memory'
import { calendarAt, MINUTES_PER_DAY, minutesPerDay } from './calendars'
import { momentAt } from './setting'

function rounded(minutes: f64): f64 {
  const up = ceil<f64>(minutes)
  return up - 0.5 <= minutes ? up : up - 1
}

function perDay(r: usize): f64 {
  return minutesPerDay(calendarAt(load<u16>(at(RANK_CALENDAR) + (r << 1))))
}

/** Ranks from .. end - 1 and the lags of their links. */
export function toMinutes(from: u32, end: u32): void {
  const order = at(ORDER)
  for (let r = <usize>from; r < <usize>end; r++) {
    const s = <usize>load<u32>(order + (r << 2))
    store<u16>(at(RANK_CALENDAR) + (r << 1), load<u16>(at(CALENDAR) + (s << 1)))
    store<u8>(at(RANK_POINT) + r, load<u8>(at(POINT) + s))
  }
  for (let r = <usize>from; r < <usize>end; r++) {
    const remaining = at(RANK_REMAINING) + (r << 3)
    store<f64>(remaining, rounded(load<f64>(remaining) * perDay(r)))
    if (load<u8>(at(RANK_CONSTRAINT) + r) !== NO_CONSTRAINT) {
      const offset = at(RANK_CONSTRAINT_OFFSET) + (r << 3)
      store<f64>(offset, momentAt(load<f64>(offset)))
    }
    const first = <usize>load<u32>(at(RANK_START) + (r << 2))
    const last = <usize>load<u32>(at(RANK_START) + (r << 2), 4)
    lagsToMinutes(first, last, <usize>load<u32>(at(RANK_FROM) + (r << 2)) - first)
  }
}

function lagsToMinutes(first: usize, last: usize, shift: usize): void {
  for (let k = first; k < last; k++) {
    const lag = at(RANK_LAG) + (k << 3)
    const days = load<f64>(lag)
    if (days === 0) continue
    const isElapsed = at(ELAPSED) !== 0 && load<u8>(at(ELAPSED) + k + shift) === 1
    store<f64>(lag, rounded(days * (isElapsed ? MINUTES_PER_DAY : perDay(<usize>load<u32>(at(RANK_TASK) + (k << 2))))))
  }
}
