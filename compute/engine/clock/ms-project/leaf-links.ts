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

/** A link with a summary at one end or both, and the tasks that it holds between: what ends its predecessor, what begins its successor. */
export interface SummaryLink {
  readonly predecessor: number
  readonly successor: number
  readonly type: number
  /** Of the plan. */
  readonly entry: number
  readonly ends: readonly number[]
  readonly begins: readonly number[]
}

/** Beyond so many links a pass over them would cost more than all else. */
const LINKS_MAX = 20_000

/** earlyStart: of tasks; of a summary the first task under it counts for links from its start. */
export function summaryLinks(input: ClockedInput, plan: Plan, earlyStart: Float64Array): SummaryLink[] {
  const { taskCount } = input.network
  const isOpen = (i: number): boolean => input.state[i] !== COMPLETE
  const leaves = new Leaves({ ...input.network, lagDays: input.lagDays }, plan.parent, isOpen)
  const links: SummaryLink[] = []
  for (let s = 0; s < taskCount; s++) {
    for (let entry = plan.links.start[s]; entry < plan.links.start[s + 1]; entry++) {
      if (plan.links.live[entry] !== NOT_LIVE) continue
      const p = plan.links.task[entry]
      const given = plan.links.type[entry]
      const ends = plan.isParent[p] === 0 ? [p] : fromFinish(given) ? leaves.ends(p) : leaves.first(p, earlyStart)
      const begins = plan.isParent[s] === 0 ? [s] : leaves.begins(s)
      // Microsoft Project takes a link to the finish of a summary as one to its start
      const type = plan.isParent[s] === 0 || toStart(given) ? given : fromFinish(given) ? FS : SS
      links.push({ predecessor: p, successor: s, type, entry, ends, begins })
    }
  }
  return links
}

/** All pairs of the tasks of summary links, as far as they are no more than LINKS_MAX. */
export function leafLinks(input: ClockedInput, plan: Plan, earlyStart: Float64Array): LeafLink[] {
  const links: LeafLink[] = []
  for (const { type, entry, ends, begins } of summaryLinks(input, plan, earlyStart)) {
    if (links.length + ends.length * begins.length > LINKS_MAX) continue
    for (const predecessor of ends) for (const successor of begins) links.push({ predecessor, successor, type, entry })
  }
  return links
}
