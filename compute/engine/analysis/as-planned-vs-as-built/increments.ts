/**
 * What each task of the controlling path added to the delay, in days of the schedule's calendar: its slip beyond the float
 * that the plan left on the path (shares.ts). The increments and what was recovered elsewhere sum to the gross delay.
 */

import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { isHeldByFinish, type PathShares, shareOut } from '../../compare/shares.ts'
import type { Network } from '../../graph/network.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { FF, fromFinish, toStart } from '../../passes/relation.ts'
import type { AsBuilt } from './context.ts'
import { type AsBuiltPath, type Dates, gapOf, NO_LINK, type Span, spanOf } from './path.ts'

/** Entry n belongs to step n of the path. */
export interface Increments {
  readonly shares: PathShares
  /** The share, or what was recovered. */
  readonly days: Float64Array
  /** FV: finish delay; of an unplanned task what it and those before it brought. */
  readonly finishDelayDays: Float64Array
  /** Growth of the duration, all of it when unplanned; NaN = a start is unknown. */
  readonly durationGrowthDays: Float64Array
  /** 1 = the plan has a finish for it. */
  readonly isPlanned: Uint8Array
}

export function incrementsOf(
  built: AsBuilt,
  network: Network,
  path: AsBuiltPath,
  timeline: Timeline,
  grossDays: number,
): Increments {
  const { plan, kind } = built
  const { baselineStart, baselineFinish } = plan.columns
  const { tasks, links } = path
  const length = tasks.length
  const isPlanned = Uint8Array.from(tasks, i => (baselineFinish[i] === DAY_ABSENT ? 0 : 1))
  const plannedDates = { kind, start: baselineStart, finish: baselineFinish }
  const planned = Array.from(tasks, (i): Span => spanOf(plannedDates, network, timeline, i))
  const was = planned.slice()
  const is = Array.from(tasks, (i): Span => spanOf(built, network, timeline, i))
  const exits = exitsAlong(network, path, is)
  const planEnd = timeline.finishOffset(plan.finishDay)
  placeUnplanned(network, path, isPlanned, was, is, planEnd)

  /** Days the end of step n that link k holds came later; of a start that followed from the finish, those of the finish. */
  const enteredMoved = (s: number, n: number, k: number): number => {
    const gaps = plannedGaps(network, plannedDates, timeline, s)
    const isLeftByStart = n + 1 < length && !fromFinish(network.type[links[n + 1]])
    const isDrawn = toStart(network.type[k]) && !isLeftByStart && isHeldByFinish(network, gaps, s)
    const type = isDrawn ? FF : network.type[k]
    return snap(entryOf(is[n], type) - entryOf(was[n], type))
  }

  const movedDays = zeros(Float64Array, length)
  const floatDays = zeros(Float64Array, length)
  const enteredDays = zeros(Float64Array, length).fill(Number.NEGATIVE_INFINITY)
  const last = length - 1
  const lastPlanned = baselineFinish[tasks[last]]
  floatDays[last] = Math.max(
    0,
    snap(planEnd - (lastPlanned === DAY_ABSENT ? was[last].finish : timeline.finishOffset(lastPlanned))),
  )
  movedDays[last] = grossDays
  for (let n = last - 1; n >= 0; n--) {
    const k = links[n + 1]
    const s = was[n + 1]
    // an added task brings the lags of its links along, and has no float of its own
    const lag = isPlanned[n] === 1 ? network.lagDays[k] : 0
    const left = isPlanned[n + 1] === 1 ? entryOf(s, network.type[k]) - exitOf(was[n], network.type[k]) - lag : 0
    if (isPlanned[n + 1] === 1) enteredDays[n + 1] = enteredMoved(tasks[n + 1], n + 1, k)
    floatDays[n] = snap(floatDays[n + 1] + Math.max(0, left || 0))
    movedDays[n] = snap(exits[n] - exitOf(was[n], network.type[k])) || 0
    if (isPlanned[n] === 0) movedDays[n] = snap(movedDays[n] + network.lagDays[k])
  }
  const shares = shareOut({ movedDays, floatDays, enteredDays, finishMovedDays: grossDays })
  const finishDelayDays = Float64Array.from(tasks, (_, n) => snap(is[n].finish - was[n].finish))
  const durationGrowthDays = Float64Array.from(tasks, (_, n) => {
    if (isPlanned[n] === 1) return snap(lengthOf(is[n]) - lengthOf(planned[n]))
    // a gap to a finish (FF, SF) has the task's own time in it already
    const isInGap = links[n] !== NO_LINK && !toStart(network.type[links[n]])
    return isInGap ? 0 : snap(lengthOf(is[n])) || 0
  })
  const days = shares.shareDays.map((share, n) => share + shares.recoveredDays[n])
  return { shares, days, finishDelayDays, durationGrowthDays, isPlanned }
}

/** Where each step lets the next one go: one that was done out of sequence is a point behind the one before, as in holders.ts. */
function exitsAlong(network: Network, { tasks, links }: AsBuiltPath, is: readonly Span[]): Float64Array {
  const exits = zeros(Float64Array, tasks.length)
  for (let n = 0; n + 1 < tasks.length; n++) {
    const own = exitOf(is[n], network.type[links[n + 1]])
    exits[n] = n === 0 ? own : Math.max(own, exits[n - 1] + Math.min(0, network.lagDays[links[n]]))
  }
  return exits
}

/**
 * An unplanned task stands in the plan where the one before it lets go, without time of its own; at the head of the path
 * where it began, but no later than what it led to was to begin.
 */
function placeUnplanned(
  network: Network,
  { tasks, links }: AsBuiltPath,
  isPlanned: Uint8Array,
  was: Span[],
  is: readonly Span[],
  planEnd: number,
): void {
  const firstPlanned = isPlanned.indexOf(1)
  for (let n = 0; n < tasks.length; n++) {
    if (isPlanned[n] === 1) {
      // without a planned start it was to take as long as it did
      const { start, finish } = was[n]
      if (Number.isNaN(start)) was[n] = { start: finish - (lengthOf(is[n]) || 0), finish }
      continue
    }
    let place: number
    if (n > 0) place = exitOf(was[n - 1], network.type[links[n]])
    else {
      const began = Number.isNaN(is[0].start) ? is[0].finish : is[0].start
      const led = firstPlanned < 0 ? planEnd : entryOf(was[firstPlanned], network.type[links[firstPlanned]])
      place = Math.min(began, Number.isNaN(led) ? planEnd : led, planEnd)
    }
    was[n] = { start: place, finish: place }
  }
}

/** Days the plan left on the links into s, by link; none for those that lead from work without planned dates. */
function plannedGaps(network: Network, planned: Dates, timeline: Timeline, s: number): Record<number, number> {
  const gaps: Record<number, number> = {}
  for (let k = network.start[s]; k < network.start[s + 1]; k++) {
    const gap = gapOf(planned, network, timeline, k, s)
    gaps[k] = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap
  }
  return gaps
}

const exitOf = ({ start, finish }: Span, type: number): number => (fromFinish(type) ? finish : start)
const entryOf = ({ start, finish }: Span, type: number): number => (toStart(type) ? start : finish)
const lengthOf = ({ start, finish }: Span): number => finish - start
