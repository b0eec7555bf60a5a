/** Admits a call whose body a worker reads. */
import type { Refusal } from '../../../shared/contract/errors.ts'
import { classOfTier } from '../../../shared/contract/job-classes.ts'
import type { Gateway } from '../../gateway.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import type { AccountLimits, NotAdmitted, WindowState } from '../../limits/limiter.ts'
import { mayReadRefusedMessage } from '../../limits/refused-message-reads.ts'
import { isMessage } from '../../route/routes.ts'
import { SIGNUP_TIER } from '../../store/sign-up.ts'
import {
  type AdmittedCall,
  type Guest,
  hasEnded,
  type IdentifiedCall,
  type Outcome,
  type SubmissionCall,
  setAdmitted,
} from '../call.ts'
import {
  capacityRefusal,
  headerRefusal,
  isNewJob,
  meterOf,
  notAdmitted,
  requestAdmission,
  setRateLimits,
} from './check-admission.ts'

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
