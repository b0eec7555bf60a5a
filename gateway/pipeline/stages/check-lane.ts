/**
 * Discards the body of a call whose lane is full, before any byte of it is kept. Under overload most calls are refused, and their bodies
 * would otherwise use most of the memory. The call still goes through admission, because another refusal may come first in the order.
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
