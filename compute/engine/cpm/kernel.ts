/**
 * The passes and the drag of schedules without calendars in WebAssembly (compute/engine/wasm): the columns are copied into an instance, and out of it,
 * or stay there where the instance serves them alone. The passes in TypeScript are the oracle, and compute what is short or finds no memory.
 */

import type { Network } from '../graph/network.ts'
import { copied, isUpTo } from '../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../kind/constraint-types.ts'
import { NOT_STARTED } from '../kind/states.ts'
import {
  COLUMN,
  instanceInTurn,
  KERNEL_TASKS_MIN,
  type KernelInstance,
  kernelFor,
  unlessTrapped,
} from '../wasm/kernel-instance.ts'
import type { CpmResult } from './cpm.ts'
import type { CpmInput } from './input.ts'

/** Ranks per call: V8 replaces the first code of a function by better code between two calls of it. */
const RANKS_PER_CALL = 16_384

/** What passes with and without calendars are given alike. */
type GivenNetwork = Pick<
  CpmInput,
  | 'clock'
  | 'network'
  | 'lagDays'
  | 'dataDate'
  | 'override'
  | 'state'
  | 'remainingDays'
  | 'constraint'
  | 'constraintOffset'
  | 'reportedStart'
  | 'reportedFinish'
>

/** Undefined where TypeScript is to do it. */
export function cpmByKernel(input: CpmInput): CpmResult | undefined {
  const { taskCount, linkCount, task } = input.network
  if (taskCount < KERNEL_TASKS_MIN || task.length !== linkCount) return undefined
  return unlessTrapped(() => {
    const instance = kernelFor(taskCount, linkCount)
    if (instance === undefined) return undefined
    const { network, lagDays } = input
    const hasOwnLags = lagDays !== network.lagDays
    const isListed = beginNetwork(instance, input, hasOwnLags)
    if (hasOwnLags) instance.f64.set(network.lagDays, instance.table[COLUMN.GIVEN_LAG] / 8)
    const projectFinish = run(instance, input, isListed)
    return resultOf(instance, input, projectFinish)
  })
}

/** Drag of a result that was computed here and still lies there; undefined where TypeScript is to do it. */
export function dragByKernel(input: CpmInput, result: CpmResult): Float64Array | undefined {
  const instance = instanceInTurn(result.turn, result.totalFloat)
  if (instance === undefined) return undefined
  const { exports, table } = instance
  const ranks = input.network.order.length
  return unlessTrapped(() => {
    exports.beginDrag()
    inBlocks(ranks, (from, end) => exports.dragReverse(ranks - from, ranks - end))
    inBlocks(ranks, (from, end) => exports.dragForward(from, end))
    exports.endDrag()
    const drag = new Float64Array(instance.buffer, table[COLUMN.DRAG], input.network.taskCount)
    return instance.isOwn ? drag : copied(drag)
  })
}

/** Calls `pass` for 0 .. count - 1 by blocks. */
export function inBlocks(count: number, pass: (from: number, end: number) => void): void {
  for (let from = 0; from < count; from += RANKS_PER_CALL) pass(from, Math.min(from + RANKS_PER_CALL, count))
}

/** Lays out what is given of every network, and copies it; whether the tasks are listed in order. Dates that no task has are left out: nothing reads them. */
export function beginNetwork(instance: KernelInstance, input: GivenNetwork, hasOwnLags: boolean): boolean {
  const { exports, table, u8, u32, i32, f64 } = instance
  const { network, state, constraint } = input
  const { taskCount, order } = network
  const isListed = isListedInOrder(network)
  exports.begin(
    taskCount,
    order.length,
    input.dataDate,
    input.override,
    hasOwnLags,
    isListed,
    input.clock !== undefined,
  )
  u32.set(network.start, table[COLUMN.START] / 4)
  i32.set(network.task, table[COLUMN.TASK] / 4)
  u8.set(network.type, table[COLUMN.TYPE])
  f64.set(input.lagDays, table[COLUMN.LAG] / 8)
  u32.set(network.order, table[COLUMN.ORDER] / 4)
  u8.set(state, table[COLUMN.STATE])
  f64.set(input.remainingDays, table[COLUMN.REMAINING] / 8)
  u8.set(constraint, table[COLUMN.CONSTRAINT])
  if (!isUpTo(constraint, NO_CONSTRAINT)) f64.set(input.constraintOffset, table[COLUMN.CONSTRAINT_OFFSET] / 8)
  if (isUpTo(state, NOT_STARTED)) return isListed
  f64.set(input.reportedStart, table[COLUMN.REPORTED_START] / 8)
  f64.set(input.reportedFinish, table[COLUMN.REPORTED_FINISH] / 8)
  return isListed
}

/** Whether ranks are tasks. */
export function isListedInOrder({ order, taskCount }: Network): boolean {
  if (order.length !== taskCount) return false
  for (let r = 0; r < order.length; r++) if (order[r] !== r) return false
  return true
}

export function renumber(exports: KernelInstance['exports'], ranks: number): void {
  exports.rankTasks()
  inBlocks(ranks, (from, end) => exports.renumber(from, end))
}

/** The passes; P. */
function run({ exports }: KernelInstance, input: CpmInput, isListed: boolean): number {
  const { network } = input
  const ranks = network.order.length
  if (!isListed) renumber(exports, ranks)
  inBlocks(ranks, (from, end) => exports.forward(from, end))
  const projectFinish = exports.turn(input.floor, input.mustFinish)
  inBlocks(ranks, (from, end) => exports.reverse(ranks - from, ranks - end))
  if (!isListed) inBlocks(network.taskCount, (from, end) => exports.spread(from, end))
  return projectFinish
}

/** Results of so many bytes are copied at once; a larger copy would have a buffer of its own, which is more than single columns cost. */
const COPIED_BYTES_MAX = 16 * 1024

/** The columns that came out: views of the memory where it serves them alone, else copies. */
export function resultOf(
  instance: KernelInstance,
  { network: { taskCount, linkCount } }: GivenNetwork,
  projectFinish: number,
): CpmResult {
  const { table, isOwn, turn } = instance
  const hasShift = instance.exports.hasShift() !== 0
  const from = isOwn ? 0 : table[COLUMN.PASSED_START]
  const end = table[hasShift ? COLUMN.DRAG : COLUMN.ALAP_SHIFT]
  const isWhole = isOwn || end - from <= COPIED_BYTES_MAX
  const { buffer, byteOffset } = isOwn || !isWhole ? instance.u8 : copied(instance.u8.subarray(from, end))
  const shift = isWhole ? byteOffset - from : 0
  const numbers = (column: number, count: number): Float64Array => {
    const view = new Float64Array(buffer, table[column] + shift, count)
    return isWhole ? view : copied(view)
  }
  const days = (column: number): Float64Array => numbers(column, taskCount)
  const marks = (column: number, count: number): Uint8Array => {
    const view = new Uint8Array(buffer, table[column] + shift, count)
    return isWhole ? view : copied(view)
  }
  return {
    projectFinish,
    earlyStart: days(COLUMN.EARLY_START),
    earlyFinish: days(COLUMN.EARLY_FINISH),
    lateStart: days(COLUMN.LATE_START),
    lateFinish: days(COLUMN.LATE_FINISH),
    totalFloat: days(COLUMN.TOTAL_FLOAT),
    freeFloat: days(COLUMN.FREE_FLOAT),
    linkFloat: numbers(COLUMN.LINK_FLOAT, linkCount),
    linkMarks: marks(COLUMN.LINK_MARKS, linkCount),
    alapShift: hasShift ? days(COLUMN.ALAP_SHIFT) : undefined,
    early: { start: days(COLUMN.PASSED_START), finish: days(COLUMN.PASSED_FINISH) },
    onLongestPath: marks(COLUMN.ON_PATH, taskCount),
    critical: marks(COLUMN.CRITICAL, taskCount),
    turn,
  }
}
