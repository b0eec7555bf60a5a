/**
 * The user of a client of agents has signed in at the identity provider and sees no page of this service: the first call makes the account.
 * Where the token cannot have one, messages go on without: the client connects, and a tool that is called tells the user why.
 */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import { isStoreAway } from '../../../shared/redis/failure.ts'
import type { Gateway } from '../../gateway.ts'
import { BEARER_KEY_ID, type Identity, type WindowState } from '../../limits/limiter.ts'
import { storeUnavailable, windowRefusal } from '../../limits/refusals.ts'
import { isMessage } from '../../route/routes.ts'
import { isDeletedSubject } from '../../store/deleted-subjects.ts'
import { signUp } from '../../store/sign-up.ts'
import { type IdentifiedCall, type Outcome, type SubjectCall, setIdentity } from '../call.ts'

/** Instead of an account: the callers without one share what there is room for. */
const GUEST: Identity = { accountId: 'guest', keyId: BEARER_KEY_ID }

function withoutAccount(call: SubjectCall, refusal: Refusal, window: WindowState): Outcome<IdentifiedCall> {
  if (!isMessage(call.route)) return { refusal }
  call.guest = { refusal, window }
  setIdentity(call, GUEST)
  return call
}

export async function signUpOfAgent(call: SubjectCall, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
  const window = await gateway.limiter.address(call.address, true)
  call.window = window
  if (window.exceeded) return { refusal: windowRefusal(window.limit, window.retryAfterSeconds) }
  const { subject, verifiedEmail } = call.claims
  if (verifiedEmail === null) return withoutAccount(call, refuse('email_unverified'), window)
  try {
    if (await isDeletedSubject(gateway.redis, subject)) return withoutAccount(call, refuse('account_deleted'), window)
    const made = await signUp(gateway.redis, { subject, email: verifiedEmail, displayName: '', company: '' })
    if (made.state === 'email_taken') return withoutAccount(call, refuse('email_taken'), window)
    if (made.state !== 'signed_up') return { refusal: storeUnavailable() }
    gateway.subjects.forget(subject)
    setIdentity(call, { accountId: made.accountId, keyId: BEARER_KEY_ID })
    call.hasSignedUp = made.isNew
    return call
  } catch (error) {
    if (!isStoreAway(error)) throw error
    return { refusal: storeUnavailable() }
  }
}
