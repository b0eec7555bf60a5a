/**
 * The as-built controlling path: from the task that finished last back to the predecessor that
 * left it the smallest gap. Indicative: which lag drove the work is a judgement no dates can make. O(links of the path).
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { startsItsDay } from '../../cpm/input.ts'
import type { Network } from '../../graph/network.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { MILESTONE } from '../../kind/participation.ts'
import { fromFinish, relationFloat, toStart } from '../../passes/relation.ts'
import type { AsBuilt } from './context.ts'

export const NO_LINK = -1

/** Entry n belongs to step n, first to last. */
export interface AsBuiltPath {
  readonly tasks: Uint32Array
  /** Live link from the task before, NO_LINK at the first. */
  readonly links: Int32Array
  /** Gap that link left, in days of the calendar, negative = out of sequence; NaN at the first. */
  readonly gapDays: Float64Array
}

/** Offsets at which the work of a task begins and ends; the finish is exclusive. NaN = unknown. */
export interface Span {
  readonly start: number
  readonly finish: number
}

export type Dates = Pick<AsBuilt, 'kind' | 'start' | 'finish'>

/** A milestone stands at one point: the start of its day when nothing but starts leads to it, else the end. */
export function spanOf({ kind, start, finish }: Dates, network: Network, timeline: Timeline, i: number): Span {
  const startAt = (day: number): number => (day === DAY_ABSENT ? Number.NaN : timeline.startOffset(day))
  const finishAt = (day: number): number => (day === DAY_ABSENT ? Number.NaN : timeline.finishOffset(day))
  if (kind[i] !== MILESTONE) return { start: startAt(start[i]), finish: finishAt(finish[i]) }
  const point = startsItsDay(network, i) ? startAt(finish[i]) : finishAt(finish[i])
  return { start: point, finish: point }
}

/** The gap of live link k into s. */
export function gapOf(built: Dates, network: Network, timeline: Timeline, k: number, s: number): number {
  const p = spanOf(built, network, timeline, network.task[k])
  const own = spanOf(built, network, timeline, s)
  return snap(relationFloat(network.type[k], p.start, p.finish, network.lagDays[k], own.start, own.finish))
}

/** From the task that is followed; NO_MATCH: from the one that finished last. */
export function controllingPath(built: AsBuilt, network: Network, timeline: Timeline, followed: number): AsBuiltPath {
  const { finish } = built
  const tasks: number[] = []
  const links: number[] = []
  const gaps: number[] = []
  let isStartAwaited = false
  for (let s = followed === NO_MATCH ? (lastFinishing(built)[0] ?? -1) : followed; s >= 0; ) {
    let best = NO_LINK
    let least = Number.NaN
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      // a link to the finish of a task did not hold its start
      if (finish[p] === DAY_ABSENT || (isStartAwaited && !toStart(network.type[k]))) continue
      const gap = gapOf(built, network, timeline, k, s)
      if (Number.isNaN(gap)) continue
      const isSmaller = best === NO_LINK || gap < least - EPSILON_DAYS
      const isTie = !isSmaller && gap <= least + EPSILON_DAYS
      if (isSmaller || (isTie && comesBefore(built, p, network.task[best]))) {
        best = k
        least = gap
      }
    }
    tasks.push(s)
    links.push(best)
    gaps.push(least)
    isStartAwaited = best !== NO_LINK && !fromFinish(network.type[best])
    s = best === NO_LINK ? -1 : network.task[best]
  }
  return {
    tasks: Uint32Array.from(tasks.reverse()),
    links: Int32Array.from(links.reverse()),
    gapDays: Float64Array.from(gaps.reverse()),
  }
}

/** Among tied predecessors the one that finished later is shown, then the first by id; what the others held counts all the same (holders.ts). */
const comesBefore = ({ finish, columns }: AsBuilt, p: number, best: number): boolean =>
  finish[p] === finish[best] ? compareIds(columns.id, p, best) < 0 : finish[p] > finish[best]

/** The tasks that finished last: milestones first, then by id. Empty = no task has a finish. */
export function lastFinishing({ takesPart, kind, finish, columns }: AsBuilt): number[] {
  let latest = DAY_ABSENT
  for (let i = 0; i < finish.length; i++) if (takesPart[i] === 1) latest = Math.max(latest, finish[i])
  if (latest === DAY_ABSENT) return []
  const rank = (i: number): number => (kind[i] === MILESTONE ? 0 : 1)
  return [...finish.keys()]
    .filter(i => takesPart[i] === 1 && finish[i] === latest)
    .sort((i, j) => rank(i) - rank(j) || compareIds(columns.id, i, j))
}
