/** What is given of a network by the clock as a whole; then columns by rank, as ../begin.ts leaves them, to whole minutes: what comes in is rounded once. */
import { NO_CONSTRAINT } from '../../../../passes/codes.ts'
import { MINUTES_PER_DAY } from './calendars'
import { clockRanks, rounded } from './ranks'

/** `criticalMinutes` NaN: tasks are critical by the longest path. */
export function setRules(
  lags: u32,
  floats: u32,
  ofProject: u32,
  continuous: u32,
  criticalMinutes: f64,
  openEnds: bool,
): void {
  clockRanks.lagRule = lags
  clockRanks.floatRule = floats
  clockRanks.projectCalendar = ofProject
  clockRanks.roundTheClock = continuous
  clockRanks.criticalMinutes = criticalMinutes
  clockRanks.openEndsCritical = openEnds
}

/** `start` is a moment, the others are offsets; start and finish may be NaN. */
export function setMoments(zero: f64, dataDate: f64, start: f64, finish: f64): void {
  clockRanks.origin = zero
  clockRanks.dataMoment = clockRanks.momentAt(dataDate)
  clockRanks.projectStart = start
  clockRanks.mustFinish = finish >= -Infinity ? clockRanks.momentAt(finish) : NaN
}

/** Ranks from .. end - 1 and the lags of their links. */
export function toMinutes(from: u32, end: u32): void {
  for (let r = from; r < end; r++) {
    const s = clockRanks.taskOf[r]
    clockRanks.calendar[r] = clockRanks.calendarOfTask[s]
    clockRanks.point[r] = clockRanks.pointOfTask[s]
  }
  for (let r = from; r < end; r++) {
    clockRanks.remaining[r] = rounded(clockRanks.remaining[r] * clockRanks.calendarOf(r).minutesPerDay)
    if (clockRanks.constraint[r] !== NO_CONSTRAINT)
      clockRanks.constraintDate[r] = clockRanks.momentAt(clockRanks.constraintDate[r])
    const last = clockRanks.start[r + 1]
    for (let k = clockRanks.start[r]; k < last; k++) {
      const days = clockRanks.lag[k]
      if (days === 0) continue
      const perDay = clockRanks.isElapsed(k, r)
        ? MINUTES_PER_DAY
        : clockRanks.calendarOf(clockRanks.task[k]).minutesPerDay
      clockRanks.lag[k] = rounded(days * perDay)
    }
  }
}
