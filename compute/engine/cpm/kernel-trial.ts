/**
 * What else the kernel computes on the columns that the passes left in it (kernel.ts): the passes once more under another data date, finish or rule, and whose
 * late constraint takes the float of a task. Undefined: they lie there no more, or never did, and TypeScript is to do it.
 */
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../kind/states.ts'
import { COLUMN, instanceInTurn, type KernelInstance, unlessTrapped } from '../wasm/kernel-instance.ts'
import type { CpmResult } from './cpm.ts'
import type { CpmInput } from './input.ts'
import { inBlocks, isListedInOrder } from './kernel.ts'

/** What of an input another run of its passes may have otherwise. */
export type PassChanges = Partial<Pick<CpmInput, 'dataDate' | 'mustFinish' | 'override'>>

/** A run of the passes, from block to block of the order, so that who has seen enough can stop. Entry r belongs to the task of rank r. */
interface KernelTrial {
  /** Ranks from .. end - 1, after those before them. */
  forward(from: number, end: number): void
  /** P, once all ranks have early dates. */
  turn(): number
  /** Ranks end - 1 down to from, after those behind them. */
  reverse(end: number, from: number): void
  readonly earlyFinish: Float64Array
  /** Before any task is moved as late as possible; NaN of complete tasks. */
  readonly totalFloat: Float64Array
}

/** The passes of `input`, whose result this is, with some changes; what `look` returns, to whom the run belongs meanwhile. */
export function trialByKernel<T>(
  input: CpmInput,
  result: CpmResult,
  changes: PassChanges,
  look: (trial: KernelTrial) => T,
): T | undefined {
  const instance = instanceOf(input, result)
  // where all is complete P is a reported date, and those are gone
  if (instance === undefined || !isAnyIncomplete(input)) return undefined
  const { dataDate, mustFinish, override } = { ...input, ...changes }
  const { exports } = instance
  return unlessTrapped(() => {
    exports.beginTrial(dataDate, override)
    try {
      return look({
        forward: exports.forward,
        turn: () => exports.turnTrial(mustFinish),
        reverse: exports.reverseTrial,
        earlyFinish: byRank(instance, COLUMN.RANK_EARLY_FINISH, input),
        totalFloat: byRank(instance, COLUMN.RANK_FREE_FLOAT, input),
      })
    } finally {
      exports.endTrial()
    }
  })
}

/** P with some changes. */
export const finishByKernel = (input: CpmInput, result: CpmResult, changes: PassChanges): number | undefined =>
  trialByKernel(input, result, changes, trial => {
    inBlocks(input.network.order.length, trial.forward)
    return trial.turn()
  })

/** For each of these tasks the one whose late constraint sets its late finish, -1 = none does. */
export function holdersByKernel(input: CpmInput, result: CpmResult, tasks: Uint32Array): Int32Array | undefined {
  const instance = instanceOf(input, result)
  if (instance === undefined) return undefined
  const { exports, i32, table } = instance
  const { order } = input.network
  const ranks = order.length
  return unlessTrapped(() => {
    exports.beginHolders()
    inBlocks(ranks, (from, end) => exports.findHolders(ranks - from, ranks - end))
    const rankOf = isListedInOrder(input.network) ? undefined : instance.u32.subarray(table[COLUMN.RANK] / 4)
    const holders = i32.subarray(table[COLUMN.PATH_TASKS] / 4)
    const heldBy = zeros<Int32Array>(Int32Array, tasks.length)
    for (let n = 0; n < tasks.length; n++) {
      const holder = holders[rankOf === undefined ? tasks[n] : rankOf[tasks[n]]]
      heldBy[n] = holder < 0 ? -1 : order[holder]
    }
    return heldBy
  })
}

/** The instance in which the columns of a result still lie. */
const instanceOf = (input: CpmInput, result: CpmResult): KernelInstance | undefined =>
  isByClock(input) ? undefined : instanceInTurn(result.turn, result.totalFloat)

function isAnyIncomplete({ network: { order }, state }: CpmInput): boolean {
  for (let r = 0; r < order.length; r++) if (state[order[r]] !== COMPLETE) return true
  return false
}

const byRank = ({ buffer, table }: KernelInstance, column: number, { network }: CpmInput): Float64Array =>
  new Float64Array(buffer, table[column], network.order.length)
