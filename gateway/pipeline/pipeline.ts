/**
 * The journey of a call: framing and route for every one, then the stages below in order, each for the classes of route it
 * names. The order is that of the refusals; test/order.test.ts holds it.
 */
import { ERRORS, type ErrorCode, isCharged, type Refusal, refuse } from '../../shared/errors.ts'
import { ObjectsUnavailable } from '../../shared/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import { inStep } from '../../shared/tracing/tracing.ts'
import { paymentFacts } from '../billing/payment-service.ts'
import type { Gateway } from '../gateway.ts'
import { BodyReader } from '../http/body.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { NO_ANALYSIS, type Settlement } from '../limits/limiter.ts'
import { storeUnavailable } from '../limits/refusals.ts'
import { challengeAt } from '../reply/challenge.ts'
import { corsHeaders, isPreflight, preflightReply, withVary } from '../reply/cors.ts'
import { rateHeaders } from '../reply/rate-headers.ts'
import { refusalReply } from '../reply/refusal-reply.ts'
import { callerAddress } from '../request/address.ts'
import { classOf, findRoute, hasSmallBody, hasWork, type RouteClass, unbuilt } from '../route/routes.ts'
import type { Call, StageOutcome } from './call.ts'
import { noteCall } from './call-span.ts'
import { admit } from './stages/admit.ts'
import { checkOrigin } from './stages/check-origin.ts'
import { claim, release } from './stages/claim.ts'
import { countAddress, publicWindow } from './stages/count-address.ts'
import { dispatch } from './stages/dispatch.ts'
import { foresee } from './stages/foresee.ts'
import { readFraming } from './stages/framing.ts'
import { handle } from './stages/handle.ts'
import { identify } from './stages/identify.ts'
import { type End, meter } from './stages/meter.ts'
import { readJson } from './stages/read-json.ts'
import { recall } from './stages/recall.ts'
import { arrived, receive } from './stages/receive.ts'
import { submit } from './stages/submit.ts'

type Stage = (call: Call, gateway: Gateway) => StageOutcome | Promise<StageOutcome>

// open: liveness, docs, retired and unbuilt paths. address: calls without an identity that cost something.
// subject: calls of a user who need not have signed up. identified: control calls. work: calls whose body a worker reads. job: submissions.
const STAGES: readonly (readonly [Stage, ...RouteClass[]])[] = [
  [checkOrigin, 'open', 'identified', 'work'],
  [countAddress, 'open', 'address'],
  [identify, /*  */ 'subject', 'identified', 'work', 'job'],
  [foresee, /*                             */ 'work', 'job'],
  [countAddress, /**/ 'subject'],
  [recall, /*                                      */ 'job'],
  [admit, /*                 */ 'identified', 'work', 'job'],
  [receive, /*                             */ 'work', 'job'],
  [claim, /*                                       */ 'job'],
  [dispatch, /*                           */ 'work'],
  [submit, /*                                      */ 'job'],
  [readJson, 'open', 'address', 'subject', 'identified'],
  [handle, 'open', 'address', 'subject', 'identified'],
]

const stagesOf = (routeClass: RouteClass): readonly Stage[] =>
  STAGES.filter(([, ...classes]) => classes.includes(routeClass)).map(([stage]) => stage)

const STAGES_BY_CLASS: Readonly<Record<RouteClass, readonly Stage[]>> = {
  open: stagesOf('open'),
  address: stagesOf('address'),
  subject: stagesOf('subject'),
  identified: stagesOf('identified'),
  work: stagesOf('work'),
  job: stagesOf('job'),
}

/** Stages that are a step of the call's span when they wait: of Redis, of the caller, of a provider. dispatch and submit have steps of their own. */
const STEPS: ReadonlyMap<Stage, string> = new Map<Stage, string>([
  [identify, 'identify'],
  [recall, 'recall'],
  [admit, 'admit'],
  [receive, 'receive body'],
  [claim, 'claim'],
  [readJson, 'read body'],
  [handle, 'handle'],
])

/** A stage that waits, as a step of the span. */
function inStage(stage: Stage, exchange: Exchange, outcome: Promise<StageOutcome>): Promise<StageOutcome> {
  const name = exchange.span === undefined ? undefined : STEPS.get(stage)
  return name === undefined ? outcome : inStep(exchange.span?.child(name), outcome)
}

async function runStages(call: Call, gateway: Gateway): Promise<StageOutcome> {
  try {
    for (const stage of STAGES_BY_CLASS[classOf(call.route)]) {
      const outcome = stage(call, gateway)
      // only wait for what is waiting for something: most stages of most calls are not
      const settled = outcome instanceof Promise ? await inStage(stage, call.exchange, outcome) : outcome
      if (settled !== undefined) return settled
      if (call.exchange.gone) return { gone: true }
    }
    throw new Error('no stage answered the call')
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      const isOfObjects = error instanceof ObjectsUnavailable
      const sentence = isOfObjects ? 'the store of objects did not answer a call' : 'Redis did not answer a call'
      gateway.log.warn({ ...call.exchange.logIds, reason: error.message }, sentence)
      return { refusal: isOfObjects ? storeUnavailable('large schedules and results') : storeUnavailable() }
    }
    const facts = paymentFacts(error) ?? { stack: (error as Error).stack }
    gateway.log.error({ ...call.exchange.logIds, ...facts }, 'call failed')
    return { refusal: refuse('internal') }
  }
}

/** Refused before there is a call: wrong framing, unknown path, wrong method, or a path that is not served any more. */
function turnAway(exchange: Exchange, gateway: Gateway, refusal: Refusal, headers: Record<string, string> = {}): Sent {
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  return send(exchange, gateway, refusalReply(refusal, replyContext(exchange, gateway)), {
    ...rateHeaders(window),
    ...headers,
  })
}

/** A browser asks for a page of a listed origin; allow: the methods of the path. */
function tellBrowser(exchange: Exchange, gateway: Gateway, allow: string): Sent {
  const window = publicWindow(gateway, callerOf(exchange, gateway))
  const reply = preflightReply(gateway.config.allowedOrigins, exchange.header('origin'), allow)
  return send(exchange, gateway, reply, rateHeaders(window))
}

export async function handleExchange(exchange: Exchange, gateway: Gateway): Promise<void> {
  const framing = readFraming(exchange)
  exchange.isLast = 'code' in framing || framing.isChunked || exchange.header('connection')?.toLowerCase() === 'close'
  if ('code' in framing) return turnAway(exchange, gateway, framing)
  const found = findRoute(exchange.method, exchange.path)
  if ('refusal' in found) {
    if (found.allow !== undefined && isPreflight(gateway.config.allowedOrigins, exchange))
      return tellBrowser(exchange, gateway, found.allow)
    return turnAway(exchange, gateway, found.refusal, found.allow === undefined ? {} : { allow: found.allow })
  }
  const { route } = found
  exchange.template = found.template
  const turned = unbuilt(route)
  if (turned !== undefined) {
    const location = route.kind === 'retired' ? route.row.successor : undefined
    return turnAway(exchange, gateway, turned, location === undefined ? {} : retiredHeaders(location, exchange.query))
  }
  const call: Call = {
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
    admitted: undefined,
    toolRefusal: undefined,
    called: undefined,
    stale: undefined,
    month: undefined,
    bodyForm: undefined,
    laneRefusal: undefined,
    expected: undefined,
    claim: undefined,
    body: undefined,
    json: undefined,
    jsonBytes: undefined,
    taskCount: 0,
    workerMs: 0,
    today: Math.floor(gateway.now() / MS_PER_DAY),
    submission: undefined,
  }
  const outcome = await runStages(call, gateway)
  arrived(call)
  await releaseClaim(call, gateway, outcome)
  return finish(call, gateway, outcome)
}

/** Before a refusal is told, so that a corrected body may come at once; but nobody waits for a store that is away. */
async function releaseClaim(call: Call, gateway: Gateway, outcome: StageOutcome): Promise<void> {
  const released = release(call, gateway)
  const isStoreAway = outcome !== undefined && 'refusal' in outcome && STORE_AWAY.includes(outcome.refusal.code)
  if (!isStoreAway) await released
}

function finish(call: Call, gateway: Gateway, outcome: StageOutcome): Sent {
  const { exchange, admitted, claim, bodyReader } = call
  const refusal = outcome !== undefined && 'refusal' in outcome ? outcome.refusal : undefined
  const reply: Reply | undefined =
    refusal !== undefined
      ? refusalReply(refusal, replyContext(exchange, gateway))
      : outcome !== undefined && 'reply' in outcome
        ? outcome.reply
        : undefined
  if (refusal !== undefined) bodyReader?.drop()
  noteCall(call, refusal?.code)
  if (hasWork(call.route)) {
    /** Nobody saw an answer: 499, as proxies log it; the month's unit goes back, but for a job in the queue and for work that broke a limit. */
    const status = exchange.gone || reply === undefined ? CLIENT_GONE : reply.status
    const accepted = call.submission?.isAccepted ?? status < 300
    const settlement = settlementOf(call, gateway, { status, code: refusal?.code, accepted })
    if (admitted !== undefined) void gateway.limiter.settle(admitted, settlement)
  }
  if (claim !== undefined) {
    if (exchange.gone || reply === undefined) claim.release()
    else exchange.whenEnded(() => claim.release())
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
function settlementOf(call: Call, gateway: Gateway, end: End): Settlement {
  const { called } = call
  if (called === null) return NO_ANALYSIS
  const status = called?.code == null ? end.status : ERRORS[called.code].status
  const whole: End = called?.code == null ? end : { status, code: called.code, accepted: false }
  return {
    isCharged: whole.accepted || (whole.code !== undefined && isCharged(whole.code)),
    ...meter(call, gateway, whole),
  }
}

const CLIENT_GONE = 499
const MS_PER_DAY = 86_400_000
const STORE_AWAY: readonly ErrorCode[] = ['store_unavailable', 'submission_unknown']
/** Longest wait for the rest of a refused body before its connection is closed. */
export const LINGER_MS = 5_000
/** A client who has not written for so long reads. */
const SILENT_MS = 500

type Sent = Promise<void> | undefined

function send(exchange: Exchange, gateway: Gateway, reply: Reply, headers: Readonly<Record<string, string>>): Sent {
  const whole: Reply = {
    ...reply,
    headers: {
      'x-request-id': exchange.requestId,
      ...headers,
      'x-content-type-options': 'nosniff',
      ...withVary(corsHeaders(gateway.config.allowedOrigins, exchange.header('origin')), reply.headers),
    },
    ...(gateway.draining || exchange.isLast ? { close: true } : {}),
  }
  const sent = exchange.send(whole, error =>
    gateway.log.warn({ ...exchange.logIds, reason: (error as Error).message }, 'answer cut short'),
  )
  if (!exchange.isOver) {
    const step = exchange.span?.child('write answer')
    if (step !== undefined) exchange.whenEnded(() => step.end())
  }
  return sent
}

const callerOf = (exchange: Exchange, gateway: Gateway): string =>
  callerAddress(exchange.peer, exchange.headerList('x-forwarded-for'), gateway.config.trustedProxyHops)

const replyContext = (exchange: Exchange, gateway: Gateway) => ({
  requestId: exchange.requestId,
  path: exchange.path,
  accept: exchange.header('accept') ?? '',
  challenge: (refusal: Refusal) => challengeAt(gateway.config, exchange.path, refusal),
})

/** RFC 9745 and 8288: where the path went. */
const retiredHeaders = (location: string, query: string): Record<string, string> => ({
  location: query === '' ? location : `${location}?${query}`,
  link: `<${location}>; rel="successor-version"`,
})
