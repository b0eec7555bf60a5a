/** Answers given before a call exists: bad framing, unknown path, wrong method, retired path, and CORS preflights. */
import type { Refusal } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { type Exchange, headerLines } from '../http/exchange.ts'
import { isPreflight, preflightReply } from '../reply/cors.ts'
import { rateHeaderLines } from '../reply/rate-headers.ts'
import { callerAddress } from '../request/address.ts'
import { type Route, type RouteOutcome, unbuilt } from '../route/routes.ts'
import { replyTo, type Sent, send } from './send.ts'
import { publicWindow } from './stages/count-address.ts'

export const callerOf = (exchange: Exchange, gateway: Gateway): string =>
  callerAddress(exchange.peer, exchange.headerList('x-forwarded-for'), gateway.config.trustedProxyHops)

export function refuseEarly(
  exchange: Exchange,
  gateway: Gateway,
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Sent {
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  return send(exchange, gateway, replyTo(refusal, exchange, gateway), rateHeaderLines(window) + headerLines(headers))
}

/** No row has this method and path. A preflight from an allowed origin is answered with the methods of the path. */
export function refuseUnknownRoute(
  exchange: Exchange,
  gateway: Gateway,
  { refusal, allow }: Extract<RouteOutcome, { readonly refusal: Refusal }>,
): Sent {
  const { allowedOrigins } = gateway.config
  if (allow === undefined) return refuseEarly(exchange, gateway, refusal)
  if (!isPreflight(allowedOrigins, exchange)) return refuseEarly(exchange, gateway, refusal, { allow })
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  const reply = preflightReply(allowedOrigins, exchange.header('origin'), allow)
  return send(exchange, gateway, reply, rateHeaderLines(window))
}

/** The refusal of a declared route that is not served, and its successor, if any (RFC 9745, RFC 8288). */
export function refusalOfUnserved(
  route: Route,
  query: string,
): { readonly refusal: Refusal; readonly headers: Readonly<Record<string, string>> } | undefined {
  const refusal = unbuilt(route)
  if (refusal === undefined) return undefined
  const successor = route.kind === 'retired' ? route.row.successor : undefined
  if (successor === undefined) return { refusal, headers: {} }
  const location = query === '' ? successor : `${successor}?${query}`
  return { refusal, headers: { location, link: `<${successor}>; rel="successor-version"` } }
}
