/**
 * How far each task before a chosen one could slip until it moves that one: the least sum of relationship floats over the ways between
 * them. 0 = it drives the chosen task. Tasks of one value are a float path to it, as P6 numbers them.
 */
import type { Schedule } from './schedule.ts'

interface FloatPath {
  readonly floatDays: number
  /** By start. */
  readonly tasks: readonly number[]
}

const DECIMALS = 100

/** Shortest ways against the direction of the links; those that are violated count as without float. Complete tasks drive nothing any more. */
function floatsTo({ taskCount, links }: Schedule, target: number): Float64Array {
  const floats = new Float64Array(taskCount).fill(Number.POSITIVE_INFINITY)
  const heap: (readonly [float: number, task: number])[] = [[0, target]]
  floats[target] = 0
  while (heap.length > 0) {
    const [float, task] = pop(heap)
    if (float > floats[task]!) continue
    for (let at = links.intoStart[task]!; at < links.intoStart[task + 1]!; at++) {
      const k = links.into[at]!
      const before = links.predecessor[k]!
      const own = float + Math.max(0, links.floatDays[k]!)
      if (!(own < floats[before]!)) continue
      floats[before] = own
      push(heap, [own, before])
    }
  }
  return floats
}

type Heap = (readonly [number, number])[]

function push(heap: Heap, entry: readonly [number, number]): void {
  let i = heap.push(entry) - 1
  while (i > 0) {
    const above = (i - 1) >> 1
    if (heap[above]![0] <= entry[0]) break
    heap[i] = heap[above]!
    i = above
  }
  heap[i] = entry
}

function pop(heap: Heap): readonly [number, number] {
  const top = heap[0]!
  const last = heap.pop()!
  if (heap.length === 0) return top
  let i = 0
  for (;;) {
    let below = 2 * i + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && heap[below + 1]![0] < heap[below]![0]) below++
    if (heap[below]![0] >= last[0]) break
    heap[i] = heap[below]!
    i = below
  }
  heap[i] = last
  return top
}

/** The paths of open tasks to this one, the driving one first. */
export function floatPaths(schedule: Schedule, target: number, pathsMax: number): readonly FloatPath[] {
  const floats = floatsTo(schedule, target)
  const byFloat = new Map<number, number[]>()
  for (let task = 0; task < schedule.taskCount; task++) {
    if (task === target || floats[task] === Number.POSITIVE_INFINITY || schedule.state[task] === 2) continue
    const float = Math.round(floats[task]! * DECIMALS) / DECIMALS
    const path = byFloat.get(float)
    if (path === undefined) byFloat.set(float, [task])
    else path.push(task)
  }
  return [...byFloat.keys()]
    .sort((a, b) => a - b)
    .slice(0, pathsMax)
    .map(floatDays => ({
      floatDays,
      tasks: byFloat.get(floatDays)!.sort((a, b) => schedule.start[a]! - schedule.start[b]! || a - b),
    }))
}
