/** Tasks of two schedules that stand in one order in both, as a comparison of texts finds the lines that stayed: as many as can be with the least that is other. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { outgoingOf } from '../graph/links.ts'
import { topologicalOrder } from '../graph/order.ts'
import { compareIds } from '../ids/id-order.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { zeros } from '../ids/short-arrays.ts'

interface Ordered {
  readonly columns: ScheduleColumns
  /** Partner of each task in the other schedule, NO_MATCH = none yet. */
  readonly partner: Int32Array
}
type Cost = (i: number, j: number) => number

/** Pairs of tasks that are weighed for two schedules, and how many more for each of their tasks: every update of a series is weighed, so that a body of a megabyte has about a million. */
const CELLS_FREE = 10_000
const CELLS_PER_TASK = 20
/** Costs that are less apart are equal. */
const TIE = 1e-9

/** Pairs of tasks without a partner, none across another or across those that have one; `alone`: what a task without a pair costs. */
export function pairsInOrder(before: Ordered, now: Ordered, cost: Cost, alone: number): [i: number, j: number][] {
  const [own, other] = [inChains(before.columns), inChains(now.columns)]
  const placeOf = zeros(Int32Array, now.columns.taskCount)
  for (const [n, j] of other.entries()) placeOf[j] = n
  const known = own.flatMap((i, n) =>
    before.partner[i] === NO_MATCH ? [] : [[n, placeOf[before.partner[i]]] as const],
  )
  const pairs: [number, number][] = []
  let [from, to] = [0, 0]
  let cellsLeft = CELLS_FREE + CELLS_PER_TASK * (before.columns.taskCount + now.columns.taskCount)
  for (const [n, m] of [...rising(known), [own.length, other.length] as const]) {
    const left = own.slice(from, n).filter(i => before.partner[i] === NO_MATCH)
    const free = other.slice(to, m).filter(j => now.partner[j] === NO_MATCH)
    cellsLeft -= left.length * free.length
    if (cellsLeft < 0) break
    if (left.length > 0 && free.length > 0) pairs.push(...pairsOf(left, free, cost, alone))
    ;[from, to] = [n, m]
  }
  return pairs
}

function pairsOf(own: readonly number[], other: readonly number[], cost: Cost, alone: number): [number, number][] {
  const width = other.length + 1
  /** What the tasks from these on cost at least. */
  const least = zeros(Float64Array, (own.length + 1) * width)
  const costs = zeros(Float64Array, own.length * other.length)
  for (let n = own.length; n >= 0; n--)
    for (let m = other.length; m >= 0; m--) {
      if (n === own.length || m === other.length) {
        least[n * width + m] = (own.length - n + other.length - m) * alone
        continue
      }
      const pair = cost(own[n], other[m])
      costs[n * other.length + m] = pair
      const skip = Math.min(least[(n + 1) * width + m], least[n * width + m + 1]) + alone
      least[n * width + m] = Math.min(skip, least[(n + 1) * width + m + 1] + pair)
    }
  const pairs: [number, number][] = []
  for (let [n, m] = [0, 0]; n < own.length && m < other.length; ) {
    const now = least[n * width + m] + TIE
    if (least[(n + 1) * width + m + 1] + costs[n * other.length + m] <= now) pairs.push([own[n++], other[m++]])
    else if (least[n * width + m + 1] + alone <= now) m++
    else n++
  }
  return pairs
}

/** Tasks in an order of the logic in which what follows one another stands together: the path with the most work first, so that the order of rows says nothing. */
export function inChains(columns: ScheduleColumns): readonly number[] {
  const { taskCount, durationDays, delayCategory, id, links } = columns
  const out = outgoingOf(columns)
  const tail = zeros(Float64Array, taskCount)
  const order = topologicalOrder(taskCount, links)
  if (order === undefined) return []
  for (const i of order.toReversed()) {
    for (let k = out.start[i]; k < out.start[i + 1]; k++) tail[i] = Math.max(tail[i], tail[out.task[k]])
    tail[i] += durationDays[i] || 0
  }
  const least = (a: number, b: number): number =>
    tail[a] - tail[b] ||
    durationDays[a] - durationDays[b] ||
    delayCategory[a] - delayCategory[b] ||
    compareIds(id, b, a)
  const isSeen = zeros(Uint8Array, taskCount)
  const done: number[] = []
  const roots = [...order].filter(i => links.start[i] === links.start[i + 1]).sort(least)
  for (const root of [...roots, ...order]) {
    const open = [root]
    while (open.length > 0) {
      const i = open.at(-1)!
      if (isSeen[i] > 0) {
        open.pop()
        if (isSeen[i] === 1) done.push(i)
        isSeen[i] = 2
        continue
      }
      isSeen[i] = 1
      const next = [...out.task.subarray(out.start[i], out.start[i + 1])].filter(s => isSeen[s] === 0)
      open.push(...next.sort(least).reverse())
    }
  }
  return done.reverse()
}

/** The most pairs of which both numbers rise; the first ones do. */
function rising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  /** By length the pair that ends a row of so many, and before each pair the one before it. */
  const ends: number[] = []
  const before: number[] = []
  for (const [n, [, m]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]][1] < m) low = middle + 1
      else high = middle
    }
    before[n] = low > 0 ? ends[low - 1] : -1
    ends[low] = n
  }
  const found: (readonly [number, number])[] = []
  for (let n = ends.at(-1) ?? -1; n >= 0; n = before[n]) found.push(pairs[n])
  return found.reverse()
}
