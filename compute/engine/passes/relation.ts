/**
 * The effect of a relation on dates, defined only here. `start` and `finish` of the predecessor are what it offers to its links (a task in
 * progress offers its remaining start); `remaining` is the remaining duration.
 */

/** Codes of the types, places in RELATION_TYPES of the contract. */
export const FS: u8 = 0
export const SS: u8 = 1
export const FF: u8 = 2
export const SF: u8 = 3

/** FS and FF count from the finish of the predecessor, SS and SF from its start. */
export function fromFinish(type: u8): bool {
  return type === FS || type === FF
}

/** FS and SS hold the start of the successor, FF and SF its finish. */
export function toStart(type: u8): bool {
  return type === FS || type === SS
}

/** Earliest start of a successor that a link lets start, or finish, at `offered`. */
export function startFrom(type: u8, offered: f64, remaining: f64): f64 {
  return toStart(type) ? offered : offered - remaining
}

/** Latest finish of a predecessor whose link needs its start, or its finish, by `needed`. */
export function finishFor(type: u8, needed: f64, remaining: f64): f64 {
  return fromFinish(type) ? needed : needed + remaining
}

/** Latest finish that a link whose successor has such late dates leaves its predecessor. */
export function latestByLink(type: u8, lateStart: f64, lateFinish: f64, lag: f64, remaining: f64): f64 {
  return finishFor(type, (toStart(type) ? lateStart : lateFinish) - lag, remaining)
}

export function earliestStart(type: u8, start: f64, finish: f64, lag: f64, remaining: f64): f64 {
  return startFrom(type, (fromFinish(type) ? finish : start) + lag, remaining)
}

/** Days a relation leaves between its two ends: 0 = it holds the successor, negative = it is violated. */
export function relationFloat(type: u8, start: f64, finish: f64, lag: f64, toBegin: f64, toEnd: f64): f64 {
  return (toStart(type) ? toBegin : toEnd) - (fromFinish(type) ? finish : start) - lag
}
