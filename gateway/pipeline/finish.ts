/** Ends a call: settles, meters and answers it, and releases what it held. */

import { ERRORS } from '../../shared/contract/error-rows.ts'
import { isCharged, type Refusal } from '../../shared/contract/errors.ts'
import { challengeAt, rateHeaderLines, refusalReply } from '../call/answers.ts'
import { type Call, computeHeaderLines, type End } from '../call/call.ts'
import { callerAddress } from '../call/caller.ts'
import { corsHeaders, isPreflight, preflightReply, withVary } from '../call/cors.ts'
import { type Exchange, headerLines, type Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { NO_ANALYSIS, type Settlement } from '../call/limiter.ts'
import { hasWork, type Route, type RouteOutcome, serviceToolOf, unbuilt } from '../call/routes.ts'
import { type CallResult, meter, meteredAs, noteCall } from './call-span.ts'
import { publicWindow } from './stages/checks.ts'

/** Adds what every answer has: request id, rate headers, headers for browsers, and whether the connection is closed. */
export type Sent = Promise<void> | undefined

/** Headers of an answer as lines: those that every answer has, and its own. rateLines: of its window (answers.ts). */
export const headOf = (exchange: Exchange, { config }: Gateway, rateLines: string, own: Reply['headers']): string =>
  `${rateLines}\r\nx-content-type-options: nosniff${headerLines(withVary(corsHeaders(config.allowedOrigins, exchange.header('origin')), own))}`

function send(exchange: Exchange, gateway: Gateway, reply: Reply, rateLines: string): Sent {
  const { status, body, close } = reply
  const answered = { status, body, close: gateway.draining || exchange.isLast ? (true as const) : close }
  const head = headOf(exchange, gateway, rateLines, reply.headers)
  const sent = exchange.send(answered, head, gateway.slowAnswers, error =>
    gateway.log.warn({ ...exchange.logIds, reason: (error as Error).message }, 'answer cut short'),
  )
  if (!exchange.isOver) {
    const step = exchange.span?.child('write answer')
    if (step !== undefined) exchange.whenEnded(() => step.end())
  }
  return sent
}

/** A refusal in the format that the caller accepts. */
const replyTo = (refusal: Refusal, exchange: Exchange, { config }: Gateway): Reply =>
  refusalReply(refusal, {
    requestId: exchange.requestId,
    path: exchange.path,
    accept: exchange.header('accept') ?? '',
    challenge: refused => challengeAt(config, exchange.path, refused),
  })

const CLIENT_GONE = 499
/** Maximum wait for the rest of a refused body before its connection is closed. */
export const LINGER_MS = 5_000
/** A client that has sent nothing for this time has finished sending and reads. */
const SILENT_MS = 500

export function finish(call: Call, gateway: Gateway, end: End): Sent {
  const { exchange, admitted, bytesClaim, bodyReader } = call
  const refusal = 'refusal' in end ? end.refusal : undefined
  const reply = refusal !== undefined ? replyTo(refusal, exchange, gateway) : 'reply' in end ? end.reply : undefined
  if (refusal !== undefined) bodyReader?.drop()
  noteCall(call, refusal?.code)
  if (hasWork(call.route)) {
    // 499, as proxies log it: the client saw no answer. The unit of the month is returned, unless the job is queued or the call exceeded a limit.
    const status = exchange.gone || reply === undefined ? CLIENT_GONE : reply.status
    const accepted = call.submission?.isAccepted ?? status < 300
    const settlement = settlementOf(call, gateway, { status, code: refusal?.code, accepted })
    if (admitted !== undefined) void gateway.limiter.settle(admitted, settlement)
  }
  if (bytesClaim !== undefined) {
    if (exchange.gone || reply === undefined) bytesClaim.release()
    else exchange.whenEnded(() => bytesClaim.release())
  }
  if (reply === undefined) return undefined
  exchange.accountId = call.identity?.accountId
  gateway.securityLog.note(call, gateway, { status: reply.status, code: refusal?.code })
  // a call without a window of its own (the store is unavailable) shows the window of its address
  let rateLines = rateHeaderLines(call.window ?? publicWindow(gateway, call.address), call.month)
  // threads may have worked for it
  if (call.payer !== undefined && hasWork(call.route))
    rateLines += computeHeaderLines(call.workerMs, gateway.pool.threadTime, call.payer)
  if (!exchange.isLast || bodyReader === undefined) return send(exchange, gateway, reply, rateLines)
  // closing the connection while the client still sends would reset it, and the client might never read the answer
  return bodyReader.ended(LINGER_MS, SILENT_MS).then(() => send(exchange, gateway, reply, rateLines))
}

/** The settlement of a call. The answer to a message is always 200, so the outcome of its tool counts instead. */
function settlementOf(call: Call, gateway: Gateway, result: CallResult): Settlement {
  const { called } = call
  if (called === null || called?.isMetered === false || serviceToolOf(call.route)?.isMetered === false)
    return { ...NO_ANALYSIS, endpoint: meteredAs(call).endpoint, computeMs: call.workerMs }
  const status = called?.code == null ? result.status : ERRORS[called.code].status
  const whole: CallResult = called?.code == null ? result : { status, code: called.code, accepted: false }
  return {
    unitCount: call.unitCount ?? call.admitted?.unitCount ?? 1,
    isCharged: whole.accepted || (whole.code !== undefined && isCharged(whole.code)),
    ...meter(call, gateway, whole),
  }
}

/** Answers given before a call exists: bad framing, unknown path, wrong method, retired path, and CORS preflights. */
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
