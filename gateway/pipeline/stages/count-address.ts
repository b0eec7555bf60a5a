/** Counts a call against the window of its address: in this process for cheap calls, through Redis for all others. */
import type { Gateway } from '../../gateway.ts'
import type { WindowState } from '../../limits/limiter.ts'
import { windowRefusal } from '../../limits/refusals.ts'
import { classOf } from '../../route/routes.ts'
import type { Call, Outcome } from '../call.ts'

export const publicWindow = (gateway: Gateway, address: string): WindowState =>
  gateway.limiter.process(address, gateway.config.publicWindowCalls)

export function countAddress(call: Call, gateway: Gateway): Outcome<Call> | Promise<Outcome<Call>> {
  const counted = (window: WindowState): Outcome<Call> => {
    call.window = window
    return window.exceeded ? { refusal: windowRefusal(window.limit, window.retryAfterSeconds) } : call
  }
  if (classOf(call.route) === 'open') return counted(publicWindow(gateway, call.address))
  return gateway.limiter.address(call.address).then(counted)
}
