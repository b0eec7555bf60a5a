/**
 * Resolves credentials to an account and a key. Admission, the next stage, decides whether they may call. A caller without valid
 * credentials is counted by address; beyond that window it gets 429 instead of 401.
 */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { isStoreAway } from '../../../shared/platform/redis/failure.ts'
import type { TokenFault } from '../../call/answers.ts'
import {
  type Call,
  hasEnded,
  type IdentifiedCall,
  type Outcome,
  type SubjectCall,
  setClaims,
  setIdentity,
} from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { BEARER_KEY_ID, type Identity, storeUnavailable, type WindowState, windowRefusal } from '../../call/limiter.ts'
import { isMessage, isOriginChecked } from '../../call/routes.ts'
import { bearerToken, keyTextOf } from '../../identity/bearer.ts'
import { refuseMalformed, refuseUnidentified } from '../../limits/window.ts'
import { keySha256, parseKey } from '../../store/api-key.ts'
import { isDeletedSubject, signUp } from '../../store/users.ts'

// Signs up the user of an MCP client. The user has signed in at the identity provider and sees no page of this service, so the first call
// creates the account. If the account cannot be created, messages continue without one: the client connects, and the result of a tool
// call states the reason.

/** Stands for an account. All callers without an account share its capacity. */
const GUEST: Identity = { accountId: 'guest', keyId: BEARER_KEY_ID }

function withoutAccount(call: SubjectCall, refusal: Refusal, window: WindowState): Outcome<IdentifiedCall> {
  if (!isMessage(call.route)) return { refusal }
  call.guest = { refusal, window }
  setIdentity(call, GUEST)
  return call
}

async function signUpOfAgent(call: SubjectCall, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
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

// Resolves a bearer token to its claims and to the account of its subject. For a user who has not signed up: subject rows accept the call,
// agent rows sign the user up, and all others refuse. Without an identity provider, rows that also take a key refuse every token as
// invalid, and the others answer that sign-in is not configured.

const BEARER_SCHEME = /^bearer /i

/** For rows that users may call before they sign up. */
export async function identifySubject(call: Call, gateway: Gateway): Promise<Outcome<SubjectCall>> {
  const { row } = call.route
  const isKeyTaken = row.kind !== 'service' || row.identity === 'key'
  const { bearers } = gateway
  if (bearers === null && !isKeyTaken)
    return refuseUnidentified(call, gateway, refuse('identity_unconfigured', { setting: 'OIDC_ISSUER' }))
  const authorization = call.exchange.header('authorization')
  if (authorization === undefined) return refuseUnidentified(call, gateway, refuse('credentials_missing'))
  const token = bearerToken(authorization)
  const verified = token === undefined || bearers === null ? undefined : await bearers.verify(token)
  if (verified?.state === 'unavailable') {
    const { retryAfterSeconds } = verified
    return refuseUnidentified(call, gateway, refuse('identity_unavailable', { retryAfterSeconds }))
  }
  if (verified?.state !== 'valid') {
    const isBearer = BEARER_SCHEME.test(authorization)
    const token: TokenFault = verified?.isExpired === true ? 'expired' : 'invalid'
    return refuseUnidentified(call, gateway, refuse('credentials_invalid', isBearer ? { token } : {}))
  }
  setClaims(call, verified.claims)
  return call
}

/** For all other rows: the subject needs an account. */
async function identifyBearer(call: Call, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
  const outcome = await identifySubject(call, gateway)
  return hasEnded(outcome) ? outcome : findAccount(outcome, gateway)
}

/** The account of the claims. */
async function findAccount(call: SubjectCall, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
  const resolution = await gateway.subjects.resolve(call.claims.subject)
  switch (resolution.state) {
    case 'known':
      setIdentity(call, resolution.identity)
      return call
    case 'unknown':
      return isOriginChecked(call.route)
        ? signUpOfAgent(call, gateway)
        : refuseUnidentified(call, gateway, refuse('signup_required'))
    case 'unavailable':
      return { refusal: storeUnavailable() }
  }
}

/**
 * For a cached account that no longer exists: looks up the current account of the subject. Refuses when there is none, or when the
 * lookup still returns the deleted one.
 */
export async function findAccountAgain(
  call: IdentifiedCall & SubjectCall,
  gateway: Gateway,
): Promise<Outcome<IdentifiedCall>> {
  const { accountId } = call.identity
  gateway.subjects.forget(call.claims.subject)
  const outcome = await findAccount(call, gateway)
  if (hasEnded(outcome)) return outcome
  return outcome.identity.accountId === accountId
    ? refuseUnidentified(call, gateway, refuse('signup_required'))
    : outcome
}

export function identify(call: Call, gateway: Gateway): Outcome<IdentifiedCall> | Promise<Outcome<IdentifiedCall>> {
  const { row } = call.route
  const isKeyRead = row.kind !== 'service' || row.identity === 'key'
  const text = isKeyRead ? keyTextOf(call.exchange) : undefined
  // a key takes precedence over a bearer token
  if (text === undefined) return identifyBearer(call, gateway)
  // a key that was resolved before has the right form
  const known = gateway.keys.known(keySha256(text))
  if (known !== undefined) {
    setIdentity(call, known)
    return call
  }
  const key = parseKey(text)
  if (key === null) return refuseMalformed(call, gateway, refuse('credentials_invalid'))
  const resolved = gateway.keys.resolve(key.sha256)
  const settle = (resolution: Awaited<typeof resolved>): Outcome<IdentifiedCall> | Promise<Outcome<IdentifiedCall>> => {
    switch (resolution.state) {
      case 'known':
        setIdentity(call, resolution.identity)
        return call
      case 'unknown':
        return refuseUnidentified(call, gateway, refuse('credentials_invalid'))
      case 'unavailable':
        return { refusal: storeUnavailable() }
    }
  }
  return resolved instanceof Promise ? resolved.then(settle) : settle(resolved)
}
