/**
 * What a relation says, in the one place that knows the four types. `start` and `finish` of the predecessor are what it
 * offers to its links (an in-progress task its remaining start), `remaining` is the duration still to do.
 */
import { RELATION_TYPES } from '../../shared/schedule/fields.ts'

export const FS = RELATION_TYPES.indexOf('FS')
export const SS = RELATION_TYPES.indexOf('SS')
export const FF = RELATION_TYPES.indexOf('FF')
export const SF = RELATION_TYPES.indexOf('SF')

/** FS and FF count from the finish of the predecessor, SS and SF from its start. */
export const fromFinish = (type: number): boolean => type === FS || type === FF

/** FS and SS hold the start of the successor, FF and SF its finish. */
export const toStart = (type: number): boolean => type === FS || type === SS

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
