/** Runs a call: framing and routing, then the stages of its route class (table.ts), then the end (finish.ts). */
import type { ErrorCode } from '../../shared/contract/error-rows.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { ObjectsUnavailable } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'
import { inStep } from '../../shared/platform/tracing/tracing.ts'
import { paymentErrorContext } from '../billing/payment-service.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange } from '../http/exchange.ts'
import { storeUnavailable } from '../limits/refusals.ts'
import { findRoute } from '../route/routes.ts'
import { type Call, type End, hasEnded, type Outcome } from './call.ts'
import { refusalOfUnserved, refuseEarly, refuseUnknownRoute } from './early-refusal.ts'
import { finish } from './finish.ts'
import type { AnyStage } from './journey.ts'
import { NewCall } from './new-call.ts'
import type { Sent } from './send.ts'
import { readFraming } from './stages/framing.ts'
import { endExpectation } from './stages/receive.ts'
import { releaseIdempotencyKey } from './stages/reserve-idempotency-key.ts'
import { stagesOf, stepOf } from './table.ts'

const STORE_AWAY: readonly ErrorCode[] = ['store_unavailable', 'submission_unknown']

/** A promise unless the call is refused before it has begun, and that answer is sent at once. */
export function handleExchange(exchange: Exchange, gateway: Gateway): Sent {
  const framing = readFraming(exchange)
  exchange.isLast = 'code' in framing || framing.isChunked || exchange.header('connection')?.toLowerCase() === 'close'
  if ('code' in framing) return refuseEarly(exchange, gateway, framing)
  const found = findRoute(exchange.method, exchange.path)
  if ('refusal' in found) return refuseUnknownRoute(exchange, gateway, found)
  const { route } = found
  exchange.template = found.template
  const unserved = refusalOfUnserved(route, exchange.query)
  if (unserved !== undefined) return refuseEarly(exchange, gateway, unserved.refusal, unserved.headers)
  return runCall(new NewCall(exchange, gateway, framing, route), gateway)
}

/** Most stages of most calls are synchronous, and an analysis waits for two of them: only promises are awaited. */
async function runCall(call: Call, gateway: Gateway): Promise<void> {
  const { exchange } = call
  let end: End | undefined
  try {
    for (const stage of stagesOf(call.route)) {
      const outcome = stage(call, gateway)
      // the socket tells its address no more when the client has left, who would not be counted
      if (outcome instanceof Promise && call.identity === undefined) void exchange.peer
      const settled = outcome instanceof Promise ? await inStage(stage, exchange, outcome) : outcome
      if (hasEnded(settled)) end = settled
      else if (exchange.gone) end = { gone: true }
      if (end !== undefined) break
    }
    if (end === undefined) throw new Error('no stage answered the call')
  } catch (error) {
    end = endOf(error, call, gateway)
  }
  endExpectation(call)
  if (call.submission !== undefined) await releaseKey(call, gateway, end)
  const sent = finish(call, gateway, end)
  if (sent !== undefined) await sent
}

/** Records an asynchronous stage as a step of the span. */
function inStage(stage: AnyStage, exchange: Exchange, outcome: Promise<Outcome<Call>>): Promise<Outcome<Call>> {
  const name = exchange.span === undefined ? undefined : stepOf(stage)
  return name === undefined ? outcome : inStep(exchange.span?.child(name), outcome)
}

/** The end of a call in which a stage threw. */
function endOf(error: unknown, { exchange }: Call, { log }: Gateway): End {
  if (error instanceof StoreUnavailable) {
    const isOfObjects = error instanceof ObjectsUnavailable
    const sentence = isOfObjects ? 'the object store did not answer' : 'Redis did not answer'
    log.warn({ ...exchange.logIds, reason: error.message }, sentence)
    return { refusal: isOfObjects ? storeUnavailable('large schedules and results') : storeUnavailable() }
  }
  const context = paymentErrorContext(error) ?? { stack: (error as Error).stack }
  log.error({ ...exchange.logIds, ...context }, 'call failed')
  return { refusal: refuse('internal') }
}

/** Releases the key before a refusal is sent, so that the client may send a corrected body at once. Does not wait for an unavailable store. */
async function releaseKey(call: Call, gateway: Gateway, end: End): Promise<void> {
  const released = releaseIdempotencyKey(call, gateway)
  const isStoreAway = 'refusal' in end && STORE_AWAY.includes(end.refusal.code)
  if (!isStoreAway) await released
}
