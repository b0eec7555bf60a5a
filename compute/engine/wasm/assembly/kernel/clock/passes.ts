/** What the binding calls of schedules by the clock: the passes by P6's rules (compute/engine/passes) on columns by rank. */
import * as p6 from '../../../../passes/p6-forward.ts'
import { reverse } from '../../../../passes/p6-reverse.ts'
import { turn } from '../days'
import { ClockRanks, clockRanks } from './ranks'

export function forwardByClock(from: u32, end: u32): void {
  memory.fill(changetype<usize>(clockRanks.onPath) + <usize>from, 0, <usize>(end - from))
  p6.forward<ClockRanks>(clockRanks, from, end, true)
}

/** Between the passes, once all ranks have their early dates; the moment of P. */
export function finishByClock(): f64 {
  return turn(clockRanks.dataMoment, clockRanks.mustFinish)
}

export function reverseByClock(end: u32, from: u32): void {
  reverse<ClockRanks>(clockRanks, end, from)
}
