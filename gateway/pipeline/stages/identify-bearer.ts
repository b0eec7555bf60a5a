/**
 * Resolves a bearer token to its claims and to the account of its subject. For a user who has not signed up: subject rows accept the call,
 * agent rows sign the user up, and all others refuse. Without an identity provider, rows that also take a key refuse every token as
 * invalid, and the others answer that sign-in is not configured.
 */
import { refuse } from '../../../shared/contract/errors.ts'
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
