/**
 * A topological order that can be changed: the task of each rank and the rank of each task. A link that runs against it moves what its ends reach between
 * their ranks, and nothing else (Pearce and Kelly, A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs, 2006).
 */
import { CHAIN_END, type HeldLinks } from './held-links.ts'

/** The rank of a task that takes no part. */
export const NO_RANK = -1

export class HeldOrder {
  readonly order: Uint32Array
  readonly rank: Int32Array
  /** The search in which a task was met, ahead or back. */
  readonly #met: Uint32Array
  #search = 0

  /** `spare`: tasks without links, which have the last ranks. */
  constructor(order: Uint32Array, taskCount: number, spare: readonly number[]) {
    this.order = new Uint32Array(order.length + spare.length)
    this.order.set(order)
    this.order.set(spare, order.length)
    this.rank = new Int32Array(taskCount).fill(NO_RANK)
    for (let r = 0; r < this.order.length; r++) this.rank[this.order[r]] = r
    this.#met = new Uint32Array(taskCount)
  }

  /** A link from p to s, of a lesser rank, is kept from now on, as are all that were kept. False: s leads to p, and nothing has changed. */
  keep(p: number, s: number, links: HeldLinks): boolean {
    const ahead = this.#leadsTo(s, this.rank[p], links)
    if (ahead === undefined) return false
    const back = this.#leadFrom(p, this.rank[s], links)
    const { order, rank } = this
    const byRank = (a: number, b: number): number => rank[a] - rank[b]
    const tasks = [...back.sort(byRank), ...ahead.sort(byRank)]
    const ranks = tasks.map(i => rank[i]).sort((a, b) => a - b)
    for (const [n, i] of tasks.entries()) {
      order[ranks[n]] = i
      rank[i] = ranks[n]
    }
    return true
  }

  /** What s leads to before the rank `last`; undefined: the task there is one of it. */
  #leadsTo(s: number, last: number, links: HeldLinks): number[] | undefined {
    const { rank } = this
    const first = rank[s]
    const met = ++this.#search
    const found = [s]
    this.#met[s] = met
    for (let n = 0; n < found.length; n++) {
      for (let entry = links.first[found[n]]; entry !== CHAIN_END; entry = links.next[entry]) {
        const to = links.successor[entry]
        if (rank[to] === last) return undefined
        // behind a link that is not kept yet lie lesser ranks
        if (rank[to] > last || rank[to] < first || this.#met[to] === met) continue
        this.#met[to] = met
        found.push(to)
      }
    }
    return found
  }

  /** What leads to p from the rank `first` on. */
  #leadFrom(p: number, first: number, links: HeldLinks): number[] {
    const { rank } = this
    const last = rank[p]
    const met = ++this.#search
    const found = [p]
    this.#met[p] = met
    for (let n = 0; n < found.length; n++) {
      for (let k = links.start[found[n]]; k < links.start[found[n] + 1]; k++) {
        const from = links.task[k]
        if (rank[from] <= first || rank[from] > last || this.#met[from] === met) continue
        this.#met[from] = met
        found.push(from)
      }
    }
    return found
  }
}
