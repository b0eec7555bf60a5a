/** A topological order that can be changed: the task of each rank and the rank of each task. Links that run against it are put right where they lie. */
import { CHAIN_END, type HeldLinks } from './held-links.ts'

/** Of a task that takes no part. */
export const NO_RANK = -1

export class HeldOrder {
  readonly order: Uint32Array
  readonly rank: Int32Array
  readonly #waits: Int32Array

  constructor(order: Uint32Array, taskCount: number) {
    this.order = order.slice()
    this.rank = new Int32Array(taskCount).fill(NO_RANK)
    for (let r = 0; r < order.length; r++) this.rank[order[r]] = r
    this.#waits = new Int32Array(order.length)
  }

  /** Orders the ranks first .. last anew; all others keep theirs. False: the links form a cycle there, and nothing has changed. */
  restore(first: number, last: number, links: HeldLinks): boolean {
    const { order, rank } = this
    const waits = this.#waits
    const sorted = new Uint32Array(last - first + 1)
    let count = 0
    for (let r = first; r <= last; r++) {
      const s = order[r]
      waits[r] = 0
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        const of = rank[links.task[k]]
        if (of >= first && of <= last) waits[r]++
      }
      if (waits[r] === 0) sorted[count++] = s
    }
    for (let n = 0; n < count; n++) {
      for (let entry = links.first[sorted[n]]; entry !== CHAIN_END; entry = links.next[entry]) {
        const s = links.successor[entry]
        const of = rank[s]
        if (of <= last && of >= first && --waits[of] === 0) sorted[count++] = s
      }
    }
    if (count < sorted.length) return false
    for (let n = 0; n < count; n++) {
      order[first + n] = sorted[n]
      rank[sorted[n]] = first + n
    }
    return true
  }
}
