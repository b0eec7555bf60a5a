/**
 * Drag (Devaux): the days the project would end sooner if a task of the longest path took no time, for every incomplete
 * task of that path at once, O(n log n + m). Negative = "reverse-critical": an FF or SF relation makes the project
 * longer when the task gets shorter.
 *
 * Every path through the network either avoids task i or runs through it. One that avoids it starts after i's place in
 * the order, ends before it, or jumps over it by exactly one link; none of those lengths knows i's duration. One that
 * runs through it is reckoned with the duration 0. The longest of all is the project finish without i. Complete work is
 * a point that paths run through from the data date on; started work, pins and finish constraints are fixed starting
 * points of paths. So this holds for every network; a test recomputes and compares.
 *
 * Calls, in blocks: beginDrag, dragReverse of all places, dragForward of all, endDrag.
 */
import { COMPLETE, NO_CONSTRAINT } from './codes.ts'
import { pins, startUnder } from './constraint.ts'
import { linksCountOf, startByLinks } from './forward.ts'
import { snap } from './grid.ts'
import { fromFinish, startFrom } from './relation.ts'

const NO_PATH: f64 = -Infinity
/** The jump before it was the last of its level. */
export const NO_JUMP: u32 = 0xffffffff
export const JUMP_LEVELS: u32 = 32

/** Whether links into s set its dates, as far as s itself decides. */
function isFed<P extends DragPlan>(plan: P, s: u32): bool {
  return !pins(plan.effects[plan.constraint[s]]) && linksCountOf(plan, s)
}

/** The start that data date and constraint give s: where paths begin. */
function sourceAt<P extends DragPlan>(plan: P, s: u32, left: f64): f64 {
  const date = plan.dataDate
  const code = plan.constraint[s]
  if (code === NO_CONSTRAINT) return date
  return startUnder(plan, plan.effects[code], plan.constraintDate[s], left, date, date)
}

export function beginDrag<P extends DragPlan>(plan: P, count: u32): void {
  const tails = plan.tails
  for (let at: u32 = 0; at < count; at++) {
    const s = plan.order[at]
    // a path ends with work that is left
    const own: f64 = plan.state[s] === COMPLETE ? NO_PATH : plan.remaining[s]
    tails[2 * s] = 0
    tails[2 * s + 1] = own
  }
  for (let level: u32 = 0; level < JUMP_LEVELS; level++) plan.jumpOfLevel[level] = NO_JUMP
  plan.begun = NO_PATH
  plan.ended = NO_PATH
  plan.pathNext = plan.pathCount
  plan.jumpCount = 0
}

/** The longest ways onwards from the places end - 1 down to from, and the longest path that begins behind each path task. */
export function dragReverse<P extends DragPlan>(plan: P, end: u32, from: u32): void {
  const order = plan.order
  const start = plan.start
  const task = plan.task
  const type = plan.type
  const lag = plan.lag
  const remaining = plan.remaining
  const tails = plan.tails
  let longest = plan.begun
  let n = plan.pathNext
  for (let at = end; at > from; ) {
    at--
    const s = order[at]
    const left = remaining[s]
    const tail = snap(tails[2 * s + 1])
    tails[2 * s] = snap(tails[2 * s])
    tails[2 * s + 1] = tail
    if (plan.onPath[s] !== 0 && plan.state[s] !== COMPLETE) {
      n--
      plan.pathTask[n] = s
      plan.beside[n] = longest
    }
    longest = plan.greater(longest, sourceAt(plan, s, left) + tail)
    if (!isFed(plan, s)) continue
    const last = start[s + 1]
    for (let k = start[s]; k < last; k++) {
      const p = task[k]
      const relation = type[k]
      const onwards = startFrom(relation, lag[k], left) + tail
      tails[2 * p] = plan.greater(tails[2 * p], onwards)
      tails[2 * p + 1] = plan.greater(tails[2 * p + 1], fromFinish(relation) ? remaining[p] + onwards : onwards)
    }
  }
  plan.begun = longest
  plan.pathNext = n
}

/** Jumps over path tasks by the links of the places from .. end - 1; paths through each path task, and those that end before it. */
export function dragForward<P extends DragPlan>(plan: P, from: u32, end: u32): void {
  const order = plan.order
  const start = plan.start
  const task = plan.task
  const pathRank = plan.pathRank
  let longest = plan.ended
  let n = plan.pathNext
  for (let at = from; at < end; at++) {
    const s = order[at]
    const isComplete = plan.state[s] === COMPLETE
    const fed = isFed(plan, s)
    if (fed) {
      const last = start[s + 1]
      for (let k = start[s]; k < last; k++) {
        const p = task[k]
        if (pathRank[p] !== n) layJump(plan, k, p, s, pathRank[p], n)
      }
    }
    if (plan.onPath[s] !== 0 && !isComplete) {
      const byLinks: f64 = fed ? startByLinks(plan, s, 0) : NO_PATH
      plan.through[n] = Math.max(sourceAt(plan, s, 0), byLinks) + plan.tails[2 * s]
      plan.beside[n] = Math.max(plan.beside[n], longest)
      plan.runs[n] = NO_PATH
      n++
    }
    pathRank[s] = n
    if (!isComplete) longest = plan.greater(longest, plan.earlyFinish[s])
  }
  plan.ended = longest
  plan.pathNext = n
}

/** Link k from p to s jumps over the path tasks first .. before - 1: it is laid on two overlapping runs of 2^level of them. */
function layJump<P extends DragPlan>(plan: P, k: u32, p: u32, s: u32, first: u32, before: u32): void {
  const relation = plan.type[k]
  const offers = fromFinish(relation) ? plan.earlyFinish : plan.earlyStart
  const jump = plan.jumpCount
  const level = plan.log2(before - first)
  plan.jumpLength[jump] = startFrom(relation, offers[p] + plan.lag[k], plan.remaining[s]) + plan.tails[2 * s + 1]
  plan.jumpFirst[jump] = first
  plan.jumpLast[jump] = before - 1
  plan.jumpNext[jump] = plan.jumpOfLevel[level]
  plan.jumpOfLevel[level] = jump
  plan.jumpCount = jump + 1
}

/** Longest jump over each path task: each level hands its runs down to two of half the length. */
function layRuns<P extends DragPlan>(plan: P): void {
  const runs = plan.runs
  const count = plan.pathCount
  let size: u32 = 1
  for (let level = plan.log2(count); level > 0; level--) size *= 2
  for (let level = plan.log2(count); size > 0; level--) {
    for (let n = count - 1; n >= size; n--) runs[n] = plan.greater(runs[n], runs[n - size])
    for (let j = plan.jumpOfLevel[level]; j !== NO_JUMP; j = plan.jumpNext[j]) {
      const length = plan.jumpLength[j]
      const first = plan.jumpFirst[j]
      const last = plan.jumpLast[j] + 1 - size
      runs[first] = plan.greater(runs[first], length)
      runs[last] = plan.greater(runs[last], length)
    }
    size >>= 1
  }
}

export function endDrag<P extends DragPlan>(plan: P): void {
  const count = plan.pathCount
  if (count > 0) layRuns(plan)
  for (let n: u32 = 0; n < count; n++) {
    const avoiding = Math.max(plan.runs[n], plan.beside[n])
    plan.drag(plan.pathTask[n], snap(plan.projectFinish - Math.max(avoiding, plan.through[n])))
  }
}
