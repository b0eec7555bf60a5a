/**
 * The user of a client of agents has signed in at the identity provider and sees no page of this service: the first call makes the account.
 * Where the token cannot have one, messages go on without: the client connects, and a tool that is called tells the user why.
 */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import { isStoreAway } from '../../../shared/redis/failure.ts'
import type { Gateway } from '../../gateway.ts'
import { BEARER_KEY_ID } from '../../limits/limiter.ts'
import { storeUnavailable, windowRefusal } from '../../limits/refusals.ts'
import { isMessage } from '../../route/routes.ts'
import { isDeletedSubject } from '../../store/deleted-subjects.ts'
import { signUp } from '../../store/sign-up.ts'
import type { Call, StageOutcome } from '../call.ts'

/** Instead of an account: the callers without one share what there is room for. */
const GUEST = { accountId: 'guest', keyId: BEARER_KEY_ID } as const

function withoutAccount(call: Call, refusal: Refusal): StageOutcome {
  if (!isMessage(call.route)) return { refusal }
  call.identity = GUEST
  call.toolRefusal = refusal
  return undefined
}

export async function signUpOfAgent(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const window = await gateway.limiter.address(call.address, true)
  call.window = window
  if (window.exceeded) return { refusal: windowRefusal(window.limit, window.retryAfterSeconds) }
  const { subject, verifiedEmail } = call.claims!
  if (verifiedEmail === null) return withoutAccount(call, refuse('email_unverified'))
  try {
    if (await isDeletedSubject(gateway.redis, subject)) return withoutAccount(call, refuse('account_deleted'))
    const made = await signUp(gateway.redis, { subject, email: verifiedEmail, displayName: '', company: '' })
    if (made.state === 'email_taken') return withoutAccount(call, refuse('email_taken'))
    if (made.state !== 'signed_up') return { refusal: storeUnavailable() }
    gateway.subjects.forget(subject)
    call.identity = { accountId: made.accountId, keyId: BEARER_KEY_ID }
    call.hasSignedUp = made.isNew
    return undefined
  } catch (error) {
    if (!isStoreAway(error)) throw error
    return { refusal: storeUnavailable() }
  }
}
