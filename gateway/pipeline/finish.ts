/** The end of a call: it is settled, metered and answered, and what it held is given back. */
import { ERRORS, isCharged } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import { NO_ANALYSIS, type Settlement } from '../limits/limiter.ts'
import { rateHeaders } from '../reply/rate-headers.ts'
import { hasWork } from '../route/routes.ts'
import type { Call, End } from './call.ts'
import { noteCall } from './call-span.ts'
import { replyTo, type Sent, send } from './send.ts'
import { publicWindow } from './stages/count-address.ts'
import { type CallResult, meter } from './stages/meter.ts'

const CLIENT_GONE = 499
/** Longest wait for the rest of a refused body before its connection is closed. */
export const LINGER_MS = 5_000
/** A client who has not written for so long reads. */
const SILENT_MS = 500

export function finish(call: Call, gateway: Gateway, end: End): Sent {
  const { exchange, admitted, bytesClaim, bodyReader } = call
  const refusal = 'refusal' in end ? end.refusal : undefined
  const reply = refusal !== undefined ? replyTo(refusal, exchange, gateway) : 'reply' in end ? end.reply : undefined
  if (refusal !== undefined) bodyReader?.drop()
  noteCall(call, refusal?.code)
  if (hasWork(call.route)) {
    /** Nobody saw an answer: 499, as proxies log it; the month's unit goes back, but for a job in the queue and for work that broke a limit. */
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
  gateway.securityLog.note(call, gateway, { status: reply.status, code: refusal?.code })
  // a call that met no window of its own (the store is away) shows that of its address
  const headers = rateHeaders(call.window ?? publicWindow(gateway, call.address), call.month)
  if (!exchange.isLast || bodyReader === undefined) return send(exchange, gateway, reply, headers)
  // a connection that is closed on a client who still writes is reset, and the client may never read the answer
  return bodyReader.ended(LINGER_MS, SILENT_MS).then(() => send(exchange, gateway, reply, headers))
}

/** What a call came to. An answer to a message is always 200: what its tool came to counts instead. */
function settlementOf(call: Call, gateway: Gateway, result: CallResult): Settlement {
  const { called } = call
  if (called === null) return NO_ANALYSIS
  const status = called?.code == null ? result.status : ERRORS[called.code].status
  const whole: CallResult = called?.code == null ? result : { status, code: called.code, accepted: false }
  return {
    isCharged: whole.accepted || (whole.code !== undefined && isCharged(whole.code)),
    ...meter(call, gateway, whole),
  }
}
