/**
 * A topological order that can be changed: the task of each rank and the rank of each task. A link that runs against it moves what its ends reach between
 * their ranks, and nothing else (Pearce and Kelly, A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs, 2006).
 */
import { CHAIN_END, type HeldLinks } from './held-links.ts'
import { RankSet } from './rank-set.ts'

/** The rank of a task that takes no part. */
export const NO_RANK = -1

export class HeldOrder {
  readonly order: Uint32Array
  readonly rank: Int32Array
  /** Ranks that a search has met and not looked at. */
  readonly #met: RankSet

  /** `spare`: tasks without links, which have the last ranks. */
  constructor(order: Uint32Array, taskCount: number, spare: readonly number[]) {
    this.order = new Uint32Array(order.length + spare.length)
    this.order.set(order)
    this.order.set(spare, order.length)
    this.rank = new Int32Array(taskCount).fill(NO_RANK)
    for (let r = 0; r < this.order.length; r++) this.rank[this.order[r]] = r
    this.#met = new RankSet(this.order.length)
  }

  /** A link from p to s, of a lesser rank, is kept from now on, as are all that were kept. False: s leads to p, and nothing has changed. */
  keep(p: number, s: number, links: HeldLinks): boolean {
    const ahead = this.#leadsTo(s, this.rank[p], links)
    if (ahead === undefined) return false
    const back = this.#leadFrom(p, this.rank[s], links)
    const { order, rank } = this
    const tasks = [...back.map(r => order[r]), ...ahead.map(r => order[r])]
    let [a, b] = [0, 0]
    for (const i of tasks) {
      const r = b === back.length || (a < ahead.length && ahead[a] < back[b]) ? ahead[a++] : back[b++]
      order[r] = i
      rank[i] = r
    }
    return true
  }

  /** The ranks that s leads to before the rank `last`, the least first; undefined: that rank is one of them. */
  #leadsTo(s: number, last: number, { first, next, successor }: HeldLinks): number[] | undefined {
    const { order, rank } = this
    const met = this.#met
    const found: number[] = []
    met.add(rank[s])
    for (let r = met.takeFirst(); r >= 0; r = met.takeFirst()) {
      found.push(r)
      for (let entry = first[order[r]]; entry !== CHAIN_END; entry = next[entry]) {
        const to = rank[successor[entry]]
        if (to === last) {
          met.clear()
          return undefined
        }
        // one that runs against the order is not kept yet
        if (to > r && to < last) met.add(to)
      }
    }
    return found
  }

  /** The ranks that lead to p after the rank `first`, the least first. */
  #leadFrom(p: number, first: number, { start, task }: HeldLinks): number[] {
    const { order, rank } = this
    const met = this.#met
    const found: number[] = []
    met.add(rank[p])
    for (let r = met.takeLast(); r >= 0; r = met.takeLast()) {
      found.push(r)
      const i = order[r]
      for (let k = start[i]; k < start[i + 1]; k++) {
        const from = rank[task[k]]
        if (from > first && from < r) met.add(from)
      }
    }
    return found.reverse()
  }
}
