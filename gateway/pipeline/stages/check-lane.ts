/**
 * Under overload most of what comes is refused, and bodies that nobody will read would be most of the memory that is written: of a call
 * whose lane takes no more, not even the first bytes are kept. It is still asked whether it would be refused for another reason first.
 */
import type { Gateway } from '../../gateway.ts'
import type { IdentifiedCall, Outcome } from '../call.ts'
import { laneOf } from './run-work.ts'

export function checkLane(call: IdentifiedCall, gateway: Gateway): Outcome<IdentifiedCall> {
  const { bodyReader, framing, identity } = call
  if (bodyReader === undefined) return call
  call.laneRefusal = gateway.pool.arrive(laneOf(call, gateway, framing.declaredBytes ?? 0), identity.accountId)
  if (call.laneRefusal !== undefined) bodyReader.drop()
  return call
}
