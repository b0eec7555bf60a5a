/**
 * What each task of the controlling path added to the delay (ANALYSIS_REFERENCE 14), in calendar days: its finish delay
 * less that of its predecessor on the path. With the path switch the increments sum to the gross delay.
 */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { toStart } from '../../cpm/relation.ts'
import type { Network } from '../../graph/network.ts'
import type { AsBuilt } from './facts.ts'
import { type AsBuiltPath, CALENDAR_DAYS, gapOf, NO_LINK, spanOf } from './path.ts'

/** Entry n belongs to step n of the path. */
export interface Increments {
  readonly days: Float64Array
  /** FV: finish delay; of an unplanned task what it and those before it brought. */
  readonly finishDelayDays: Float64Array
  /** Growth of the duration, all of it when unplanned; NaN = a start is unknown. */
  readonly durationGrowthDays: Float64Array
  /** 1 = the plan has a finish for it. */
  readonly isPlanned: Uint8Array
  /** Planned finish of the last task less the latest planned finish: below 0 when another task was to finish last. */
  readonly pathSwitchDays: number
}

export function incrementsOf(built: AsBuilt, network: Network, path: AsBuiltPath): Increments {
  const { plan, start, finish } = built
  const { baselineStart, baselineFinish } = plan.columns
  const length = path.tasks.length
  const days = new Float64Array(length)
  const finishDelayDays = new Float64Array(length)
  const durationGrowthDays = new Float64Array(length).fill(Number.NaN)
  const isPlanned = new Uint8Array(length)
  let brought = 0
  for (let n = 0; n < length; n++) {
    const i = path.tasks[n]
    if (baselineFinish[i] !== DAY_ABSENT) {
      isPlanned[n] = 1
      finishDelayDays[n] = finish[i] - baselineFinish[i]
      days[n] = finishDelayDays[n] - brought
      if (baselineStart[i] !== DAY_ABSENT && start[i] !== DAY_ABSENT) {
        durationGrowthDays[n] = finish[i] - start[i] - (baselineFinish[i] - baselineStart[i])
      }
    } else {
      const { gap, duration } = unplannedTime(built, network, path.links[n], i)
      durationGrowthDays[n] = duration
      days[n] = gap + duration
      finishDelayDays[n] = brought + days[n]
    }
    brought = finishDelayDays[n]
  }
  const last = path.tasks[length - 1]
  return {
    days,
    finishDelayDays,
    durationGrowthDays,
    isPlanned,
    pathSwitchDays: finish[last] - brought - plan.finishDay,
  }
}

/** A gap to a finish (FF, SF) has the task's own time in it already. */
function unplannedTime(built: AsBuilt, network: Network, link: number, i: number): { gap: number; duration: number } {
  const gap = link === NO_LINK ? 0 : gapOf(built, network, CALENDAR_DAYS, link, i)
  const { start, finish } = spanOf(built, network, CALENDAR_DAYS, i)
  const isInGap = link !== NO_LINK && !toStart(network.type[link])
  return { gap, duration: isInGap || Number.isNaN(start) ? 0 : finish - start }
}
