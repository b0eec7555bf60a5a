/**
 * The finish of the project without one task: compute/engine/cpm/clocked-drag.ts, which tells the method, by rank. What moves is placed anew, and then put back as
 * it was.
 */
import { COMPLETE } from '../../../../passes/codes.ts'
import { place } from '../../../../passes/p6-forward.ts'
import { ClockRanks, clockRanks } from './ranks'

/** Of a moved task: its rank, early dates and the work at them as they were. */
const MOVED_BYTES: usize = 40

/** Steps of the last call: so many for each task that it placed, one for each link that it looked at. */
export let stepCount: u32 = 0
const STEPS_PER_PLACE: u32 = 8

/** Once per result, before finishWithout: the links by their predecessors, and moments where dates came out. */
export function beginDragByClock(): void {
  const ranks = clockRanks.rankCount
  memory.fill(changetype<usize>(clockRanks.dirty), 0, <usize>ranks)
  turnLinks(ranks)
  if (clockRanks.isListedInOrder) takeMoments(ranks)
  layLast(ranks)
}

/** Early moments from the dates that came out and lie where they were. */
function takeMoments(ranks: u32): void {
  const start = clockRanks.placedStart
  const finish = clockRanks.placedFinish
  for (let r: u32 = 0; r < ranks; r++) {
    start[r] = clockRanks.momentAt(clockRanks.passedStart[r])
    finish[r] = clockRanks.momentAt(clockRanks.passedFinish[r])
  }
  clockRanks.earlyStart = start
  clockRanks.earlyFinish = finish
}

function turnLinks(ranks: u32): void {
  const outStart = clockRanks.outStart
  const outRanks = clockRanks.outRanks
  const start = clockRanks.start
  const task = clockRanks.task
  const links = start[ranks]
  memory.fill(changetype<usize>(outStart), 0, (<usize>ranks + 1) << 2)
  for (let k: u32 = 0; k < links; k++) outStart[task[k]] = outStart[task[k]] + 1
  let sum: u32 = 0
  for (let r: u32 = 0; r <= ranks; r++) outStart[r] = sum += outStart[r]
  // from the last to the first: each entry ends where the links of its rank begin
  for (let r = ranks; r-- > 0; ) {
    const first = start[r]
    for (let k = start[r + 1]; k-- > first; ) {
      const p = task[k]
      const to = outStart[p] - 1
      outStart[p] = to
      outRanks[to] = r
    }
  }
}

/** The moment at which the project ends when nothing is left of the task of rank i; NaN when that takes more than so many steps. */
export function finishWithout(i: u32, steps: u32): f64 {
  const expected = clockRanks.expected
  const hasExpected = changetype<usize>(expected) !== 0
  const minutes = clockRanks.remaining[i]
  const expectedMoment = clockRanks.expectedFinish(i)
  clockRanks.remaining[i] = 0
  if (hasExpected) expected[clockRanks.taskOf[i]] = NaN
  const end = moveOn(i, steps)
  const finish = end === 0 ? NaN : lastFinish(i, end)
  clockRanks.remaining[i] = minutes
  if (hasExpected) expected[clockRanks.taskOf[i]] = expectedMoment
  putBack()
  return finish
}

let movedCount: usize = 0

/** Places the task of rank first and what moves behind it. The rank behind the last of these, 0 when that takes more than `steps`. */
function moveOn(first: u32, steps: u32): u32 {
  const dirty = clockRanks.dirty
  const start = clockRanks.start
  const outStart = clockRanks.outStart
  const outRanks = clockRanks.outRanks
  let last = first
  stepCount = 0
  movedCount = 0
  dirty[first] = 1
  for (let r = first; r <= last; r++) {
    if (dirty[r] === 0) continue
    dirty[r] = 0
    if (stepCount >= steps) {
      memory.fill(changetype<usize>(dirty) + <usize>first, 0, <usize>(last + 1 - first))
      return 0
    }
    stepCount += STEPS_PER_PLACE + start[r + 1] - start[r]
    if (!hasMoved(r) && r !== first) continue
    const end = outStart[r + 1]
    const begin = outStart[r]
    stepCount += end - begin
    for (let k = begin; k < end; k++) {
      const next = outRanks[k]
      dirty[next] = 1
      if (next > last) last = next
    }
  }
  return last + 1
}

/** Places the task of rank r anew and notes what it was; whether that changed its dates. */
function hasMoved(r: u32): bool {
  const wasStart = clockRanks.earlyStart[r]
  const wasFinish = clockRanks.earlyFinish[r]
  const was = clockRanks.moved + movedCount * MOVED_BYTES
  store<u32>(was, r)
  store<f64>(was, wasStart, 8)
  store<f64>(was, wasFinish, 16)
  store<f64>(was, clockRanks.workStart[r], 24)
  store<f64>(was, clockRanks.workFinish[r], 32)
  movedCount++
  place<ClockRanks>(clockRanks, r, false)
  return clockRanks.earlyStart[r] !== wasStart || clockRanks.earlyFinish[r] !== wasFinish
}

function finishOf(r: u32): f64 {
  return clockRanks.state[r] === COMPLETE ? -Infinity : clockRanks.earlyFinish[r]
}

function layLast(ranks: u32): void {
  const before = clockRanks.lastBefore
  const from = clockRanks.lastFrom
  let last: f64 = -Infinity
  for (let r: u32 = 0; r < ranks; r++) {
    before[r] = last
    last = max<f64>(last, finishOf(r))
  }
  last = -Infinity
  from[ranks] = last
  for (let r = ranks; r-- > 0; ) from[r] = last = max<f64>(last, finishOf(r))
}

/** The last finish of the incomplete tasks, of which there is one, when those of the ranks first .. end - 1 alone have moved. */
function lastFinish(first: u32, end: u32): f64 {
  let last = max<f64>(clockRanks.lastBefore[first], clockRanks.lastFrom[end])
  for (let r = first; r < end; r++) last = max<f64>(last, finishOf(r))
  return last
}

function putBack(): void {
  for (; movedCount > 0; movedCount--) {
    const was = clockRanks.moved + (movedCount - 1) * MOVED_BYTES
    const r = load<u32>(was)
    clockRanks.earlyStart[r] = load<f64>(was, 8)
    clockRanks.earlyFinish[r] = load<f64>(was, 16)
    clockRanks.workStart[r] = load<f64>(was, 24)
    clockRanks.workFinish[r] = load<f64>(was, 32)
  }
}
