/** A topological order of START and TASK: compute/engine/graph/order.ts. Its tables lie in columns that the passes use later. */
import { at, JUMPS, ORDER, RANK, RANK_START, START, TASK } from './memory'

// entry p + 1: where the outgoing links of task p begin; by link the successors, listed at their predecessor; the predecessors a task waits for
const OUT_START = RANK_START
const OUT_TASK = JUMPS
const WAITS = RANK

function isListed(tasks: usize): bool {
  const start = at(START)
  const task = at(TASK)
  let k: usize = 0
  for (let s: usize = 0; s < tasks; s++) {
    const end = <usize>load<u32>(start + (s << 2), 4)
    for (; k < end; k++) if (load<i32>(task + (k << 2)) >= <i32>s) return false
  }
  return true
}

/** Turns the links round: each task's successors in input order. */
function turn(tasks: usize, links: usize): void {
  const start = at(START)
  const task = at(TASK)
  const outStart = at(OUT_START)
  const outTask = at(OUT_TASK)
  const waits = at(WAITS)
  memory.fill(outStart, 0, (tasks + 1) << 2)
  for (let k: usize = 0; k < links; k++) {
    const p = load<i32>(task + (k << 2))
    if (p < 0) continue
    const to = outStart + ((<usize>p) << 2)
    store<u32>(to, load<u32>(to, 4) + 1, 4)
  }
  for (let i: usize = 0; i < tasks; i++) {
    const to = outStart + (i << 2)
    store<u32>(to, load<u32>(to) + load<u32>(to, 4), 4)
  }
  store<u32>(outStart + (tasks << 2), load<u32>(outStart + (tasks << 2)), 4)
  // from the last to the first, so that the entry behind that of a task ends where its links begin
  for (let s = tasks; s-- > 0; ) {
    const first = <usize>load<u32>(start + (s << 2))
    let count: u32 = 0
    for (let k = <usize>load<u32>(start + (s << 2), 4); k-- > first; ) {
      const p = load<i32>(task + (k << 2))
      if (p < 0) continue
      count++
      const to = outStart + ((<usize>p) << 2)
      const place = load<u32>(to, 4) - 1
      store<u32>(to, place, 4)
      store<u32>(outTask + ((<usize>place) << 2), <u32>s)
    }
    store<u32>(waits + (s << 2), count)
  }
}

/** Writes ORDER; false when the links form a cycle. */
export function topologicalOrder(taskCount: u32, linkCount: u32): bool {
  const tasks = <usize>taskCount
  const order = at(ORDER)
  if (isListed(tasks)) {
    for (let i: usize = 0; i < tasks; i++) store<u32>(order + (i << 2), <u32>i)
    return true
  }
  turn(tasks, <usize>linkCount)
  const outStart = at(OUT_START)
  const outTask = at(OUT_TASK)
  const waits = at(WAITS)
  let length: usize = 0
  for (let i: usize = 0; i < tasks; i++)
    if (load<u32>(waits + (i << 2)) === 0) store<u32>(order + (length++ << 2), <u32>i)
  for (let next: usize = 0; next < length; next++) {
    const p = <usize>load<u32>(order + (next << 2))
    const end = <usize>load<u32>(outStart + (p << 2), 8)
    for (let k = <usize>load<u32>(outStart + (p << 2), 4); k < end; k++) {
      const s = (<usize>load<u32>(outTask + (k << 2))) << 2
      const left = load<u32>(waits + s) - 1
      store<u32>(waits + s, left)
      if (left === 0) store<u32>(order + (length++ << 2), <u32>(s >> 2))
    }
  }
  return length === tasks
}
