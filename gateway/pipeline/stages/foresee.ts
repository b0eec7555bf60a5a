/**
 * Under overload most of what comes is refused, and bodies that nobody will read would be most of the memory that is written: of a call
 * whose lane takes no more, not even the first bytes are kept. It is still asked whether it would be refused for another reason first.
 */
import type { Gateway } from '../../gateway.ts'
import type { Call, StageOutcome } from '../call.ts'
import { laneOf } from './run-work.ts'

export function foresee(call: Call, gateway: Gateway): StageOutcome {
  const { bodyReader, framing } = call
  if (bodyReader === undefined) return undefined
  call.laneRefusal = gateway.pool.fullLane(laneOf(call, gateway, framing.declaredBytes ?? 0), call.identity!.accountId)
  if (call.laneRefusal !== undefined) bodyReader.drop()
  return undefined
}
