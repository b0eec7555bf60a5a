/**
 * The effect of a relation on offsets, defined only here. `start` and `finish` of the predecessor are what it offers to its links (a task in
 * progress offers its remaining start); `remaining` is the remaining duration. The codes of the types are in engine/kind/relation-types.ts.
 */
import { fromFinish, toStart } from '../kind/relation-types.ts'

export * from '../kind/relation-types.ts'

/** Earliest start of the successor. */
export function earliestStart(type: number, start: number, finish: number, lag: number, remaining: number): number {
  const offered = (fromFinish(type) ? finish : start) + lag
  return toStart(type) ? offered : offered - remaining
}

/** Latest finish of the predecessor, from the late dates of the successor and the predecessor's own remaining duration. */
export function latestFinish(
  type: number,
  lateStart: number,
  lateFinish: number,
  lag: number,
  remaining: number,
): number {
  const needed = (toStart(type) ? lateStart : lateFinish) - lag
  return fromFinish(type) ? needed : needed + remaining
}

/** Days a relation leaves between its two ends: 0 = it holds the successor, negative = it is violated. */
export function relationFloat(
  type: number,
  start: number,
  finish: number,
  lag: number,
  successorStart: number,
  successorFinish: number,
): number {
  return (toStart(type) ? successorStart : successorFinish) - (fromFinish(type) ? finish : start) - lag
}
