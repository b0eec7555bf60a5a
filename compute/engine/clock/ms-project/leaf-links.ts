/**
 * Links that begin or end at a summary as links of the tasks that lie under it, which move the same dates: what follows a summary follows all of it
 * that nothing under it follows; what leads to a summary leads to all of it that waits for nothing under it.
 */

import { COMPLETE } from '../../kind/states.ts'
import { FS, fromFinish, SS, toStart } from '../../passes/relation.ts'
import type { ClockedInput } from '../input.ts'
import { Leaves } from './leaves.ts'
import { NOT_LIVE } from './links.ts'
import type { Plan } from './plan.ts'

export interface LeafLink {
  readonly predecessor: number
  readonly successor: number
  readonly type: number
  /** Entry of the plan that it stands for. */
  readonly entry: number
}

/** Beyond so many links the network would be no longer the planner's. */
const LINKS_MAX = 20_000

/** leafCount: links that stand for it. */
export interface SummaryLink {
  readonly predecessor: number
  readonly successor: number
  readonly leafCount: number
}

export interface LeafLinks {
  readonly links: readonly LeafLink[]
  readonly replaced: readonly SummaryLink[]
  /** What would take more than LINKS_MAX. */
  readonly lost: readonly SummaryLink[]
}

/** earlyStart: of tasks; of a summary the first task under it counts for links from its start. */
export function leafLinks(input: ClockedInput, plan: Plan, earlyStart: Float64Array): LeafLinks {
  const { taskCount } = input.network
  const isOpen = (i: number): boolean => input.state[i] !== COMPLETE
  const leaves = new Leaves({ ...input.network, lagDays: input.lagDays }, plan.parent, isOpen)
  const links: LeafLink[] = []
  const replaced: SummaryLink[] = []
  const lost: SummaryLink[] = []
  for (let s = 0; s < taskCount; s++) {
    for (let entry = plan.links.start[s]; entry < plan.links.start[s + 1]; entry++) {
      if (plan.links.live[entry] !== NOT_LIVE) continue
      const p = plan.links.task[entry]
      const given = plan.links.type[entry]
      const ends = plan.isParent[p] === 0 ? [p] : fromFinish(given) ? leaves.ends(p) : leaves.first(p, earlyStart)
      const begins = plan.isParent[s] === 0 ? [s] : leaves.begins(s)
      const leafCount = ends.length * begins.length
      if (links.length + leafCount > LINKS_MAX) {
        lost.push({ predecessor: p, successor: s, leafCount: 0 })
        continue
      }
      // Microsoft Project takes a link to the finish of a summary as one to its start
      const type = plan.isParent[s] === 0 || toStart(given) ? given : fromFinish(given) ? FS : SS
      for (const predecessor of ends)
        for (const successor of begins) links.push({ predecessor, successor, type, entry })
      replaced.push({ predecessor: p, successor: s, leafCount })
    }
  }
  return { links, replaced, lost }
}
