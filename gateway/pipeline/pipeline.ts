/** The journey of a call: framing and route for every one, then the stages of its class of route (table.ts), then its end (finish.ts). */
import { type ErrorCode, refuse } from '../../shared/errors.ts'
import { ObjectsUnavailable } from '../../shared/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import { inStep } from '../../shared/tracing/tracing.ts'
import { paymentFacts } from '../billing/payment-service.ts'
import type { Gateway } from '../gateway.ts'
import { BodyReader } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { storeUnavailable } from '../limits/refusals.ts'
import { findRoute, hasSmallBody, hasWork, type Route } from '../route/routes.ts'
import { type Call, type End, hasEnded, type Outcome } from './call.ts'
import { finish } from './finish.ts'
import type { AnyStage } from './journey.ts'
import { type Framing, readFraming } from './stages/framing.ts'
import { arrived } from './stages/receive.ts'
import { releaseIdempotencyKey } from './stages/reserve-idempotency-key.ts'
import { stagesOf, stepOf } from './table.ts'
import { callerOf, turnAway, turnAwayUnknown, unserved } from './turn-away.ts'

const MS_PER_DAY = 86_400_000
const STORE_AWAY: readonly ErrorCode[] = ['store_unavailable', 'submission_unknown']
const NO_BYTES = new Uint8Array()

export async function handleExchange(exchange: Exchange, gateway: Gateway): Promise<void> {
  const framing = readFraming(exchange)
  exchange.isLast = 'code' in framing || framing.isChunked || exchange.header('connection')?.toLowerCase() === 'close'
  if ('code' in framing) return turnAway(exchange, gateway, framing)
  const found = findRoute(exchange.method, exchange.path)
  if ('refusal' in found) return turnAwayUnknown(exchange, gateway, found)
  const { route } = found
  exchange.template = found.template
  const turned = unserved(route, exchange.query)
  if (turned !== undefined) return turnAway(exchange, gateway, turned.refusal, turned.headers)
  const call = newCall(exchange, gateway, framing, route)
  const end = await runStages(call, gateway)
  arrived(call)
  await releaseKey(call, gateway, end)
  return finish(call, gateway, end)
}

/** With all members from the start, so that each call has the same shape to V8, whatever its stages. */
const newCall = (exchange: Exchange, gateway: Gateway, framing: Framing, route: Route): Call => ({
  exchange,
  address: callerOf(exchange, gateway),
  framing,
  // uWebSockets drops a body that nobody reads
  bodyReader:
    framing.hasBody && (hasWork(route) || hasSmallBody(route))
      ? new BodyReader(exchange, framing.declaredBytes)
      : undefined,
  route,
  window: undefined,
  identity: undefined,
  claims: undefined,
  hasSignedUp: false,
  guest: undefined,
  limits: undefined,
  areLimitsStale: false,
  admitted: undefined,
  toolRefusal: undefined,
  called: undefined,
  month: undefined,
  bodyForm: undefined,
  laneRefusal: undefined,
  expected: undefined,
  bytesClaim: undefined,
  body: undefined,
  json: undefined,
  jsonBytes: NO_BYTES,
  taskCount: 0,
  workerMs: 0,
  today: Math.floor(gateway.now() / MS_PER_DAY),
  submission: undefined,
})

async function runStages(call: Call, gateway: Gateway): Promise<End> {
  try {
    for (const stage of stagesOf(call.route)) {
      const outcome = stage(call, gateway)
      // only wait for what is waiting for something: most stages of most calls are not
      const settled = outcome instanceof Promise ? await inStage(stage, call.exchange, outcome) : outcome
      if (hasEnded(settled)) return settled
      if (call.exchange.gone) return { gone: true }
    }
    throw new Error('no stage answered the call')
  } catch (error) {
    return endOf(error, call, gateway)
  }
}

/** A stage that waits, as a step of the span. */
function inStage(stage: AnyStage, exchange: Exchange, outcome: Promise<Outcome<Call>>): Promise<Outcome<Call>> {
  const name = exchange.span === undefined ? undefined : stepOf(stage)
  return name === undefined ? outcome : inStep(exchange.span?.child(name), outcome)
}

/** What a call comes to in which a stage failed. */
function endOf(error: unknown, { exchange }: Call, { log }: Gateway): End {
  if (error instanceof StoreUnavailable) {
    const isOfObjects = error instanceof ObjectsUnavailable
    const sentence = isOfObjects ? 'the store of objects did not answer a call' : 'Redis did not answer a call'
    log.warn({ ...exchange.logIds, reason: error.message }, sentence)
    return { refusal: isOfObjects ? storeUnavailable('large schedules and results') : storeUnavailable() }
  }
  const facts = paymentFacts(error) ?? { stack: (error as Error).stack }
  log.error({ ...exchange.logIds, ...facts }, 'call failed')
  return { refusal: refuse('internal') }
}

/** Before a refusal is told, so that a corrected body may come at once; but nobody waits for a store that is away. */
async function releaseKey(call: Call, gateway: Gateway, end: End): Promise<void> {
  const released = releaseIdempotencyKey(call, gateway)
  const isStoreAway = 'refusal' in end && STORE_AWAY.includes(end.refusal.code)
  if (!isStoreAway) await released
}
