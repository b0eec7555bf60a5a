/**
 * A bearer token -> claims, and the account of its subject. Rows for a subject take a user who has not signed up, those of agents sign one
 * up, all others refuse one. Without an identity provider a token is invalid where a key would do, and the service incomplete where it would not.
 */
import { refuse } from '../../../shared/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { bearerToken } from '../../identity/bearer.ts'
import { storeUnavailable } from '../../limits/refusals.ts'
import { refuseUnidentified } from '../../limits/refuse-unidentified.ts'
import type { TokenFault } from '../../reply/challenge.ts'
import { isOriginChecked } from '../../route/routes.ts'
import {
  type Call,
  hasEnded,
  type IdentifiedCall,
  type Outcome,
  type SubjectCall,
  setClaims,
  setIdentity,
} from '../call.ts'
import { signUpOfAgent } from './sign-up-of-agent.ts'

const BEARER_SCHEME = /^bearer /i

/** For rows that a user may call who has not signed up. */
export async function identifySubject(call: Call, gateway: Gateway): Promise<Outcome<SubjectCall>> {
  const { row } = call.route
  const isKeyTaken = row.kind !== 'service' || row.identity === 'key'
  const { bearers } = gateway
  if (bearers === null && !isKeyTaken)
    return refuseUnidentified(call, gateway, refuse('identity_unconfigured', { setting: 'OIDC_ISSUER' }), true)
  const authorization = call.exchange.header('authorization')
  if (authorization === undefined) return refuseUnidentified(call, gateway, refuse('credentials_missing'), true)
  const token = bearerToken(authorization)
  const verified = token === undefined || bearers === null ? undefined : await bearers.verify(token)
  if (verified?.state === 'unavailable') {
    const { retryAfterSeconds } = verified
    return refuseUnidentified(call, gateway, refuse('identity_unavailable', { retryAfterSeconds }), true)
  }
  if (verified?.state !== 'valid') {
    const isBearer = BEARER_SCHEME.test(authorization)
    const token: TokenFault = verified?.isExpired === true ? 'expired' : 'invalid'
    return refuseUnidentified(call, gateway, refuse('credentials_invalid', isBearer ? { token } : {}), true)
  }
  setClaims(call, verified.claims)
  return call
}

/** For all other rows: the subject needs an account. */
export async function identifyBearer(call: Call, gateway: Gateway): Promise<Outcome<IdentifiedCall>> {
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
        : refuseUnidentified(call, gateway, refuse('signup_required'), true)
    case 'unavailable':
      return { refusal: storeUnavailable() }
  }
}

/**
 * Admission knows no such user: the account that was remembered is gone. Finds the one that the subject has now; refuses when there is
 * none, or the same is still remembered.
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
    ? refuseUnidentified(call, gateway, refuse('signup_required'), true)
    : outcome
}
