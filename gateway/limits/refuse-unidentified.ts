/** Refusal of a caller whose credentials are missing or invalid. */
import type { Refusal } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../pipeline/call.ts'
import { windowRefusal } from './refusals.ts'

/** Counts the caller's address. Beyond the window of the address the refusal is 429 instead of the given one. */
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
