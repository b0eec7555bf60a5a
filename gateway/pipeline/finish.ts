/** Ends a call: settles, meters and answers it, and releases what it held. */
import { ERRORS } from '../../shared/contract/error-rows.ts'
import { isCharged } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { NO_ANALYSIS, type Settlement } from '../limits/limiter.ts'
import { computeHeaderLines } from '../limits/payer.ts'
import { rateHeaderLines } from '../reply/rate-headers.ts'
import { hasWork, serviceToolOf } from '../route/routes.ts'
import type { Call, End } from './call.ts'
import { noteCall } from './call-span.ts'
import { replyTo, type Sent, send } from './send.ts'
import { publicWindow } from './stages/count-address.ts'
import { type CallResult, meter, meteredAs } from './stages/meter.ts'

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
