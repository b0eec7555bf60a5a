/** Answers before there is a call: wrong framing, unknown path, wrong method, a path that is not served any more, and questions of browsers. */
import type { Refusal } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange } from '../http/exchange.ts'
import { isPreflight, preflightReply } from '../reply/cors.ts'
import { rateHeaders } from '../reply/rate-headers.ts'
import { callerAddress } from '../request/address.ts'
import { type Route, type RouteOutcome, unbuilt } from '../route/routes.ts'
import { replyTo, type Sent, send } from './send.ts'
import { publicWindow } from './stages/count-address.ts'

export const callerOf = (exchange: Exchange, gateway: Gateway): string =>
  callerAddress(exchange.peer, exchange.headerList('x-forwarded-for'), gateway.config.trustedProxyHops)

export function turnAway(
  exchange: Exchange,
  gateway: Gateway,
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Sent {
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  return send(exchange, gateway, replyTo(refusal, exchange, gateway), { ...rateHeaders(window), ...headers })
}

/** No row has this method and path. Browsers of listed origins are told which methods the path has. */
export function turnAwayUnknown(
  exchange: Exchange,
  gateway: Gateway,
  { refusal, allow }: Extract<RouteOutcome, { readonly refusal: Refusal }>,
): Sent {
  const { allowedOrigins } = gateway.config
  if (allow === undefined) return turnAway(exchange, gateway, refusal)
  if (!isPreflight(allowedOrigins, exchange)) return turnAway(exchange, gateway, refusal, { allow })
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  const reply = preflightReply(allowedOrigins, exchange.header('origin'), allow)
  return send(exchange, gateway, reply, rateHeaders(window))
}

/** Why a route that is declared is not served, and where it went: RFC 9745 and 8288. */
export function unserved(
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
