/**
 * Requests admission from the limiter. All that the gateway already knows (media type, declared length, capacity for the body and for
 * a job) is passed along. So the one script can refuse in the defined order, and it charges nothing for a call that is refused
 * for any of these reasons.
 */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { CALL_METHOD, METHOD_HEADER, NAME_HEADER } from '../../../shared/contract/mcp/protocol.ts'
import { needsOf } from '../../../shared/contract/report/report-query.ts'
import { admits } from '../../../shared/contract/tiers.ts'
import { toolNamed } from '../../../shared/contract/tools/agent-tools.ts'
import { noRoom } from '../../call/answers.ts'
import { ASSUMED_INFLATION } from '../../call/bytes-in-flight.ts'
import { type Call, type End, type Guest, hasClaims, hasEnded, type IdentifiedCall } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { IDEMPOTENCY_KEY, keyFault } from '../../call/idempotency-key.ts'
import type { AccountLimits, Admission, Admitted, NotAdmitted } from '../../call/limiter.ts'
import { readBodyForm, readFileForm, readJsonForm } from '../../call/media-type.ts'
import {
  hasWork,
  isMessage,
  isMetered,
  isReport,
  isSubmission,
  pathOf,
  serviceToolOf,
  takesFiles,
} from '../../call/routes.ts'
import { refuseUnidentified } from '../../limits/window.ts'
import { isRepeated } from './idempotency.ts'
import { findAccountAgain } from './identify.ts'
import { laneOf } from './run-work.ts'

/** The refusal (415 or 400) for the headers of the body, if any. Stores the form of the body in the call. */
export function headerRefusal(call: Call): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const form = !call.framing.hasBody
    ? undefined
    : isMessage(call.route)
      ? readJsonForm(call.exchange)
      : takesFiles(call.route)
        ? readFileForm(call.exchange)
        : readBodyForm(call.exchange)
  if (form !== undefined && 'code' in form) return form
  call.bodyForm = form
  const reason = isSubmission(call.route) ? keyFault(call) : undefined
  return reason === undefined ? undefined : refuse('header_invalid', { name: IDEMPOTENCY_KEY, reason })
}

/** Reserves a place in the lane. This runs before the first await, so that of many concurrent calls each counts for the next. */
function expectBody(call: IdentifiedCall, gateway: Gateway): Refusal | undefined {
  if (call.bodyForm === undefined || call.endExpectedBody !== undefined) return undefined
  const expected = gateway.pool.expect(laneOf(call, gateway, call.framing.declaredBytes ?? 0), call.identity.accountId)
  if ('code' in expected) return expected
  call.endExpectedBody = expected
  return undefined
}

/** It adds to what the store keeps. */
export const isNewJob = (call: Call): boolean => isSubmission(call.route) && !isRepeated(call)

/** The refusal for lack of capacity, if any. */
export function capacityRefusal(call: IdentifiedCall, gateway: Gateway): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const declaredBytes = call.framing.declaredBytes ?? 0
  const inflatedBytes = call.bodyForm?.encoding == null ? declaredBytes : declaredBytes * ASSUMED_INFLATION
  if (!gateway.bytesInFlight.fits(call.identity.accountId, inflatedBytes)) return noRoom()
  const full = call.laneRefusal ?? expectBody(call, gateway)
  if (full !== undefined) return full
  // the class of the job is known only after admission
  return isNewJob(call) ? gateway.queueGuard.refusal(0) : undefined
}

/**
 * What a message requests is known only when a worker has read it. A message whose headers say that it calls no tool, or one that is no analysis, is a control call;
 * the worker refuses it if the header is wrong. Any other message counts against the window of analyses and reserves a unit, which is
 * returned if the message requests no analysis.
 */
export function meterOf(call: Call): 'analysis' | 'control' {
  const { route, exchange } = call
  if (isMessage(route)) {
    const method = exchange.header(METHOD_HEADER)
    const tool = toolNamed(exchange.header(NAME_HEADER) ?? '')
    return method === undefined || (method === CALL_METHOD && tool?.isMetered !== false) ? 'analysis' : 'control'
  }
  return isMetered(route) && !isRepeated(call) ? 'analysis' : 'control'
}

export function requestAdmission(call: IdentifiedCall, gateway: Gateway): Promise<Admission> {
  const { route, framing } = call
  if (route.kind === 'retired') throw new Error('a retired path is not admitted')
  const { row } = route
  const needs = isReport(route) ? needsOf(call.exchange.query) : undefined
  const tool = serviceToolOf(route)
  const ownTier = route.kind === 'async' ? route.row.asyncTier : (tool ?? row).tier
  const own = tool?.name ?? pathOf(route)
  return gateway.limiter.admit({
    identity: call.identity,
    meter: meterOf(call),
    neededTier: needs === undefined || admits(needs.tier, ownTier) ? ownTier : needs.tier,
    what: needs === undefined ? own : `${pathOf(route)} with these analyses`,
    unitCount: needs?.unitCount ?? 1,
    localRefusal: headerRefusal(call),
    declaredBytes: framing.hasBody ? (framing.declaredBytes ?? null) : null,
    capacityRefusal: capacityRefusal(call, gateway),
  })
}

const isUnknown = (admission: Admission): boolean => !admission.ok && admission.refusal.code === 'credentials_invalid'

/** Outcome of the check. guest: a message of a user without an account. */
type AdmissionOutcome =
  | { readonly state: 'admitted'; readonly admission: Admitted }
  | { readonly state: 'refused'; readonly admission: NotAdmitted }
  | { readonly state: 'guest'; readonly guest: Guest }
  | { readonly state: 'ended'; readonly end: End }

/** Requests admission. Sets the limits for the rate headers. */
export async function checkAdmission(call: IdentifiedCall, gateway: Gateway): Promise<AdmissionOutcome> {
  if (call.guest !== undefined) return { state: 'guest', guest: call.guest }
  const admission = await requestAdmission(call, gateway)
  return admission.ok ? admittedWith(call, admission) : notAdmitted(call, gateway, admission)
}

/** Retries once if the cached account of a token no longer exists. */
export async function notAdmitted(
  call: IdentifiedCall,
  gateway: Gateway,
  refused: NotAdmitted,
): Promise<AdmissionOutcome> {
  let admission: Admission = refused
  if (isUnknown(refused) && hasClaims(call)) {
    const again = await findAccountAgain(call, gateway)
    if (hasEnded(again)) return { state: 'ended', end: again }
    if (again.guest !== undefined) return { state: 'guest', guest: again.guest }
    admission = await requestAdmission(again, gateway)
  }
  if (admission.ok) return admittedWith(call, admission)
  setRateLimits(call, admission.limits)
  return isUnknown(admission)
    ? { state: 'ended', end: await refuseUnidentified(call, gateway, admission.refusal) }
    : { state: 'refused', admission }
}

function admittedWith(call: Call, admission: Admitted): AdmissionOutcome {
  setRateLimits(call, admission)
  return { state: 'admitted', admission }
}

/** For the headers of the answer. */
export function setRateLimits(call: Call, limits: AccountLimits | null): void {
  call.window = limits?.window
  call.month = limits?.month
}
