/** Which tasks under a summary a link from or to it leads from or to, since they end, or begin, what lies under it. */
import type { Network } from '../../graph/network.ts'
import { FF, FS, SS } from '../../passes/relation.ts'
import { NO_PARENT } from './outline.ts'

type LeafNetwork = Pick<Network, 'taskCount' | 'takesPart' | 'start' | 'task' | 'type' | 'lagDays'>

export class Leaves {
  readonly #network: LeafNetwork
  readonly #isOpen: (task: number) => boolean
  readonly #under = new Map<number, number[]>()
  readonly #ends = new Map<number, readonly number[]>()
  readonly #begins = new Map<number, readonly number[]>()
  readonly #first = new Map<number, readonly number[]>()

  /** `isOpen`: whether a task can still be held by a link to its summary. */
  constructor(network: LeafNetwork, parent: Int32Array, isOpen: (task: number) => boolean) {
    this.#network = network
    this.#isOpen = isOpen
    for (let i = 0; i < network.taskCount; i++) {
      if (network.takesPart[i] !== 1) continue
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
    const { start, task, type, lagDays } = this.#network
    const leading = new Set<number>()
    for (const i of under)
      for (let k = start[i]; k < start[i + 1]; k++)
        if ((type[k] === FS || type[k] === FF) && !(lagDays[k] < 0) && inside.has(task[k])) leading.add(task[k])
    return under.filter(i => !leading.has(i))
  }

  /** Open tasks under s that wait for nothing open under s. */
  begins(s: number): readonly number[] {
    return this.#once(this.#begins, s, () => this.#findBegins(s))
  }

  #findBegins(s: number): readonly number[] {
    const open = this.#of(s).filter(this.#isOpen)
    const inside = new Set(open)
    const { start, task, type, lagDays } = this.#network
    const waits = (i: number): boolean => {
      for (let k = start[i]; k < start[i + 1]; k++)
        if ((type[k] === FS || type[k] === SS) && !(lagDays[k] < 0) && inside.has(task[k])) return true
      return false
    }
    return open.filter(i => !waits(i))
  }

  first(s: number, earlyStart: ArrayLike<number>): readonly number[] {
    return this.#once(this.#first, s, () => {
      const under = this.#of(s)
      return under.length === 0 ? under : [under.reduce((best, i) => (earlyStart[i] < earlyStart[best] ? i : best))]
    })
  }

  #of(s: number): readonly number[] {
    return this.#under.get(s) ?? []
  }
}
