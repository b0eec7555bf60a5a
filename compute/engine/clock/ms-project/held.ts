/**
 * Which tasks hold a start by way of summaries, where such links set it: what the network, which knows no summaries, cannot give the longest path.
 */

import { COMPLETE } from '../../kind/states.ts'
import { fromFinish } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, linksHold, type Moments } from '../input.ts'
import { boundByLink } from './forward.ts'
import { NOT_LIVE } from './links.ts'
import { NO_PARENT } from './outline.ts'
import type { Plan } from './plan.ts'
import { afterLeveling, isHeldByHand } from './spans.ts'

/** A forward pass, and the moment before which nothing under each summary starts in it. */
export interface Held {
  readonly input: ClockedInput
  readonly plan: Plan
  readonly early: Moments
  readonly floors: Float64Array
}

/** Whether work of s could begin as early under the bound as it does: no working time of it lies between. */
const sets = ({ input, plan, early }: Held, s: number, bound: number): boolean =>
  Number.isFinite(bound) &&
  calendarOf(input.clock, s).workBetween(afterLeveling(input, plan, s, bound), early.start[s]) === 0

const waits = ({ input, plan }: Held, s: number): boolean =>
  input.state[s] !== COMPLETE && linksHold(input, s) && !isHeldByHand(input, plan, s)

/** The moment before which links from and to summaries let (what is left of) s not start; -Infinity = they hold nothing. */
export function heldThroughUntil({ input, plan, early, floors }: Held, s: number): number {
  const { links, parent } = plan
  let until = parent[s] === NO_PARENT ? Number.NEGATIVE_INFINITY : floors[parent[s]]
  for (let e = links.start[s]; e < links.start[s + 1]; e++)
    if (links.live[e] === NOT_LIVE) until = Math.max(until, boundByLink(input, plan, early, s, e))
  return until
}

/** Whether a link from or to a summary sets the (remaining) start of s. */
export const isHeldThrough = (held: Held, s: number): boolean =>
  waits(held, s) && sets(held, s, heldThroughUntil(held, s))

/** Called for one task after another, it returns the tasks that hold each through summaries. Every summary is read once, so the total is O(n + m). */
export function holdersThrough(held: Held): (s: number) => readonly number[] {
  const { input, plan, early, floors } = held
  const { links, parent, isParent } = plan
  const seen = new Uint8Array(input.network.taskCount)
  let ends: Int32Array | undefined
  const endOf = (p: number, e: number): number => {
    if (isParent[p] === 0) return p
    ends ??= lastUnder(held)
    return fromFinish(links.type[e]) ? ends[p] : NO_PARENT
  }
  return s => {
    if (!waits(held, s)) return []
    const found: number[] = []
    const look = (of: number, isSet: (bound: number) => boolean): void => {
      for (let e = links.start[of]; e < links.start[of + 1]; e++) {
        if (of === s && links.live[e] !== NOT_LIVE) continue
        if (!isSet(boundByLink(input, plan, early, of, e))) continue
        const p = endOf(links.task[e], e)
        if (p !== NO_PARENT) found.push(p)
      }
    }
    look(s, bound => sets(held, s, bound))
    let above = parent[s]
    if (above === NO_PARENT || !sets(held, s, floors[above])) return found
    for (; above !== NO_PARENT && seen[above] === 0; above = parent[above]) {
      const summary = above
      seen[summary] = 1
      look(summary, bound => bound === floors[summary])
      if (parent[summary] === NO_PARENT || floors[parent[summary]] !== floors[summary]) break
    }
    return found
  }
}

/** Per summary the task under it that finishes last. */
function lastUnder({ input, plan, early }: Held): Int32Array {
  const { taskCount } = input.network
  const last = new Int32Array(taskCount).fill(NO_PARENT)
  for (const step of plan.order) {
    const s = step >= taskCount ? step - taskCount : step
    if (step < taskCount && plan.isParent[s] === 1) continue
    const own = step >= taskCount ? last[s] : s
    const above = plan.parent[s]
    if (above === NO_PARENT || own === NO_PARENT) continue
    if (last[above] === NO_PARENT || early.finish[own] > early.finish[last[above]]) last[above] = own
  }
  return last
}
