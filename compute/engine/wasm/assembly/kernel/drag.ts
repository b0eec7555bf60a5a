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
  JUMP_FIRST,
  JUMP_LAST,
  JUMP_LENGTH,
  JUMP_NEXT,
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
  TAILS_WITHOUT_OWN,
} from './memory'
import { pathTaskCount } from './reverse'
import { constrainedStart, fromFinish, isPin, snap, toStart } from './rules'
import { dataDate, isOverride, projectFinish, rankCount, taskCount } from './setting'

const NO_PATH: f64 = -Infinity
const NONE: u32 = 0xffffffff
const LEVELS: usize = 32
/** Entry l: a jump of level l, NONE = there is none. Lies behind the table of columns. */
const JUMP_OF_LEVEL: usize = 1536

/** Longest path that begins behind the ranks that were met; that ended before them; jumps so far. */
let begun: f64 = NO_PATH
let ended: f64 = NO_PATH
let pathTaskNext: u32 = 0
let jumpCount: u32 = 0

function isPathTask(r: usize): bool {
  return load<u8>(at(RANK_ON_PATH) + r) !== 0 && load<u8>(at(RANK_STATE) + r) !== COMPLETE
}

/** Whether links set the dates of the task, as far as it decides itself. */
function isFed(r: usize): bool {
  if (isOverride && load<u8>(at(RANK_STATE) + r) !== NOT_STARTED) return false
  return !isPin(load<u8>(at(RANK_CONSTRAINT) + r))
}

/** The start that data date and constraint give it. */
function sourceAt(r: usize, remaining: f64): f64 {
  const code = load<u8>(at(RANK_CONSTRAINT) + r)
  if (code === NO_CONSTRAINT) return dataDate
  return constrainedStart(code, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3)), remaining, dataDate, dataDate)
}

export function beginDrag(): void {
  const ranks = <usize>rankCount
  const remaining = at(RANK_REMAINING)
  const tails = at(TAILS)
  memory.copy(tails, remaining, ranks << 3)
  memory.fill(at(TAILS_WITHOUT_OWN), 0, ranks << 3)
  for (let r: usize = 0; r < ranks; r++)
    if (load<u8>(at(RANK_STATE) + r) === COMPLETE) store<f64>(tails + (r << 3), NO_PATH)
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
  const remaining = at(RANK_REMAINING)
  const tails = at(TAILS)
  const withoutOwn = at(TAILS_WITHOUT_OWN)
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const left = load<f64>(remaining + (r << 3))
    const tail = snap(load<f64>(tails + (r << 3)))
    store<f64>(tails + (r << 3), tail)
    store<f64>(withoutOwn + (r << 3), snap(load<f64>(withoutOwn + (r << 3))))
    if (isPathTask(r)) {
      pathTaskNext--
      store<u32>(at(PATH_TASKS) + ((<usize>pathTaskNext) << 2), <u32>r)
      store<f64>(at(PATH_BESIDE) + ((<usize>pathTaskNext) << 3), begun)
    }
    begun = max<f64>(begun, sourceAt(r, left) + tail)
    if (!isFed(r)) continue
    const last = <usize>load<u32>(start + (r << 2), 4)
    for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
      const p = (<usize>load<u32>(task + (k << 2))) << 3
      const relation = load<u8>(type + k)
      const onwards = load<f64>(lag + (k << 3)) - (toStart(relation) ? 0 : left) + tail
      store<f64>(withoutOwn + p, max<f64>(load<f64>(withoutOwn + p), onwards))
      const whole = fromFinish(relation) ? load<f64>(remaining + p) + onwards : onwards
      store<f64>(tails + p, max<f64>(load<f64>(tails + p), whole))
    }
  }
}

/** Jumps over path tasks by the links of the ranks from .. end - 1; paths through each path task, and those that end before it. */
export function dragForward(from: u32, end: u32): void {
  const pathRanks = at(PATH_RANKS)
  const start = at(RANK_START)
  const task = at(RANK_TASK)
  if (from === 0) store<u32>(pathRanks, 0)
  for (let r = <usize>from; r < <usize>end; r++) {
    const before = load<u32>(pathRanks + (r << 2))
    const isFedHere = isFed(r)
    if (isFedHere) {
      const last = <usize>load<u32>(start + (r << 2), 4)
      for (let k = <usize>load<u32>(start + (r << 2)); k < last; k++) {
        const p = <usize>load<u32>(task + (k << 2))
        const first = load<u32>(pathRanks + (p << 2), 4)
        if (first !== before) layJump(k, p, r, first, before)
      }
    }
    const isPath = isPathTask(r)
    if (isPath) {
      const n = (<usize>before) << 3
      const fed = isFedHere ? startByLinks(r, 0) : NO_PATH
      const through = max<f64>(sourceAt(r, 0), fed) + load<f64>(at(TAILS_WITHOUT_OWN) + (r << 3))
      store<f64>(at(PATH_THROUGH) + n, through)
      store<f64>(at(PATH_BESIDE) + n, max<f64>(load<f64>(at(PATH_BESIDE) + n), ended))
      store<f64>(at(PATH_RUNS) + n, NO_PATH)
    }
    store<u32>(pathRanks + (r << 2), before + <u32>isPath, 4)
    if (load<u8>(at(RANK_STATE) + r) !== COMPLETE) ended = max<f64>(ended, load<f64>(at(RANK_EARLY_FINISH) + (r << 3)))
  }
}

/** Link k from p to r jumps over the path tasks first .. before - 1. */
function layJump(k: usize, p: usize, r: usize, first: u32, before: u32): void {
  const relation = load<u8>(at(RANK_TYPE) + k)
  const offered = load<f64>((fromFinish(relation) ? at(RANK_EARLY_FINISH) : at(RANK_EARLY_START)) + (p << 3))
  const own = toStart(relation) ? 0 : load<f64>(at(RANK_REMAINING) + (r << 3))
  const length = offered + load<f64>(at(RANK_LAG) + (k << 3)) - own + load<f64>(at(TAILS) + (r << 3))
  const j = <usize>jumpCount
  const ofLevel = JUMP_OF_LEVEL + ((<usize>(31 - clz<u32>(before - first))) << 2)
  store<u32>(at(JUMP_FIRST) + (j << 2), first)
  store<u32>(at(JUMP_LAST) + (j << 2), before - 1)
  store<f64>(at(JUMP_LENGTH) + (j << 3), length)
  store<u32>(at(JUMP_NEXT) + (j << 2), load<u32>(ofLevel))
  store<u32>(ofLevel, jumpCount++)
}

function raise(run: usize, length: f64): void {
  if (length > load<f64>(run)) store<f64>(run, length)
}

/** Longest jump over each path task: each level hands its runs down to two of half the length. */
function layRuns(): void {
  const runs = at(PATH_RUNS)
  const count = <usize>pathTaskCount
  for (let level = 31 - clz<u32>(pathTaskCount); level >= 0 && level < 32; level--) {
    const size = (<usize>1) << (<usize>level)
    for (let n = count - 1; n >= size; n--) raise(runs + (n << 3), load<f64>(runs + ((n - size) << 3)))
    for (let j = load<u32>(JUMP_OF_LEVEL + ((<usize>level) << 2)); j !== NONE; ) {
      const jump = <usize>j
      const length = load<f64>(at(JUMP_LENGTH) + (jump << 3))
      raise(runs + ((<usize>load<u32>(at(JUMP_FIRST) + (jump << 2))) << 3), length)
      raise(runs + ((<usize>(load<u32>(at(JUMP_LAST) + (jump << 2)) + 1) - size) << 3), length)
      j = load<u32>(at(JUMP_NEXT) + (jump << 2))
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
