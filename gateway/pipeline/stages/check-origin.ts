/**
 * Refuses scripts of pages that nobody trusts, where the protocol of the row asks for it: a page that its name was rebound for could reach a
 * service on this machine. Allowed are the origins of ALLOWED_ORIGINS, the service's own public address, and this machine by a name
 * that cannot be rebound, when the page was loaded from the very address it calls. Callers without a page send no Origin.
 */
import { refuse } from '../../../shared/errors.ts'
import { originOf } from '../../../shared/origins.ts'
import type { Gateway } from '../../gateway.ts'
import { isAllowedOrigin } from '../../reply/cors.ts'
import { isOriginChecked } from '../../route/routes.ts'
import type { Call, Outcome } from '../call.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Longest part of a header that a refusal repeats. */
const ECHO_MAX = 100

function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (originOf(origin) !== origin) return false
  const url = new URL(origin)
  return LOOPBACK.test(url.hostname) && url.host === host
}

export function checkOrigin(call: Call, { config }: Gateway): Outcome<Call> {
  if (!isOriginChecked(call.route)) return call
  const origin = call.exchange.header('origin')
  if (origin === undefined || origin === config.publicUrl) return call
  if (isAllowedOrigin(config.allowedOrigins, origin) || isOwnLoopback(origin, call.exchange.header('host'))) {
    return call
  }
  return { refusal: refuse('origin_forbidden', { origin: JSON.stringify(origin.slice(0, ECHO_MAX)) }) }
}
