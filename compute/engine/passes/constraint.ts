/**
 * What a constraint does to dates: its effect, bits of a row of kind/constraint-types.ts. The rules here are those of whole days and of P6; time is what
 * durations are counted in, a calendar or days.
 */

/** Its date is a finish: work that has started can only be held there. */
export const OF_FINISH: u8 = 1
/** It holds the early dates: as far as the logic lets it, the task begins, or ends, no earlier. */
export const NOT_BEFORE: u8 = 2
/** It holds the late dates: the task is late when it begins, or ends, later. */
export const NOT_AFTER: u8 = 4
/** It sets both whatever the logic says. */
export const PINS: u8 = 8
/** It spends the free float of the task. */
export const AS_LATE: u8 = 16

export function pins(effect: u8): bool {
  return (effect & PINS) !== 0
}

/** A task with such a constraint can be late against it. */
export function holdsLate(effect: u8): bool {
  return (effect & (NOT_AFTER | PINS)) !== 0
}

/** Start that the constraint asks for. */
export function wantedStart<T extends PassTime>(time: T, effect: u8, date: f64, work: f64): f64 {
  return (effect & OF_FINISH) !== 0 ? time.startBefore(date, work) : date
}

/** (Remaining) start under the constraint, where the links and the data date would allow `byLogic`. */
export function startUnder<T extends PassTime>(
  time: T,
  effect: u8,
  date: f64,
  work: f64,
  byLogic: f64,
  dataDate: f64,
): f64 {
  if (pins(effect)) return Math.max(wantedStart(time, effect, date, work), dataDate)
  if ((effect & NOT_BEFORE) !== 0) return Math.max(byLogic, wantedStart(time, effect, date, work))
  return byLogic
}

/** Latest finish under the constraint, where the successors and the project finish would allow `needed`. */
export function finishUnder<T extends PassTime>(time: T, effect: u8, date: f64, work: f64, needed: f64): f64 {
  if (!holdsLate(effect)) return needed
  const latest = (effect & OF_FINISH) !== 0 ? date : time.finishAfter(date, work)
  return pins(effect) ? latest : Math.min(needed, latest)
}
