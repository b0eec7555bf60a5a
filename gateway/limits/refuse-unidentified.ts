/** A caller who did not prove who he is. */
import type { Refusal } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../pipeline/call.ts'
import { windowRefusal } from './refusals.ts'

/** Refuses a caller whose credentials are not valid, counting its address. */
export async function refuseUnidentified(
  call: Call,
  gateway: Gateway,
  refusal: Refusal,
  touchRedis: boolean,
): Promise<{ readonly refusal: Refusal }> {
  const window = await gateway.limiter.address(call.address, touchRedis)
  call.window = window
  return { refusal: window.exceeded ? windowRefusal(window.limit, window.retryAfterSeconds) : refusal }
}
