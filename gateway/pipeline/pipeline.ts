/** Runs a call: framing and routing, then the stages of its route class (table.ts), then the end (finish.ts). */

import type { ErrorCode } from '../../shared/contract/error-rows.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { ObjectsUnavailable } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { inStep } from '../../shared/platform/tracing/tracing.ts'
import { paymentErrorContext } from '../billing/payment-service.ts'
import { BodyReader, type Framing, readFraming } from '../call/body.ts'
import { type Call, type End, hasEnded, type Outcome } from '../call/call.ts'
import type { Exchange } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { storeUnavailable } from '../call/limiter.ts'
import { findRoute, hasSmallBody, hasWork, type Route } from '../call/routes.ts'
import { callerOf, finish, refusalOfUnserved, refuseEarly, refuseUnknownRoute, type Sent } from './finish.ts'
import { releaseIdempotencyKey } from './stages/idempotency.ts'
import { endExpectation } from './stages/receive.ts'
import { type AnyStage, stagesOf, stepOf } from './table.ts'

// A call before its first stage. A class, so that V8 gives every call the same hidden class: of an object literal with a getter it makes a dictionary, which
// took 2 KB and a third of what the garbage collector copied.

const MS_PER_DAY = 86_400_000
const NO_BYTES = new Uint8Array()

class NewCall implements Call {
  readonly exchange: Exchange
  readonly framing: Framing
  readonly bodyReader: BodyReader | undefined
  readonly route: Route
  readonly today: number
  readonly #gateway: Gateway
  window: Call['window']
  month: Call['month']
  identity: Call['identity']
  claims: Call['claims']
  hasSignedUp = false
  guest: Call['guest']
  limits: Call['limits']
  areLimitsStale = false
  admitted: Call['admitted']
  payer: Call['payer']
  toolRefusal: Call['toolRefusal']
  called: Call['called']
  bodyForm: Call['bodyForm']
  laneRefusal: Call['laneRefusal']
  endExpectedBody: Call['endExpectedBody']
  bytesClaim: Call['bytesClaim']
  body: Call['body']
  fetchedBytes = 0
  json: unknown
  jsonBytes: Uint8Array = NO_BYTES
  taskCount = 0
  workerMs = 0
  unitCount: Call['unitCount']
  submission: Call['submission']

  constructor(exchange: Exchange, gateway: Gateway, framing: Framing, route: Route) {
    this.exchange = exchange
    this.framing = framing
    this.route = route
    this.today = Math.floor(gateway.now() / MS_PER_DAY)
    this.#gateway = gateway
    // uWebSockets discards a body that nobody reads
    this.bodyReader =
      framing.hasBody && (hasWork(route) || hasSmallBody(route))
        ? new BodyReader(exchange, framing.declaredBytes, bytes => gateway.pool.takeSlab(bytes))
        : undefined
  }

  /** Most calls need none. */
  get address(): string {
    return callerOf(this.exchange, this.#gateway)
  }
}

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
