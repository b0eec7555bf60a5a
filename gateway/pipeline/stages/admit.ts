/**
 * One question to the limiter: is this call let in? Everything that can be known here beforehand (media type, declared
 * length, room for the body and for a job) goes along, so that the one script can refuse in the order of refusals and
 * charges nothing for a call that would be refused anyway.
 */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import { classOfTier } from '../../../shared/jobs/classes.ts'
import { CALL_METHOD, METHOD_HEADER } from '../../../shared/mcp/protocol.ts'
import type { Gateway } from '../../gateway.ts'
import { ASSUMED_INFLATION } from '../../http/bytes-in-flight.ts'
import { keyFault } from '../../idempotency/key-fault.ts'
import { IDEMPOTENCY_KEY, idempotencyRunning } from '../../jobs/refusals.ts'
import type { AccountLimits, Admission, NotAdmitted, WindowState } from '../../limits/limiter.ts'
import { windowRefusal } from '../../limits/refusals.ts'
import { refuseUnidentified } from '../../limits/refuse-unidentified.ts'
import { mayBeTold } from '../../limits/told-waits.ts'
import { hasWork, isMessage, pathOf } from '../../route/routes.ts'
import { SIGNUP_TIER } from '../../store/sign-up.ts'
import type { Call, StageOutcome } from '../call.ts'
import { findAccountAgain } from './identify-bearer.ts'
import { readBodyForm, readJsonForm } from './media-type.ts'
import { isRepeated } from './recall.ts'
import { noRoom } from './receive.ts'
import { laneOf } from './run-work.ts'

/** Age of a record that GET /api/v1/account/tier may answer from while the store is away. */
const STALE_LIMITS_MS = 120_000

/** What is wrong with the headers of a body, in the place of 415. Leaves the form of the body in the call. */
function headerRefusal(call: Call): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const form = !call.framing.hasBody
    ? undefined
    : isMessage(call.route)
      ? readJsonForm(call.exchange)
      : readBodyForm(call.exchange)
  if (form !== undefined && 'code' in form) return form
  call.bodyForm = form
  const reason = call.route.kind === 'async' ? keyFault(call) : undefined
  return reason === undefined ? undefined : refuse('header_invalid', { name: IDEMPOTENCY_KEY, reason })
}

/** Before anything waits: of many calls at once, each counts for the next. */
function expectBody(call: Call, gateway: Gateway): Refusal | undefined {
  if (call.bodyForm === undefined || call.expected !== undefined) return undefined
  const expected = gateway.pool.expect(laneOf(call, gateway, call.framing.declaredBytes ?? 0), call.identity!.accountId)
  if ('code' in expected) return expected
  call.expected = expected
  return undefined
}

const isNewJob = (call: Call): boolean => call.route.kind === 'async' && !isRepeated(call)

/** Why the service has no room for the call. */
function capacityRefusal(call: Call, gateway: Gateway): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const declaredBytes = call.framing.declaredBytes ?? 0
  const inflatedBytes = call.bodyForm?.encoding == null ? declaredBytes : declaredBytes * ASSUMED_INFLATION
  if (!gateway.bytesInFlight.fits(call.identity!.accountId, inflatedBytes)) return noRoom()
  const full = call.laneRefusal ?? expectBody(call, gateway)
  if (full !== undefined) return full
  // which class it will be is known once it is admitted
  return isNewJob(call) ? gateway.queueGuard.refusal(0) : undefined
}

/**
 * What a message asks for is known only when a worker has read it. One that says in its header that it calls no tool is a control call;
 * the worker refuses it when that is not true. Any other reserves a unit, which goes back when it turns out to ask for no analysis, and
 * counts against the window of analyses.
 */
function meterOf(call: Call): 'analysis' | 'control' {
  const { route, exchange } = call
  if (isMessage(route)) {
    const method = exchange.header(METHOD_HEADER)
    return method === undefined || method === CALL_METHOD ? 'analysis' : 'control'
  }
  return route.row.kind === 'analysis' && !isRepeated(call) ? 'analysis' : 'control'
}

/** A message is read although no tool may be called. Where there is no room it is refused as any call. */
function admitMessage(call: Call, gateway: Gateway, refusal: Refusal, limits: AccountLimits): StageOutcome {
  const wrong = headerRefusal(call) ?? capacityRefusal(call, gateway)
  if (wrong !== undefined) return { refusal: wrong }
  call.toolRefusal = refusal
  call.admitted = { ok: true, ...limits, identity: call.identity!, operationId: null, atMs: gateway.now() }
  return undefined
}

/** The limits of a user who has no account yet; what is called is refused. */
const guestLimits = (window: WindowState): AccountLimits => ({
  tier: SIGNUP_TIER,
  window,
  month: { month: '', limit: 0, used: 0, remaining: 0, resetSeconds: null },
})

/** Whether an agent is told in the result of its tool what was refused. */
function isToldInside(call: Call, gateway: Gateway, { refusal, limits }: NotAdmitted): boolean {
  if (limits === null || !isMessage(call.route)) return false
  if (refusal.code === 'month_exceeded') return true
  if (refusal.code !== 'window_exceeded' || meterOf(call) !== 'analysis') return false
  return mayBeTold(call.identity!.accountId, limits.window, gateway.now())
}

function ask(call: Call, gateway: Gateway): Promise<Admission> {
  const { route, framing } = call
  if (route.kind === 'retired') throw new Error('a retired path is not admitted')
  const { row } = route
  return gateway.limiter.admit({
    identity: call.identity!,
    meter: meterOf(call),
    neededTier: route.kind === 'async' ? route.row.asyncTier : row.tier,
    what: pathOf(route),
    localRefusal: headerRefusal(call),
    declaredBytes: framing.hasBody ? (framing.declaredBytes ?? null) : null,
    capacityRefusal: capacityRefusal(call, gateway),
  })
}

const isUnknown = (admission: Admission): boolean => !admission.ok && admission.refusal.code === 'credentials_invalid'

/** The limiter asked, and once more when the account that was remembered for a token is gone. */
async function asked(call: Call, gateway: Gateway): Promise<Admission | StageOutcome> {
  const admission = await ask(call, gateway)
  if (!isUnknown(admission) || call.claims === undefined) return admission
  const outcome = await findAccountAgain(call, gateway)
  if (outcome !== undefined) return outcome
  return call.toolRefusal === undefined ? ask(call, gateway) : undefined
}

/** A message of a user without an account. */
const admitGuest = (call: Call, gateway: Gateway): StageOutcome =>
  admitMessage(call, gateway, call.toolRefusal!, guestLimits(call.window!))

export async function admit(call: Call, gateway: Gateway): Promise<StageOutcome> {
  if (call.toolRefusal !== undefined) return admitGuest(call, gateway)
  const admission = await asked(call, gateway)
  if (admission === undefined) return admitGuest(call, gateway)
  if (!('ok' in admission)) return admission
  const limits = admission.ok ? admission : admission.limits
  call.window = limits?.window
  call.month = limits?.month
  if (admission.ok) {
    call.admitted = admission
    if (call.submission?.recalled?.state === 'running') return { refusal: idempotencyRunning() }
    const refusal = isNewJob(call) ? gateway.queueGuard.refusal(0, classOfTier(admission.tier)) : undefined
    return refusal === undefined ? undefined : { refusal }
  }
  if (isUnknown(admission)) return refuseUnidentified(call, gateway, admission.refusal, true)
  if (isToldInside(call, gateway, admission)) return admitMessage(call, gateway, admission.refusal, admission.limits!)
  if (
    admission.refusal.code === 'store_unavailable' &&
    call.route.row.kind !== 'retired' &&
    call.route.row.id === 'account.tier'
  ) {
    const recent = gateway.limiter.recent(call.identity!, STALE_LIMITS_MS)
    if (recent !== null) {
      call.stale = recent
      return undefined
    }
  }
  const { row } = call.route
  if (admission.refusal.code === 'account_suspended' && row.kind === 'service' && row.admitsSuspended) {
    const { exceeded, limit, retryAfterSeconds } = limits!.window
    return exceeded ? { refusal: windowRefusal(limit, retryAfterSeconds) } : undefined
  }
  return { refusal: admission.refusal }
}
