/**
 * Activities that wait in parallel schedule generation: whoever can start first comes first, of equal ones that of the smaller rank. Those that ask for as much of the same
 * resource in one calendar, for about as long, stand in one queue, which moves on as a whole past a time in which nobody of it can start: none of them is looked at for that.
 * Where a resource has no room for some work, it has none for longer work.
 */
import { Heap } from './activity-order.ts'
import type { LevellingProblem } from './problem.ts'

/** Queue of those whose resource works in another calendar than they do, or for a part of them, or that ask for none. */
const FREE = 0

/** Lengths of work that are told apart among those that ask for as much; of more, each queue has those up to so many times as long. */
const LENGTHS_MAX = 12
const LENGTH_RATIO = 1.5

export interface Queues {
  /** By activity. */
  readonly queue: Uint32Array
  readonly sizes: readonly number[]
  /** Minutes of the shortest work, or part of it, that waits in each. */
  readonly least: readonly number[]
  /** By queue: the first of those that ask for as much in the same calendar, and the one behind the last. They stand together, the shortest work first. */
  readonly first: readonly number[]
  readonly end: readonly number[]
}

export function queuesOf(problem: LevellingProblem): Queues {
  const { count, needStart, needResource, needParts, needClass, resources, calendars, calendar, fixed, follows } =
    problem
  const { minutes, leastPart, windows } = problem
  const queue = new Uint32Array(count)
  const sizes = [0]
  const least = [0]
  const asking = new Map<string, number[]>()
  for (let a = 0; a < count; a++) {
    const k = needStart[a]
    const isOne = k < needStart[a + 1] && fixed[a] + follows[a] === 0 && windows?.isPart[k] !== 1
    if (isOne && calendars[resources[needResource[k]].classes[needClass[k]]] === calendars[calendar[a]]) {
      const name = `${needResource[k]} ${needClass[k]} ${calendar[a]} ${needParts[k]}`
      const same = asking.get(name)
      if (same === undefined) asking.set(name, [a])
      else same.push(a)
    } else sizes[FREE]++
  }
  const first = [0]
  const end = [1]
  for (const same of asking.values()) {
    const lengthOf = (a: number): number => Math.min(minutes[a], leastPart[a])
    same.sort((a, b) => lengthOf(a) - lengthOf(b))
    const isExact = new Set(same.map(lengthOf)).size <= LENGTHS_MAX
    const from = sizes.length
    let longest = -1
    for (const a of same) {
      const length = lengthOf(a)
      if (length > longest) {
        longest = isExact ? length : length * LENGTH_RATIO
        least.push(length)
        sizes.push(0)
      }
      queue[a] = sizes.length - 1
      sizes[queue[a]]++
    }
    for (let q = from; q < sizes.length; q++) {
      first.push(from)
      end.push(sizes.length)
    }
  }
  return { queue, sizes, least, first, end }
}

export class Waiting {
  readonly #queues: Queues
  readonly #queue: Uint32Array
  readonly #rank: Float64Array
  /** Before it an activity cannot start. */
  readonly #earliest: Float64Array
  /** By queue: those that may start at its time, by rank; those that may start later, by time and rank; its time. */
  readonly #ready: readonly Heap[]
  readonly #later: readonly Heap[]
  readonly #time: Float64Array
  /** Nobody of the queue starts from #since up to #floor. */
  readonly #since: Float64Array
  readonly #floor: Float64Array
  /** A tournament of the queues: entry 1 has the first of all. */
  readonly #winner: Int32Array
  readonly #leaves: number

  constructor(queues: Queues, rank: Float64Array, earliest: Float64Array) {
    const { queue, sizes } = queues
    this.#queues = queues
    this.#queue = queue
    this.#rank = rank
    this.#earliest = earliest
    const byRank = (a: number, b: number): boolean => rank[a] < rank[b] || (rank[a] === rank[b] && a < b)
    const byTime = (a: number, b: number): boolean =>
      earliest[a] < earliest[b] || (earliest[a] === earliest[b] && byRank(a, b))
    this.#ready = sizes.map(size => new Heap(size, byRank))
    this.#later = sizes.map(size => new Heap(size, byTime))
    this.#time = new Float64Array(sizes.length).fill(Number.POSITIVE_INFINITY)
    this.#since = new Float64Array(sizes.length).fill(Number.NEGATIVE_INFINITY)
    this.#floor = new Float64Array(sizes.length).fill(Number.NEGATIVE_INFINITY)
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, sizes.length)))
    this.#winner = new Int32Array(2 * this.#leaves).fill(-1)
    for (let q = 0; q < sizes.length; q++) this.#settle(q)
  }

  get isEmpty(): boolean {
    const first = this.#winner[1]
    return first < 0 || this.#time[first] === Number.POSITIVE_INFINITY
  }

  push(a: number): void {
    const q = this.#queue[a]
    const ready = this.#ready[q]
    const later = this.#later[q]
    // a link to a finish, or a lead, lets somebody start before all that is known
    if (this.#earliest[a] < this.#since[q]) this.#floor[q] = Number.NEGATIVE_INFINITY
    // somebody who can start before the queue does
    if (Math.max(this.#earliest[a], this.#floor[q]) < this.#time[q]) while (ready.size > 0) later.push(ready.pop())
    later.push(a)
    this.#settle(q)
  }

  /** Takes out the first; it cannot start before `earliest`, which is written for it. */
  pop(): number {
    const q = this.#winner[1]
    const a = this.#ready[q].pop()
    this.#earliest[a] = Math.max(this.#earliest[a], this.#time[q])
    this.#settle(q)
    return a
  }

  /** Whether what holds back a holds back others with it. */
  isHeldBack(a: number): boolean {
    return this.#queue[a] !== FREE
  }

  /** Who asks for as much as a and waits with the shortest work: its queue. */
  shortestBeside(a: number): number {
    let q = this.#queues.first[this.#queue[a]]
    while (this.#time[q] === Number.POSITIVE_INFINITY) q++
    return q
  }

  /** Nobody of the queue starts from a moment up to another, nor anybody who asks for as much for longer. */
  holdBack(queue: number, from: number, moment: number): void {
    for (let q = queue; q < this.#queues.end[queue]; q++) {
      if (!(moment > this.#floor[q] && moment > from)) continue
      // what was known before goes on there, or is forgotten
      this.#since[q] = from <= this.#floor[q] ? Math.min(from, this.#since[q]) : from
      this.#floor[q] = moment
      if (this.#time[q] < moment) this.#settle(q)
    }
  }

  /** Time of the queue and who stands ready then; and which queue is the first of all. */
  #settle(q: number): void {
    const ready = this.#ready[q]
    const later = this.#later[q]
    const earliest = this.#earliest
    const first = ready.size > 0 ? this.#time[q] : later.size > 0 ? earliest[later.first] : Number.POSITIVE_INFINITY
    const time = ready.size + later.size > 0 ? Math.max(first, this.#floor[q]) : first
    this.#time[q] = time
    while (later.size > 0 && earliest[later.first] <= time) ready.push(later.pop())
    let at = this.#leaves + q
    const winner = this.#winner
    winner[at] = ready.size > 0 ? q : -1
    for (at >>= 1; at > 0; at >>= 1) {
      const x = winner[2 * at]
      const y = winner[2 * at + 1]
      const first = y < 0 || (x >= 0 && this.#isBefore(x, y)) ? x : y
      // another queue was first here and is: nothing changes above
      if (first === winner[at] && first !== q) break
      winner[at] = first
    }
  }

  #isBefore(x: number, y: number): boolean {
    if (this.#time[x] !== this.#time[y]) return this.#time[x] < this.#time[y]
    const a = this.#ready[x].first
    const b = this.#ready[y].first
    return this.#rank[a] < this.#rank[b] || (this.#rank[a] === this.#rank[b] && a < b)
  }
}
