/** The short stages: each looks at one thing and refuses the call, or lets it go on. */

import type { Overdrawn } from '../../../compute/worker/pool.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { AdmittedCall, Call, IdentifiedCall, Outcome } from '../../call/call.ts'
import { isOwnLoopback } from '../../call/caller.ts'
import { isAllowedOrigin } from '../../call/cors.ts'
import type { Gateway } from '../../call/gateway.ts'
import { type WindowState, windowRefusal } from '../../call/limiter.ts'
import { classOf, isMessage, isOriginChecked } from '../../call/routes.ts'
import { laneOf } from './run-work.ts'

// Refuses calls from web pages of untrusted origins, for rows whose protocol requires it. This prevents DNS rebinding attacks on a
// service on the user's machine. Allowed are the origins in ALLOWED_ORIGINS, the service's own public address, and a loopback name
// when the page was loaded from the address that it calls. Callers other than web pages send no Origin.

/** Maximum length of a header value that a refusal quotes. */
const ECHO_MAX = 100

export function checkOrigin(call: Call, { config }: Gateway): Outcome<Call> {
  if (!isOriginChecked(call.route)) return call
  const origin = call.exchange.header('origin')
  if (origin === undefined || origin === config.publicUrl) return call
  if (isAllowedOrigin(config.allowedOrigins, origin) || isOwnLoopback(origin, call.exchange.header('host'))) {
    return call
  }
  return { refusal: refuse('origin_forbidden', { origin: JSON.stringify(origin.slice(0, ECHO_MAX)) }) }
}

/** Counts a call against the window of its address: in this process for cheap calls, through Redis for all others. */
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

/**
 * Discards the body of a call whose lane is full, before any byte of it is kept. Under overload most calls are refused, and their bodies
 * would otherwise use most of the memory. The call still goes through admission, because another refusal may come first in the order.
 */
export function checkLane(call: IdentifiedCall, gateway: Gateway): Outcome<IdentifiedCall> {
  const { bodyReader, framing, identity } = call
  if (bodyReader === undefined) return call
  call.laneRefusal = gateway.pool.arrive(laneOf(call, gateway, framing.declaredBytes ?? 0), identity.accountId)
  if (call.laneRefusal !== undefined) bodyReader.drop()
  return call
}

/**
 * Refuses a call of an account that has used far more thread time than its tier has (compute/worker/thread-time.ts), before its body is read. A message
 * is still read: its tools are refused, as for a window that is used up.
 */
export function checkThreadTime<Reached extends AdmittedCall>(call: Reached, gateway: Gateway): Outcome<Reached> {
  const { threadTime } = gateway.pool
  const overdrawn = threadTime.overdrawn(call.payer)
  if (overdrawn === undefined) return call
  threadTime.noteRefusal(call.payer)
  const refusal = refusalOf(overdrawn)
  if (!isMessage(call.route)) return { refusal }
  call.toolRefusal ??= refusal
  return call
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10

const refusalOf = ({ debtMs, debtMsMax, msPerSecond, retryAfterSeconds, dearest }: Overdrawn): Refusal =>
  refuse('compute_exceeded', {
    usedSeconds: seconds(debtMs),
    usedSecondsMax: seconds(debtMsMax),
    msPerSecond: Math.round(msPerSecond),
    dearestEndpoint: dearest.endpoint,
    dearestSeconds: seconds(dearest.workMs),
    dearestKilobytes: Math.ceil(dearest.bodyBytes / 1024),
    retryAfterSeconds,
  })
