/**
 * Links that begin or end at a summary as links of the tasks that lie under it, which move the same dates: what follows a summary follows all of it
 * that nothing under it follows; what leads to a summary leads to all of it that waits for nothing under it.
 */

import type { ClockedInput } from '../../clock/input.ts'
import { NOT_LIVE } from '../../clock/ms-project/links.ts'
import { NO_PARENT } from '../../clock/ms-project/outline.ts'
import type { Plan } from '../../clock/ms-project/plan.ts'
import { FF, FS, fromFinish, SS, toStart } from '../../kind/relation-types.ts'
import { COMPLETE } from '../../kind/states.ts'

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
  const leaves = new Leaves(input, plan)
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

class Leaves {
  readonly #input: ClockedInput
  readonly #under = new Map<number, number[]>()
  readonly #ends = new Map<number, readonly number[]>()
  readonly #begins = new Map<number, readonly number[]>()
  readonly #first = new Map<number, readonly number[]>()

  constructor(input: ClockedInput, plan: Plan) {
    this.#input = input
    const { parent } = plan
    for (let i = 0; i < input.network.taskCount; i++) {
      if (input.network.takesPart[i] !== 1) continue
      for (let above = parent[i]; above !== NO_PARENT; above = parent[above]) {
        const known = this.#under.get(above)
        if (known === undefined) this.#under.set(above, [i])
        else known.push(i)
      }
    }
  }

  /** Links of one summary may be many. */
  #once(known: Map<number, readonly number[]>, s: number, find: () => readonly number[]): readonly number[] {
    const found = known.get(s) ?? find()
    known.set(s, found)
    return found
  }

  /** Tasks under s of which no finish leads to another under s; what is complete holds nothing that is to come, unless all is. */
  ends(s: number): readonly number[] {
    return this.#once(this.#ends, s, () => this.#findEnds(s))
  }

  #findEnds(s: number): readonly number[] {
    const under = this.#of(s)
    const inside = new Set(under)
    const { start, task, type } = this.#input.network
    const leading = new Set<number>()
    for (const i of under)
      for (let k = start[i]; k < start[i + 1]; k++)
        if ((type[k] === FS || type[k] === FF) && !(this.#input.lagDays[k] < 0) && inside.has(task[k]))
          leading.add(task[k])
    return under.filter(i => !leading.has(i))
  }

  /** Open tasks under s that wait for nothing open under s. */
  begins(s: number): readonly number[] {
    return this.#once(this.#begins, s, () => this.#findBegins(s))
  }

  #findBegins(s: number): readonly number[] {
    const open = this.#of(s).filter(i => this.#input.state[i] !== COMPLETE)
    const inside = new Set(open)
    const { start, task, type } = this.#input.network
    const waits = (i: number): boolean => {
      for (let k = start[i]; k < start[i + 1]; k++)
        if ((type[k] === FS || type[k] === SS) && !(this.#input.lagDays[k] < 0) && inside.has(task[k])) return true
      return false
    }
    return open.filter(i => !waits(i))
  }

  first(s: number, earlyStart: Float64Array): readonly number[] {
    return this.#once(this.#first, s, () => {
      const under = this.#of(s)
      return under.length === 0 ? under : [under.reduce((best, i) => (earlyStart[i] < earlyStart[best] ? i : best))]
    })
  }

  #of(s: number): readonly number[] {
    return this.#under.get(s) ?? []
  }
}
