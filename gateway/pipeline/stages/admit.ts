/** Admits a call whose body a worker reads. */

import type { Refusal } from '../../../shared/contract/errors.ts'
import { classOfTier } from '../../../shared/contract/job-classes.ts'
import { BoundedMap } from '../../call/bounded-map.ts'
import {
  type AccountCall,
  type AdmittedCall,
  type Guest,
  hasEnded,
  type IdentifiedCall,
  type Outcome,
  type SubmissionCall,
  setAdmitted,
  setLimits,
} from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { type AccountLimits, type NotAdmitted, type WindowState, windowRefusal } from '../../call/limiter.ts'
import { isMessage } from '../../call/routes.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import { SIGNUP_TIER } from '../../store/users.ts'
import {
  capacityRefusal,
  checkAdmission,
  headerRefusal,
  isNewJob,
  meterOf,
  notAdmitted,
  requestAdmission,
  setRateLimits,
} from './check-admission.ts'

// An agent's message beyond the window is still read, a few times, because only a tool result can say to the agent how long to wait.
// Reading costs time, so each account gets a fixed number of such reads per window and process. Further messages are refused unread.

const READS_MAX = 5
const ACCOUNTS_MAX = 10_000

interface ReadCount {
  readonly untilMs: number
  count: number
}

const readsByAccount = new BoundedMap<string, ReadCount>(ACCOUNTS_MAX)

function mayReadRefusedMessage(accountId: string, { retryAfterSeconds }: WindowState, nowMs: number): boolean {
  const known = readsByAccount.get(accountId)
  const reads =
    known !== undefined && known.untilMs > nowMs ? known : { untilMs: nowMs + retryAfterSeconds * 1000, count: 0 }
  reads.count++
  readsByAccount.set(accountId, reads)
  return reads.count <= READS_MAX
}

/** Admits a message although it may call no tool. Bad headers and lack of capacity still refuse it. */
function admitMessage(
  call: IdentifiedCall,
  gateway: Gateway,
  refusal: Refusal,
  limits: AccountLimits,
): Outcome<AdmittedCall> {
  const earlierRefusal = headerRefusal(call) ?? capacityRefusal(call, gateway)
  if (earlierRefusal !== undefined) return { refusal: earlierRefusal }
  call.toolRefusal = refusal
  setAdmitted(call, { ok: true, ...limits, identity: call.identity, operationId: null, atMs: gateway.now() })
  return call
}

/** The limits of a user without an account. Every tool call is refused. */
const guestLimits = (window: WindowState): AccountLimits => ({
  tier: SIGNUP_TIER,
  window,
  month: { month: '', limit: 0, used: 0, remaining: 0, resetSeconds: null },
})

/** Whether the refusal is sent to the agent as the result of its tool, instead of an HTTP error. */
function isAnsweredAsToolResult(
  call: IdentifiedCall,
  gateway: Gateway,
  { code }: Refusal,
  { window }: AccountLimits,
): boolean {
  if (!isMessage(call.route)) return false
  if (code === 'month_exceeded') return true
  if (code !== 'window_exceeded' || meterOf(call) !== 'analysis') return false
  return mayReadRefusedMessage(call.identity.accountId, window, gateway.now())
}

/** Waits once, for the admission: nothing else is awaited of a call that is admitted. */
export function admit(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<AdmittedCall>> {
  if (call.guest !== undefined) return Promise.resolve(admitGuest(call, gateway, call.guest))
  return requestAdmission(call, gateway).then(admission => {
    if (!admission.ok) return admitDespite(call, gateway, admission)
    setRateLimits(call, admission)
    setAdmitted(call, admission)
    return call
  })
}

const admitGuest = (call: IdentifiedCall, gateway: Gateway, { refusal, window }: Guest): Outcome<AdmittedCall> =>
  admitMessage(call, gateway, refusal, guestLimits(window))

async function admitDespite(
  call: IdentifiedCall,
  gateway: Gateway,
  refused: NotAdmitted,
): Promise<Outcome<AdmittedCall>> {
  const outcome = await notAdmitted(call, gateway, refused)
  switch (outcome.state) {
    case 'admitted':
      setAdmitted(call, outcome.admission)
      return call
    case 'guest':
      return admitGuest(call, gateway, outcome.guest)
    case 'ended':
      return outcome.end
    case 'refused': {
      const { refusal, limits } = outcome.admission
      if (limits !== null && isAnsweredAsToolResult(call, gateway, refusal, limits))
        return admitMessage(call, gateway, refusal, limits)
      return { refusal }
    }
  }
}

/** Admits a submission. The class of its job follows from the tier of its account. */
export async function admitSubmission(call: SubmissionCall, gateway: Gateway): Promise<Outcome<AdmittedCall>> {
  const outcome = await admit(call, gateway)
  if (hasEnded(outcome)) return outcome
  if (call.submission.keyState?.state === 'running') return { refusal: idempotencyRunning() }
  const refusal = isNewJob(call) ? gateway.queueGuard.refusal(0, classOfTier(outcome.admitted.tier)) : undefined
  return refusal === undefined ? outcome : { refusal }
}

// Admits a control call: a handler answers it for an account, without a worker and without a unit of the month.

/** Maximum age of a record that GET /api/v1/account/tier may answer from while the store is unavailable. */
const STALE_LIMITS_MS = 120_000

export async function admitControl(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<AccountCall>> {
  const admission = await checkAdmission(call, gateway)
  switch (admission.state) {
    case 'admitted':
      call.admitted = admission.admission
      setLimits(call, admission.admission)
      return call
    case 'guest':
      return { refusal: admission.guest.refusal }
    case 'ended':
      return admission.end
    case 'refused':
      return admitDespiteRefusal(call, gateway, admission.admission)
  }
}

/** Admits the tier lookup from memory while the store is unavailable, and suspended accounts to the rows that end a suspension. */
function admitDespiteRefusal(
  call: IdentifiedCall,
  gateway: Gateway,
  { refusal, limits }: NotAdmitted,
): Outcome<AccountCall> {
  const { row } = call.route
  if (row.kind !== 'service') return { refusal }
  if (refusal.code === 'store_unavailable' && row.id === 'account.tier') {
    const recent = gateway.limiter.recent(call.identity, STALE_LIMITS_MS)
    if (recent === null) return { refusal }
    call.areLimitsStale = true
    setLimits(call, recent)
    return call
  }
  if (refusal.code === 'account_suspended' && limits !== null && row.admitsSuspended) {
    const { exceeded, limit, retryAfterSeconds } = limits.window
    if (exceeded) return { refusal: windowRefusal(limit, retryAfterSeconds) }
    setLimits(call, limits)
    return call
  }
  return { refusal }
}
