/** Lets a call in whose body a worker reads. */
import type { Refusal } from '../../../shared/errors.ts'
import { classOfTier } from '../../../shared/jobs/classes.ts'
import type { Gateway } from '../../gateway.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import type { AccountLimits, WindowState } from '../../limits/limiter.ts'
import { mayBeTold } from '../../limits/told-waits.ts'
import { isMessage } from '../../route/routes.ts'
import { SIGNUP_TIER } from '../../store/sign-up.ts'
import {
  type AdmittedCall,
  hasEnded,
  type IdentifiedCall,
  type Outcome,
  type SubmissionCall,
  setAdmitted,
} from '../call.ts'
import { askLimiter, capacityRefusal, headerRefusal, isNewJob, meterOf } from './ask-limiter.ts'

/** A message is read although no tool may be called. Where there is no room it is refused as any call. */
function admitMessage(
  call: IdentifiedCall,
  gateway: Gateway,
  refusal: Refusal,
  limits: AccountLimits,
): Outcome<AdmittedCall> {
  const wrong = headerRefusal(call) ?? capacityRefusal(call, gateway)
  if (wrong !== undefined) return { refusal: wrong }
  call.toolRefusal = refusal
  setAdmitted(call, { ok: true, ...limits, identity: call.identity, operationId: null, atMs: gateway.now() })
  return call
}

/** The limits of a user who has no account yet; what is called is refused. */
const guestLimits = (window: WindowState): AccountLimits => ({
  tier: SIGNUP_TIER,
  window,
  month: { month: '', limit: 0, used: 0, remaining: 0, resetSeconds: null },
})

/** Whether an agent is told in the result of its tool what was refused. */
function isToldInside(call: IdentifiedCall, gateway: Gateway, { code }: Refusal, { window }: AccountLimits): boolean {
  if (!isMessage(call.route)) return false
  if (code === 'month_exceeded') return true
  if (code !== 'window_exceeded' || meterOf(call) !== 'analysis') return false
  return mayBeTold(call.identity.accountId, window, gateway.now())
}

export async function admit(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<AdmittedCall>> {
  const asked = await askLimiter(call, gateway)
  switch (asked.state) {
    case 'admitted':
      setAdmitted(call, asked.admission)
      return call
    case 'guest':
      return admitMessage(call, gateway, asked.guest.refusal, guestLimits(asked.guest.window))
    case 'ended':
      return asked.end
    case 'refused': {
      const { refusal, limits } = asked.admission
      if (limits !== null && isToldInside(call, gateway, refusal, limits))
        return admitMessage(call, gateway, refusal, limits)
      return { refusal }
    }
  }
}

/** A submission, whose class of job is known by the tier of its account. */
export async function admitSubmission(call: SubmissionCall, gateway: Gateway): Promise<Outcome<AdmittedCall>> {
  const outcome = await admit(call, gateway)
  if (hasEnded(outcome)) return outcome
  if (call.submission.keyState?.state === 'running') return { refusal: idempotencyRunning() }
  const refusal = isNewJob(call) ? gateway.queueGuard.refusal(0, classOfTier(outcome.admitted.tier)) : undefined
  return refusal === undefined ? outcome : { refusal }
}
