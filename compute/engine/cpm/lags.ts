/**
 * The effective lag of a link when one of its ends has started. The rules come from schedules that P6 computed: lags run from the actual
 * dates. None remains into finished work, nor of a finish-to-start lag into started work; of the others what is left holds its end.
 */

import { snap } from '../calendar/snap.ts'
import type { Network } from '../graph/network.ts'
import { copied, isUpTo } from '../ids/short-arrays.ts'
import { FS, fromFinish } from '../passes/relation.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../population/progress.ts'
import type { CpmInput } from './input.ts'

type Progress = Pick<CpmInput, 'state' | 'reportedStart' | 'reportedFinish' | 'dataDate' | 'clock'>

/**
 * What is left of the lag of a link from p to s. A complete p passes on what waits behind it, no earlier than the data
 * date, so its lag has run down since its actual date; of a lag from the start of a p in progress what has passed counts.
 */
export function lagLeft(progress: Progress, p: number, s: number, type: number, lag: number): number {
  const { state, reportedStart, reportedFinish, dataDate } = progress
  // by the clock what is left is counted in its calendar, when the passes run
  if (progress.clock !== undefined) return lag
  if (state[p] === NOT_STARTED) return lag
  if (state[p] === COMPLETE) {
    // as by the clock (passes/p6-lags.ts): what waits for the end of p ends no sooner for having begun
    if (state[s] === COMPLETE || (state[s] === IN_PROGRESS && (type === FS || !(lag > 0)))) return 0
    const from = fromFinish(type) ? Math.min(reportedFinish[p], dataDate) : reportedStart[p]
    return snap(Math.max(0, lag - (dataDate - from)))
  }
  if (fromFinish(type) || !(lag > 0)) return lag
  if (state[s] === COMPLETE) return 0
  return snap(Math.max(0, lag - Math.max(0, dataDate - reportedStart[p])))
}

/** The live links whose lag can differ from the one given when work has begun, each with its successor: of the others none is left, as none was given. */
export function linksWithLag({
  taskCount,
  start,
  type,
  lagDays,
}: Network): readonly { readonly k: number; readonly s: number }[] {
  const list: { k: number; s: number }[] = []
  for (let s = 0; s < taskCount; s++)
    for (let k = start[s]; k < start[s + 1]; k++) if (lagDays[k] !== 0 || !fromFinish(type[k])) list.push({ k, s })
  return list
}

/** What is left of the lag of every live link; the lags of the network themselves where nothing has started. */
export function lagsLeft({ taskCount, start, task, type, lagDays }: Network, progress: Progress): Float64Array {
  const { state } = progress
  if (progress.clock !== undefined || isUpTo(state, NOT_STARTED)) return lagDays
  let left = lagDays
  for (let s = 0; s < taskCount; s++) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === NOT_STARTED || (lagDays[k] === 0 && (state[p] === IN_PROGRESS || fromFinish(type[k])))) continue
      if (left === lagDays) left = copied(lagDays)
      left[k] = lagLeft(progress, p, s, type[k], lagDays[k])
    }
  }
  return left
}
