/** Refusal of a caller whose credentials are missing or invalid. Beyond the window of its address the refusal is 429 instead of the given one. */
import type { Refusal } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../pipeline/call.ts'
import { windowRefusal } from './refusals.ts'
import type { WindowState } from './window.ts'

interface Refused {
  readonly refusal: Refusal
}

/** Counts the address of the caller. */
export const refuseUnidentified = async (call: Call, gateway: Gateway, refusal: Refusal): Promise<Refused> =>
  within(call, await gateway.limiter.address(call.address), refusal)

/** The same without Redis: of credentials that have no right form there is nothing to look up, so there should be nothing to count there. */
export const refuseMalformed = (call: Call, gateway: Gateway, refusal: Refusal): Refused =>
  within(call, gateway.limiter.addressHere(call.address), refusal)

function within(call: Call, window: WindowState, refusal: Refusal): Refused {
  call.window = window
  return { refusal: window.exceeded ? windowRefusal(window.limit, window.retryAfterSeconds) : refusal }
}
