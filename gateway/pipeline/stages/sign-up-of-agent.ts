/**
 * Signs up the user of an MCP client. The user has signed in at the identity provider and sees no page of this service, so the first call
 * creates the account. If the account cannot be created, messages continue without one: the client connects, and the result of a tool
 * call states the reason.
 */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { isStoreAway } from '../../../shared/platform/redis/failure.ts'
import type { Gateway } from '../../gateway.ts'
import { BEARER_KEY_ID, type Identity, type WindowState } from '../../limits/limiter.ts'
import { storeUnavailable, windowRefusal } from '../../limits/refusals.ts'
import { isMessage } from '../../route/routes.ts'
import { isDeletedSubject } from '../../store/deleted-subjects.ts'
import { signUp } from '../../store/sign-up.ts'
import { type IdentifiedCall, type Outcome, type SubjectCall, setIdentity } from '../call.ts'

/** Stands for an account. All callers without an account share its capacity. */
const GUEST: Identity = { accountId: 'guest', keyId: BEARER_KEY_ID }

function withoutAccount(call: SubjectCall, refusal: Refusal, window: WindowState): Outcome<IdentifiedCall> {
  if (!isMessage(call.route)) return { refusal }
  call.guest = { refusal, window }
  setIdentity(call, GUEST)
  return call
}

export async function signUpOfAgent(call: SubjectCall, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
  const window = await gateway.limiter.address(call.address)
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
