/**
 * Live links that can be changed: listed at their successor, as a Network has them and in its order, so that the rules read them as they are; and from each
 * predecessor a chain of its successors.
 */
import type { CpmInput } from '../cpm/input.ts'

export interface HeldLink {
  readonly task: number
  readonly type: number
  /** As given. */
  readonly lagDays: number
  readonly isElapsed: boolean
}

/** A task, and the links into it. */
export type LinksInto = readonly [task: number, links: readonly HeldLink[]]

/** No further entry of a chain. */
export const CHAIN_END = -1
/** Room for further links, beside the share of those that are there. */
const ROOM_MIN = 64
const ROOM_SHARE = 1 / 8

type Column = Int32Array | Uint8Array | Float64Array

function longer<C extends Column>(column: C, length: number): C {
  const made = new (column.constructor as new (length: number) => C)(length)
  made.set(column as never)
  return made
}

export class HeldLinks {
  readonly start: Uint32Array
  task: Int32Array
  type: Uint8Array
  lagDays: Float64Array
  /** What is left of each lag; by the clock the lags themselves. */
  leftDays: Float64Array
  elapsed: Uint8Array
  count: number
  /** First entry of the chain of a task; by entry the successor and the next entry. A successor with several links from it stands there as often. */
  readonly first: Int32Array
  next: Int32Array
  successor: Int32Array
  #free = CHAIN_END

  constructor({ network, lagDays, clock }: CpmInput) {
    const { taskCount, linkCount } = network
    const room = Math.ceil(linkCount * (1 + ROOM_SHARE)) + ROOM_MIN
    this.start = network.start.slice()
    this.task = longer(network.task.subarray(0, linkCount), room)
    this.type = longer(network.type.subarray(0, linkCount), room)
    this.lagDays = longer(network.lagDays.subarray(0, linkCount), room)
    this.leftDays = clock === undefined ? longer(lagDays.subarray(0, linkCount), room) : this.lagDays
    this.elapsed = longer(network.elapsed.subarray(0, linkCount), room)
    this.count = linkCount
    this.first = new Int32Array(taskCount).fill(CHAIN_END)
    this.next = new Int32Array(0)
    this.successor = new Int32Array(0)
    this.#makeRoom(room)
    for (let s = 0; s < taskCount; s++)
      for (let k = this.start[s]; k < this.start[s + 1]; k++) this.#lead(this.task[k], s)
  }

  /** The links into s. */
  into(s: number): readonly HeldLink[] {
    const links: HeldLink[] = []
    for (let k = this.start[s]; k < this.start[s + 1]; k++)
      links.push({
        task: this.task[k],
        type: this.type[k],
        lagDays: this.lagDays[k],
        isElapsed: this.elapsed[k] === 1,
      })
    return links
  }

  /** Other links into some tasks, each of them once, with the lags as given: what lies behind is moved once. Whether the columns are new ones. */
  replace(blocks: readonly LinksInto[]): boolean {
    const sorted = blocks.length < 2 ? blocks : [...blocks].sort(([a], [b]) => a - b)
    const { start } = this
    let shift = 0
    for (const [s, links] of sorted) {
      for (let k = start[s]; k < start[s + 1]; k++) this.#leave(this.task[k], s)
      shift += links.length - (start[s + 1] - start[s])
    }
    const isGrown = this.count + shift > this.task.length
    if (isGrown) this.#makeRoom(Math.ceil((this.count + shift) * (1 + ROOM_SHARE)) + ROOM_MIN)
    this.#move(sorted)
    for (const [s, links] of sorted) this.#lay(s, links)
    return isGrown
  }

  #lay(s: number, links: readonly HeldLink[]): void {
    let k = this.start[s]
    for (const link of links) {
      this.task[k] = link.task
      this.type[k] = link.type
      this.lagDays[k] = link.lagDays
      this.leftDays[k] = link.lagDays
      this.elapsed[k++] = link.isElapsed ? 1 : 0
      this.#lead(link.task, s)
    }
  }

  /** The links as they are now as a Network has them; the next change is seen in them. */
  asNetwork() {
    const end = this.count
    return {
      start: this.start,
      task: this.task.subarray(0, end),
      type: this.type.subarray(0, end),
      lagDays: this.lagDays.subarray(0, end),
      elapsed: this.elapsed.subarray(0, end),
      linkCount: end,
    }
  }

  /** Makes as much room for each block as it has links. */
  #move(sorted: readonly LinksInto[]): void {
    const { start } = this
    let shift = 0
    // what lies between a block and the next one, and how far it goes
    const runs = sorted.map(([s, links], n) => {
      const next = n + 1 < sorted.length ? sorted[n + 1][0] : start.length - 1
      const from = start[s + 1]
      shift += links.length - (from - start[s])
      return { s, next, from, end: n + 1 < sorted.length ? start[next] : this.count, shift }
    })
    // runs keep their order, so none comes to lie where another one still is
    for (const run of runs) if (run.shift < 0) this.#moveRun(run.from, run.end, run.shift)
    for (const run of runs.toReversed()) if (run.shift > 0) this.#moveRun(run.from, run.end, run.shift)
    for (const run of runs) if (run.shift !== 0) for (let i = run.s + 1; i <= run.next; i++) start[i] += run.shift
    this.count += shift
  }

  #moveRun(from: number, end: number, shift: number): void {
    for (const column of [this.task, this.type, this.lagDays, this.elapsed]) column.copyWithin(from + shift, from, end)
    if (this.leftDays !== this.lagDays) this.leftDays.copyWithin(from + shift, from, end)
  }

  #makeRoom(room: number): void {
    const isByClock = this.leftDays === this.lagDays
    this.task = longer(this.task, room)
    this.type = longer(this.type, room)
    this.lagDays = longer(this.lagDays, room)
    this.leftDays = isByClock ? this.lagDays : longer(this.leftDays, room)
    this.elapsed = longer(this.elapsed, room)
    const before = this.next.length
    this.next = longer(this.next, room)
    this.successor = longer(this.successor, room)
    for (let entry = room - 1; entry >= before; entry--) {
      this.next[entry] = this.#free
      this.#free = entry
    }
  }

  #lead(p: number, s: number): void {
    const entry = this.#free
    this.#free = this.next[entry]
    this.successor[entry] = s
    this.next[entry] = this.first[p]
    this.first[p] = entry
  }

  #leave(p: number, s: number): void {
    let before = CHAIN_END
    let entry = this.first[p]
    while (this.successor[entry] !== s) {
      before = entry
      entry = this.next[entry]
    }
    if (before === CHAIN_END) this.first[p] = this.next[entry]
    else this.next[before] = this.next[entry]
    this.next[entry] = this.#free
    this.#free = entry
  }
}
