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
import type { Call, StageOutcome } from '../call.ts'
import { signUpOfAgent } from './sign-up-of-agent.ts'

const BEARER_SCHEME = /^bearer /i

export async function identifyBearer(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { row } = call.route
  const identity = row.kind === 'service' ? row.identity : 'key'
  const { bearers } = gateway
  if (bearers === null && identity !== 'key')
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
  call.claims = verified.claims
  return identity === 'subject' ? undefined : findAccount(call, gateway)
}

/** The account of the claims. */
async function findAccount(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const resolution = await gateway.subjects.resolve(call.claims!.subject)
  switch (resolution.state) {
    case 'known':
      call.identity = resolution.identity
      return undefined
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
export async function findAccountAgain(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { accountId } = call.identity!
  gateway.subjects.forget(call.claims!.subject)
  const outcome = await findAccount(call, gateway)
  if (outcome !== undefined) return outcome
  return call.identity!.accountId === accountId
    ? refuseUnidentified(call, gateway, refuse('signup_required'), true)
    : undefined
}
