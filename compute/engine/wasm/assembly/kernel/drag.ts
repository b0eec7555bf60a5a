/**
 * Drag of the tasks on the longest path: compute/engine/cpm/drag.ts, which tells the method, by rank and on the columns that the passes left. Number n
 * of a path task is its place among the path tasks in order.
 */

import { fillNaN } from './begin'
import { COMPLETE, NO_CONSTRAINT, NOT_STARTED } from './codes'
import { startByLinks } from './forward'
import {
  at,
  DRAG,
  JUMPS,
  ORDER,
  PATH_BESIDE,
  PATH_RANKS,
  PATH_RUNS,
  PATH_TASKS,
  PATH_THROUGH,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_LAG,
  RANK_ON_PATH,
  RANK_REMAINING,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  TAILS,
} from './memory'
import { pathTaskCount } from './reverse'
import { constrainedStart, fromFinish, greater, isPin, snap, toStart } from './rules'
import { dataDate, isOverride, projectFinish, rankCount, taskCount } from './setting'

const NO_PATH: f64 = -Infinity
const NONE: u32 = 0xffffffff
const LEVELS: usize = 32
/** Entry l: a jump of level l, NONE = there is none. Lies behind the table of columns. */
const JUMP_OF_LEVEL: usize = 1536

/** An entry of JUMPS: its length; the first and the last path task that it goes over; another jump of its level, NONE = it is the last. */
export const JUMP_BYTES: usize = 20
const JUMP_FIRST: usize = 8
const JUMP_LAST: usize = 12
const JUMP_NEXT: usize = 16

/** Longest path that begins behind the ranks that were met; that ended before them; jumps so far. */
let begun: f64 = NO_PATH
let ended: f64 = NO_PATH
let pathTaskNext: u32 = 0
let jumpCount: u32 = 0

/** Whether links set the dates of a task, as far as it decides itself. */
function isFed(code: u8, state: u8): bool {
  return !isPin(code) && !(isOverride && state !== NOT_STARTED)
}

/** The start that data date and constraint give the task of rank r. */
function sourceAt(r: usize, code: u8, remaining: f64): f64 {
  if (code === NO_CONSTRAINT) return dataDate
  return constrainedStart(code, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3)), remaining, dataDate, dataDate)
}

export function beginDrag(): void {
  const ranks = <usize>rankCount
  const remaining = at(RANK_REMAINING)
  const state = at(RANK_STATE)
  const tails = at(TAILS)
  for (let r: usize = 0; r < ranks; r++) {
    const own = load<u8>(state + r) === COMPLETE ? NO_PATH : load<f64>(remaining + (r << 3))
    v128.store(tails + (r << 4), f64x2.replace_lane(f64x2.splat(own), 0, 0))
  }
  fillNaN(DRAG, <usize>taskCount)
  memory.fill(JUMP_OF_LEVEL, 0xff, LEVELS << 2)
  begun = NO_PATH
  ended = NO_PATH
  pathTaskNext = pathTaskCount
  jumpCount = 0
}

/** The longest ways onwards from the ranks end - 1 down to from, and the longest path that begins behind each path task. */
export function dragReverse(end: u32, from: u32): void {
  const start = at(RANK_START)
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const state = at(RANK_STATE)
  const onPath = at(RANK_ON_PATH)
  const constraint = at(RANK_CONSTRAINT)
  const remaining = at(RANK_REMAINING)
  const tails = at(TAILS)
  const pathTasks = at(PATH_TASKS)
  const beside = at(PATH_BESIDE)
  let longest = begun
  let n = <usize>pathTaskNext
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const left = load<f64>(remaining + (r << 3))
    const code = load<u8>(constraint + r)
    const progress = load<u8>(state + r)
    const own = tails + (r << 4)
    const tail = snap(load<f64>(own, 8))
    store<f64>(own, snap(load<f64>(own)))
    store<f64>(own, tail, 8)
    if (load<u8>(onPath + r) !== 0 && progress !== COMPLETE) {
      n--
      store<u32>(pathTasks + (n << 2), <u32>r)
      store<f64>(beside + (n << 3), longest)
    }
    longest = greater(longest, sourceAt(r, code, left) + tail)
    if (!isFed(code, progress)) continue
    const last = <usize>load<u32>(start + (r << 2), 4)
    for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
      const p = <usize>load<u32>(task + (k << 2))
      const relation = load<u8>(type + k)
      const onwards = load<f64>(lag + (k << 3)) - (toStart(relation) ? 0 : left) + tail
      const whole = fromFinish(relation) ? load<f64>(remaining + (p << 3)) + onwards : onwards
      const to = tails + (p << 4)
      const both = f64x2.replace_lane(f64x2.splat(onwards), 1, whole)
      v128.store(to, f64x2.pmax(v128.load(to), both))
    }
  }
  begun = longest
  pathTaskNext = <u32>n
}

/** Jumps over path tasks by the links of the ranks from .. end - 1; paths through each path task, and those that end before it. */
export function dragForward(from: u32, end: u32): void {
  const pathRanks = at(PATH_RANKS)
  const start = at(RANK_START)
  const task = at(RANK_TASK)
  const state = at(RANK_STATE)
  const onPath = at(RANK_ON_PATH)
  const constraint = at(RANK_CONSTRAINT)
  const tails = at(TAILS)
  const earlyFinish = at(RANK_EARLY_FINISH)
  let longest = ended
  if (from === 0) store<u32>(pathRanks, 0)
  for (let r = <usize>from; r < <usize>end; r++) {
    const before = load<u32>(pathRanks + (r << 2))
    const code = load<u8>(constraint + r)
    const progress = load<u8>(state + r)
    const isFedHere = isFed(code, progress)
    if (isFedHere) {
      const last = <usize>load<u32>(start + (r << 2), 4)
      for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
        const p = <usize>load<u32>(task + (k << 2))
        const first = load<u32>(pathRanks + (p << 2), 4)
        if (first !== before) layJump(k, p, r, first, before)
      }
    }
    const isPath = load<u8>(onPath + r) !== 0 && progress !== COMPLETE
    if (isPath) {
      const n = (<usize>before) << 3
      const beside = at(PATH_BESIDE) + n
      const fed = isFedHere ? startByLinks(r, 0) : NO_PATH
      store<f64>(at(PATH_THROUGH) + n, max<f64>(sourceAt(r, code, 0), fed) + load<f64>(tails + (r << 4)))
      store<f64>(beside, max<f64>(load<f64>(beside), longest))
      store<f64>(at(PATH_RUNS) + n, NO_PATH)
    }
    store<u32>(pathRanks + (r << 2), before + <u32>isPath, 4)
    if (progress !== COMPLETE) longest = greater(longest, load<f64>(earlyFinish + (r << 3)))
  }
  ended = longest
}

/** Link k from p to r jumps over the path tasks first .. before - 1. */
function layJump(k: usize, p: usize, r: usize, first: u32, before: u32): void {
  const relation = load<u8>(at(RANK_TYPE) + k)
  const offered = load<f64>((fromFinish(relation) ? at(RANK_EARLY_FINISH) : at(RANK_EARLY_START)) + (p << 3))
  const own = toStart(relation) ? 0 : load<f64>(at(RANK_REMAINING) + (r << 3))
  const length = offered + load<f64>(at(RANK_LAG) + (k << 3)) - own + load<f64>(at(TAILS) + (r << 4), 8)
  const ofLevel = JUMP_OF_LEVEL + ((<usize>(31 - clz<u32>(before - first))) << 2)
  const jump = at(JUMPS) + <usize>jumpCount * JUMP_BYTES
  store<f64>(jump, length)
  store<u32>(jump, first, JUMP_FIRST)
  store<u32>(jump, before - 1, JUMP_LAST)
  store<u32>(jump, load<u32>(ofLevel), JUMP_NEXT)
  store<u32>(ofLevel, jumpCount++)
}

function raise(run: usize, length: f64): void {
  store<f64>(run, greater(load<f64>(run), length))
}

/** Longest jump over each path task: each level hands its runs down to two of half the length. */
function layRuns(): void {
  const runs = at(PATH_RUNS)
  const jumps = at(JUMPS)
  const count = <usize>pathTaskCount
  for (let level = 31 - clz<u32>(pathTaskCount); level >= 0 && level < 32; level--) {
    const size = (<usize>1) << (<usize>level)
    for (let n = count - 1; n >= size; n--) raise(runs + (n << 3), load<f64>(runs + ((n - size) << 3)))
    for (let j = load<u32>(JUMP_OF_LEVEL + ((<usize>level) << 2)); j !== NONE; ) {
      const jump = jumps + <usize>j * JUMP_BYTES
      const length = load<f64>(jump)
      raise(runs + ((<usize>load<u32>(jump, JUMP_FIRST)) << 3), length)
      raise(runs + ((<usize>(load<u32>(jump, JUMP_LAST) + 1) - size) << 3), length)
      j = load<u32>(jump, JUMP_NEXT)
    }
  }
}

export function endDrag(): void {
  if (pathTaskCount > 0) layRuns()
  const drag = at(DRAG)
  const order = at(ORDER)
  const runs = at(PATH_RUNS)
  const beside = at(PATH_BESIDE)
  const through = at(PATH_THROUGH)
  for (let n: usize = 0; n < <usize>pathTaskCount; n++) {
    const r = <usize>load<u32>(at(PATH_TASKS) + (n << 2))
    const s = <usize>load<u32>(order + (r << 2))
    const avoiding = max<f64>(load<f64>(runs + (n << 3)), load<f64>(beside + (n << 3)))
    const without = max<f64>(avoiding, load<f64>(through + (n << 3)))
    store<f64>(drag + (s << 3), snap(projectFinish - without))
  }
}
