/**
 * The finish of the project without one task: compute/engine/cpm/clocked-drag.ts, which tells the method, by rank. What moves is placed anew, and then put back as
 * it was.
 */
import { COMPLETE } from '../../../../passes/codes.ts'
import {
  alias,
  at,
  DIRTY,
  EXPECTED_FINISH,
  LAST_BEFORE,
  LAST_FROM,
  MOVED,
  ORDER,
  OUT_RANKS,
  OUT_START,
  PASSED_FINISH,
  PASSED_START,
  PLACED_FINISH,
  PLACED_START,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FROM,
  RANK_REMAINING,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  WORK_FINISH,
  WORK_START,
} from '../memory'
import { isListedInOrder, rankCount } from '../setting'
import { place } from './forward'
import { momentAt } from './setting'

/** Of a moved task: its rank, early dates and the work at them as they were. */
const MOVED_BYTES: usize = 40

/** Steps of the last call: so many for each task that it placed, one for each link that it looked at. */
export let stepCount: u32 = 0
const STEPS_PER_PLACE: u32 = 8

/** Once per result, before finishWithout: the links by their predecessors, and moments where dates came out. */
export function beginDragByClock(): void {
  const ranks = <usize>rankCount
  memory.fill(at(DIRTY), 0, ranks)
  turnLinks(ranks)
  if (isListedInOrder) takeMoments(ranks)
  layLast(ranks)
}

/** Early moments from the dates that came out and lie where they were. */
function takeMoments(ranks: usize): void {
  const start = at(PLACED_START)
  const finish = at(PLACED_FINISH)
  for (let r: usize = 0; r < ranks; r++) {
    store<f64>(start + (r << 3), momentAt(load<f64>(at(PASSED_START) + (r << 3))))
    store<f64>(finish + (r << 3), momentAt(load<f64>(at(PASSED_FINISH) + (r << 3))))
  }
  alias(RANK_EARLY_START, PLACED_START)
  alias(RANK_EARLY_FINISH, PLACED_FINISH)
}

function turnLinks(ranks: usize): void {
  const start = at(OUT_START)
  const task = at(RANK_TASK)
  const links = <usize>load<u32>(at(RANK_START) + (ranks << 2))
  memory.fill(start, 0, (ranks + 1) << 2)
  for (let k: usize = 0; k < links; k++) {
    const count = start + ((<usize>load<u32>(task + (k << 2))) << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  let sum: u32 = 0
  for (let r: usize = 0; r <= ranks; r++) store<u32>(start + (r << 2), (sum += load<u32>(start + (r << 2))))
  // from the last to the first: each entry ends where the links of its rank begin
  for (let r = ranks; r-- > 0; ) {
    const first = <usize>load<u32>(at(RANK_START) + (r << 2))
    for (let k = <usize>load<u32>(at(RANK_START) + (r << 2), 4); k-- > first; ) {
      const to = start + ((<usize>load<u32>(task + (k << 2))) << 2)
      store<u32>(to, load<u32>(to) - 1)
      store<u32>(at(OUT_RANKS) + ((<usize>load<u32>(to)) << 2), <u32>r)
    }
  }
}

/** The moment at which the project ends when nothing is left of the task of rank i; NaN when that takes more than so many steps. */
export function finishWithout(i: u32, steps: u32): f64 {
  const first = <usize>i
  const remaining = at(RANK_REMAINING) + (first << 3)
  const minutes = load<f64>(remaining)
  const dates = at(EXPECTED_FINISH)
  const expected = dates + ((<usize>load<u32>(at(ORDER) + (first << 2))) << 3)
  const expectedMoment: f64 = dates === 0 ? NaN : load<f64>(expected)
  store<f64>(remaining, 0)
  if (dates !== 0) store<f64>(expected, NaN)
  const end = moveOn(first, steps)
  const finish = end === 0 ? NaN : lastFinish(first, end)
  store<f64>(remaining, minutes)
  if (dates !== 0) store<f64>(expected, expectedMoment)
  putBack()
  return finish
}

let movedCount: usize = 0

/** Places the task of rank first and what moves behind it. The rank behind the last of these, 0 when that takes more than `steps`. */
function moveOn(first: usize, steps: u32): usize {
  const dirty = at(DIRTY)
  let last = first
  stepCount = 0
  movedCount = 0
  store<u8>(dirty + first, 1)
  for (let r = first; r <= last; r++) {
    if (load<u8>(dirty + r) === 0) continue
    store<u8>(dirty + r, 0)
    if (stepCount >= steps) {
      memory.fill(dirty + first, 0, last + 1 - first)
      return 0
    }
    const into = at(RANK_START) + (r << 2)
    stepCount += STEPS_PER_PLACE + load<u32>(into, 4) - load<u32>(into)
    if (!hasMoved(r) && r !== first) continue
    const end = <usize>load<u32>(at(OUT_START) + (r << 2), 4)
    const begin = <usize>load<u32>(at(OUT_START) + (r << 2))
    stepCount += <u32>(end - begin)
    for (let k = begin; k < end; k++) {
      const next = <usize>load<u32>(at(OUT_RANKS) + (k << 2))
      store<u8>(dirty + next, 1)
      if (next > last) last = next
    }
  }
  return last + 1
}

/** Places the task of rank r anew and notes what it was; whether that changed its dates. */
function hasMoved(r: usize): bool {
  const start = at(RANK_EARLY_START) + (r << 3)
  const finish = at(RANK_EARLY_FINISH) + (r << 3)
  const wasStart = load<f64>(start)
  const wasFinish = load<f64>(finish)
  const was = at(MOVED) + movedCount * MOVED_BYTES
  store<u32>(was, <u32>r)
  store<f64>(was, wasStart, 8)
  store<f64>(was, wasFinish, 16)
  store<f64>(was, load<f64>(at(WORK_START) + (r << 3)), 24)
  store<f64>(was, load<f64>(at(WORK_FINISH) + (r << 3)), 32)
  movedCount++
  place(r, <usize>load<u32>(at(RANK_FROM) + (r << 2)) - <usize>load<u32>(at(RANK_START) + (r << 2)), 0)
  return load<f64>(start) !== wasStart || load<f64>(finish) !== wasFinish
}

function finishOf(r: usize): f64 {
  return load<u8>(at(RANK_STATE) + r) === COMPLETE ? -Infinity : load<f64>(at(RANK_EARLY_FINISH) + (r << 3))
}

function layLast(ranks: usize): void {
  const before = at(LAST_BEFORE)
  const from = at(LAST_FROM)
  let last: f64 = -Infinity
  for (let r: usize = 0; r < ranks; r++) {
    store<f64>(before + (r << 3), last)
    last = max<f64>(last, finishOf(r))
  }
  last = -Infinity
  store<f64>(from + (ranks << 3), last)
  for (let r = ranks; r-- > 0; ) store<f64>(from + (r << 3), (last = max<f64>(last, finishOf(r))))
}

/** The last finish of the incomplete tasks, of which there is one, when those of the ranks first .. end - 1 alone have moved. */
function lastFinish(first: usize, end: usize): f64 {
  let last = max<f64>(load<f64>(at(LAST_BEFORE) + (first << 3)), load<f64>(at(LAST_FROM) + (end << 3)))
  for (let r = first; r < end; r++) last = max<f64>(last, finishOf(r))
  return last
}

function putBack(): void {
  for (; movedCount > 0; movedCount--) {
    const was = at(MOVED) + (movedCount - 1) * MOVED_BYTES
    const r = (<usize>load<u32>(was)) << 3
    store<f64>(at(RANK_EARLY_START) + r, load<f64>(was, 8))
    store<f64>(at(RANK_EARLY_FINISH) + r, load<f64>(was, 16))
    store<f64>(at(WORK_START) + r, load<f64>(was, 24))
    store<f64>(at(WORK_FINISH) + r, load<f64>(was, 32))
  }
}
