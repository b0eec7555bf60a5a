/** Lists of the activities by a key, as it stands or each after its predecessors, and the heap that they are taken from. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Network } from '../graph/network.ts'
import { compareIds } from '../ids/id-order.ts'
import type { LevellingProblem } from './problem.ts'

/** Moments and places are one number: 2^20 activities, 2^33 minutes. */
const KEY_STEP = 2 ** 20
const MINUTES_MAX = 2 ** 33
export const ACTIVITIES_MAX = KEY_STEP
const SHORT = 100

export class ActivityOrder {
  readonly #problem: LevellingProblem
  readonly #place: Uint32Array
  readonly #keys: Float64Array
  readonly #list: Uint32Array

  constructor(problem: LevellingProblem) {
    this.#problem = problem
    this.#place = new Uint32Array(problem.count)
    this.#keys = new Float64Array(problem.count)
    this.#list = new Uint32Array(problem.count)
  }

  /** Activities in the order of a key, each after its predecessors. The list is valid until the next one. */
  by(key: Float64Array): Uint32Array {
    return this.#afterPredecessors(this.sorted(key))
  }

  /** The activities in nearly the order of the list, each after its predecessors. */
  #afterPredecessors(list: Uint32Array): Uint32Array {
    const { count, linkStart, predecessor } = this.#problem
    const place = this.#place
    for (let n = 0; n < count; n++) place[list[n]] = n
    for (let a = 0; a < count; a++)
      for (let k = linkStart[a]; k < linkStart[a + 1]; k++)
        if (place[predecessor[k]] > place[a]) return this.#repaired(place)
    return list
  }

  /** Chooses, among the activities whose predecessors are listed, the one that the list has first. */
  #repaired(place: Uint32Array): Uint32Array {
    const { count, linkStart, followStart, successor } = this.#problem
    const rank = new Float64Array(place)
    const open = place
    const heap = new Heap(count, (a, b) => rank[a] < rank[b])
    for (let a = 0; a < count; a++) {
      open[a] = linkStart[a + 1] - linkStart[a]
      if (open[a] === 0) heap.push(a)
    }
    const list = this.#list
    let n = 0
    while (heap.size > 0) {
      const a = heap.pop()
      list[n++] = a
      for (let k = followStart[a]; k < followStart[a + 1]; k++) if (--open[successor[k]] === 0) heap.push(successor[k])
    }
    return list
  }

  /** Activities by a key of whole minutes; of equal ones in topological order. */
  sorted(key: Float64Array): Uint32Array {
    const { count, order } = this.#problem
    const keys = this.#keys
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let a = 0; a < count; a++) {
      if (key[a] < least) least = key[a]
      if (key[a] > most) most = key[a]
    }
    // beyond all dates
    if (most - least >= MINUTES_MAX) return order.slice().sort((a, b) => key[a] - key[b] || a - b)
    for (let n = 0; n < count; n++) keys[n] = (key[order[n]] - least) * KEY_STEP + n
    if (count <= SHORT) {
      for (let n = 1; n < count; n++) {
        const value = keys[n]
        let m = n
        for (; m > 0 && keys[m - 1] > value; m--) keys[m] = keys[m - 1]
        keys[m] = value
      }
    } else keys.sort()
    const list = this.#list
    for (let n = 0; n < count; n++) list[n] = order[keys[n] % KEY_STEP]
    return list
  }
}

/** Tasks of a network, each after its predecessors, of those that may come next the first by id: whatever the order of the input. */
export function orderById({ id, taskCount }: ScheduleColumns, network: Network): Uint32Array {
  const sorted = network.order.slice().sort((a, b) => compareIds(id, a, b) || a - b)
  const rank = new Uint32Array(taskCount)
  for (let n = 0; n < sorted.length; n++) rank[sorted[n]] = n
  const open = new Uint32Array(taskCount)
  const followStart = new Uint32Array(taskCount + 1)
  for (const i of sorted) {
    open[i] = network.start[i + 1] - network.start[i]
    for (let k = network.start[i]; k < network.start[i + 1]; k++) followStart[network.task[k] + 1]++
  }
  for (let i = 0; i < taskCount; i++) followStart[i + 1] += followStart[i]
  const next = followStart.slice()
  const follow = new Uint32Array(followStart[taskCount])
  for (const i of sorted)
    for (let k = network.start[i]; k < network.start[i + 1]; k++) follow[next[network.task[k]]++] = i
  const ready = new Heap(sorted.length, (a, b) => rank[a] < rank[b])
  for (const i of sorted) if (open[i] === 0) ready.push(i)
  const order = new Uint32Array(sorted.length)
  for (let n = 0; ready.size > 0; n++) {
    const i = ready.pop()
    order[n] = i
    for (let k = followStart[i]; k < followStart[i + 1]; k++) if (--open[follow[k]] === 0) ready.push(follow[k])
  }
  return order
}

/** A heap of indices: the first by the order of the caller comes out first. */
export class Heap {
  readonly #items: Uint32Array
  readonly #isBefore: (a: number, b: number) => boolean
  size = 0

  constructor(room: number, isBefore: (a: number, b: number) => boolean) {
    this.#items = new Uint32Array(room)
    this.#isBefore = isBefore
  }

  push(a: number): void {
    const items = this.#items
    let n = this.size++
    while (n > 0) {
      const parent = (n - 1) >> 1
      if (!this.#isBefore(a, items[parent])) break
      items[n] = items[parent]
      n = parent
    }
    items[n] = a
  }

  get first(): number {
    return this.#items[0]
  }

  pop(): number {
    const items = this.#items
    const first = items[0]
    const last = items[--this.size]
    let n = 0
    for (;;) {
      let child = 2 * n + 1
      if (child >= this.size) break
      if (child + 1 < this.size && this.#isBefore(items[child + 1], items[child])) child++
      if (!this.#isBefore(items[child], last)) break
      items[n] = items[child]
      n = child
    }
    items[n] = last
    return first
  }
}
