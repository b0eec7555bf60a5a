/**
 * The network with the links of summaries as links of the tasks under them, where such links count (summary-links.ts): for what reads links and dates and
 * runs no passes. What follows a summary follows each task that ends it; what leads to a summary leads to each task that begins it.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { Leaves } from '../clock/ms-project/leaves.ts'
import { NOT_LIVE, planLinks } from '../clock/ms-project/links.ts'
import { outlineOf } from '../clock/ms-project/outline.ts'
import type { Network } from '../graph/network.ts'
import { FS, fromFinish, SS, toStart } from '../passes/relation.ts'
import { isSummaryCircle, summariesAreLinked } from './summary-links.ts'

/** Links that stand for those of summaries are at most so many more than the schedule has; the links of summaries beyond are left out. */
const LINKS_MAX = 20_000

interface LeafLink {
  readonly predecessor: number
  readonly type: number
  readonly lagDays: number
  /** 1 = the lag counts round the clock. */
  readonly elapsed: number
}

/** Microsoft Project takes a link to the finish of a summary as one to its start. */
export const leafType = (given: number, isToSummary: boolean): number =>
  !isToSummary || toStart(given) ? given : fromFinish(given) ? FS : SS

/**
 * Those of each task stand behind its own. The network itself where no such link counts, or where they form a circle. `startDay`: of the tasks under a summary the first one counts for links from
 * its start. The order of the tasks stays that of the network, which heeds links of tasks alone.
 */
export function withLeafLinks(columns: ScheduleColumns, network: Network, startDay: Int32Array): Network {
  if (!summariesAreLinked(columns) || network.outside.links.length === 0) return network
  const outline = outlineOf(columns)
  const links = planLinks(columns, network, outline)
  if (!links.live.includes(NOT_LIVE) || isSummaryCircle(columns)) return network
  const leaves = new Leaves(network, outline.parent, () => true)
  const { taskCount } = network
  const added = new Map<number, LeafLink[]>()
  let count = 0
  for (let s = 0; s < taskCount; s++) {
    for (let entry = links.start[s]; entry < links.start[s + 1]; entry++) {
      if (links.live[entry] !== NOT_LIVE) continue
      const p = links.task[entry]
      const given = links.type[entry]
      const isFrom = outline.isParent[p] === 1
      const isTo = outline.isParent[s] === 1
      const predecessors = !isFrom ? [p] : fromFinish(given) ? leaves.ends(p) : leaves.first(p, startDay)
      const successors = isTo ? leaves.begins(s) : [s]
      if (count + predecessors.length * successors.length > LINKS_MAX) continue
      count += predecessors.length * successors.length
      const type = leafType(given, isTo)
      for (const successor of successors) {
        const known = added.get(successor) ?? []
        for (const predecessor of predecessors)
          known.push({ predecessor, type, lagDays: links.lagDays[entry], elapsed: links.elapsed[entry] })
        added.set(successor, known)
      }
    }
  }
  return count === 0 ? network : joined(network, added, count)
}

function joined(network: Network, added: Map<number, LeafLink[]>, count: number): Network {
  const { taskCount, linkCount } = network
  const start = new Uint32Array(taskCount + 1)
  const task = new Int32Array(linkCount + count)
  const type = new Uint8Array(linkCount + count)
  const lagDays = new Float64Array(linkCount + count)
  const elapsed = new Uint8Array(linkCount + count)
  let at = 0
  for (let s = 0; s < taskCount; s++) {
    for (let k = network.start[s]; k < network.start[s + 1]; k++, at++) {
      task[at] = network.task[k]
      type[at] = network.type[k]
      lagDays[at] = network.lagDays[k]
      elapsed[at] = network.elapsed.length === 0 ? 0 : network.elapsed[k]
    }
    for (const link of added.get(s) ?? []) {
      task[at] = link.predecessor
      type[at] = link.type
      elapsed[at] = link.elapsed
      lagDays[at++] = link.lagDays
    }
    start[s + 1] = at
  }
  return {
    ...network,
    start,
    task,
    type,
    lagDays,
    elapsed: elapsed.includes(1) ? elapsed : new Uint8Array(0),
    linkCount: at,
  }
}
