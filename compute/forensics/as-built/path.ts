/**
 * The as-built controlling path (ANALYSIS_REFERENCE 14): from the task that finished last back to the predecessor that
 * left it the smallest gap. Indicative: which lag drove the work is a judgement no dates can make. O(links of the path).
 */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { relationFloat } from '../../cpm/relation.ts'
import type { Network } from '../../graph/network.ts'
import { MILESTONE } from '../../population/participation.ts'
import type { AsBuilt } from './facts.ts'

export const NO_LINK = -1

/** Entry n belongs to step n, first to last. */
export interface AsBuiltPath {
  readonly tasks: Uint32Array
  /** Live link from the task before, NO_LINK at the first. */
  readonly links: Int32Array
  /** Gap that link left, in days of the calendar, negative = out of sequence; NaN at the first. */
  readonly gapDays: Float64Array
}

/** Where the work of a task begins and ends, on any count of days; the finish is exclusive. NaN = unknown. */
interface Span {
  readonly start: number
  readonly finish: number
}

/** Counts days: offsets of a calendar, or day numbers. */
interface DayCount {
  readonly startOffset: (day: number) => number
  readonly finishOffset: (day: number) => number
}

export const CALENDAR_DAYS: DayCount = { startOffset: day => day, finishOffset: day => day + 1 }

/** A milestone stands at one point: the end of its day when something leads to it, else the start. */
export function spanOf({ kind, start, finish }: AsBuilt, network: Network, count: DayCount, i: number): Span {
  const at = (day: number, offset: (day: number) => number): number => (day === DAY_ABSENT ? Number.NaN : offset(day))
  if (kind[i] !== MILESTONE)
    return { start: at(start[i], count.startOffset), finish: at(finish[i], count.finishOffset) }
  const point = at(finish[i], network.start[i] < network.start[i + 1] ? count.finishOffset : count.startOffset)
  return { start: point, finish: point }
}

/** The gap of live link k into s. */
export function gapOf(built: AsBuilt, network: Network, count: DayCount, k: number, s: number): number {
  const p = spanOf(built, network, count, network.task[k])
  const own = spanOf(built, network, count, s)
  return snap(relationFloat(network.type[k], p.start, p.finish, network.lagDays[k], own.start, own.finish))
}

export function controllingPath(built: AsBuilt, network: Network, timeline: Timeline): AsBuiltPath {
  const count: DayCount = {
    startOffset: day => timeline.startOffset(day),
    finishOffset: day => timeline.finishOffset(day),
  }
  const { finish } = built
  const tasks: number[] = []
  const links: number[] = []
  const gaps: number[] = []
  for (let s = lastFinishing(built); s >= 0; ) {
    let best = NO_LINK
    let least = Number.NaN
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      if (finish[p] === DAY_ABSENT) continue
      const gap = gapOf(built, network, count, k, s)
      if (Number.isNaN(gap)) continue
      const isSmaller = best === NO_LINK || gap < least - EPSILON_DAYS
      const isTie = !isSmaller && gap <= least + EPSILON_DAYS
      if (isSmaller || (isTie && comesBefore(p, network.task[best], finish))) {
        best = k
        least = gap
      }
    }
    tasks.push(s)
    links.push(best)
    gaps.push(least)
    s = best === NO_LINK ? -1 : network.task[best]
  }
  return {
    tasks: Uint32Array.from(tasks.reverse()),
    links: Int32Array.from(links.reverse()),
    gapDays: Float64Array.from(gaps.reverse()),
  }
}

const comesBefore = (p: number, best: number, finish: Int32Array): boolean =>
  finish[p] === finish[best] ? p < best : finish[p] > finish[best]

/** The task that finished last; ties: a milestone first, then the last in the input. -1 = no task has a finish. */
function lastFinishing({ takesPart, kind, finish }: AsBuilt): number {
  let last = -1
  for (let i = 0; i < finish.length; i++) {
    if (takesPart[i] === 0 || finish[i] === DAY_ABSENT) continue
    const isLater = last < 0 || finish[i] > finish[last]
    const isTie = !isLater && finish[i] === finish[last]
    if (isLater || (isTie && (kind[i] === MILESTONE || kind[last] !== MILESTONE))) last = i
  }
  return last
}
