/**
 * Refuses calls from web pages of untrusted origins, for rows whose protocol requires it. This prevents DNS rebinding attacks on a
 * service on the user's machine. Allowed are the origins in ALLOWED_ORIGINS, the service's own public address, and a loopback name
 * when the page was loaded from the address that it calls. Callers other than web pages send no Origin.
 */
import { refuse } from '../../../shared/contract/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { isAllowedOrigin } from '../../reply/cors.ts'
import { isOwnLoopback } from '../../request/own-loopback.ts'
import { isOriginChecked } from '../../route/routes.ts'
import type { Call, Outcome } from '../call.ts'

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
