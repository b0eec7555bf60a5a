/**
 * All links that hold under Microsoft Project's rules, listed at their successor: the live ones of the network and those that begin or end at
 * a summary, which the network leaves out.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { boundedDays } from '../../calendar/bounds.ts'
import type { Network } from '../../graph/network.ts'
import { holds, type Outline } from './outline.ts'

export interface PlanLinks {
  /** Those into task i are start[i] .. start[i + 1). Length taskCount + 1. */
  readonly start: Uint32Array
  readonly task: Int32Array
  readonly type: Uint8Array
  /** The live link it is, NOT_LIVE = an end is a summary. */
  readonly live: Int32Array
  /** Live link k is entry ofLive[k] here. */
  readonly ofLive: Int32Array
  /** Lags of links that are not live, in days of the calendar of the predecessor. */
  readonly lagDays: Float64Array
  /** 1 = the lag counts round the clock. */
  readonly elapsed: Uint8Array
}

export const NOT_LIVE = -1

/** Live links are those of the network, which a question of "what if" may have changed; links of summaries are those of the schedule. */
export function planLinks(columns: ScheduleColumns, network: Network, outline: Outline): PlanLinks {
  const { taskCount, links, elapsedLags } = columns
  const { relationTypes } = network
  const keepsType = RELATION_TYPES.map(type => relationTypes === undefined || relationTypes.includes(type))
  const isOfSummary = (k: number, s: number): boolean => {
    const p = links.task[k]
    if (p < 0 || !keepsType[links.type[k]] || !joinsSummary(network, outline, p, s)) return false
    // a summary holds nothing that lies under it by a link
    return !holds(outline, p, s) && !holds(outline, s, p)
  }
  const start = new Uint32Array(taskCount + 1)
  const size = network.linkCount + links.task.length
  const task = new Int32Array(size)
  const type = new Uint8Array(size)
  const live = new Int32Array(size)
  const lagDays = new Float64Array(size)
  const elapsed = new Uint8Array(size)
  const ofLive = new Int32Array(network.linkCount)
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      ofLive[k] = at
      live[at] = k
      task[at] = network.task[k]
      type[at] = network.type[k]
      elapsed[at++] = network.elapsed.length === 0 ? 0 : network.elapsed[k]
    }
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (!isOfSummary(k, s)) continue
      live[at] = NOT_LIVE
      task[at] = links.task[k]
      type[at] = links.type[k]
      lagDays[at] = boundedDays(links.lagDays[k])
      elapsed[at++] = elapsedLags.length === 0 ? 0 : elapsedLags[k]
    }
    start[s + 1] = at
  }
  return { start, task, type, live, ofLive, lagDays, elapsed }
}

function joinsSummary({ takesPart }: Network, { isParent }: Outline, p: number, s: number): boolean {
  const counts = (i: number): boolean => takesPart[i] === 1 || isParent[i] === 1
  return counts(p) && counts(s) && !(takesPart[p] === 1 && takesPart[s] === 1)
}
