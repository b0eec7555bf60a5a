/** GET /api/v1/auth/login and /callback: the two ends of a sign-in by a browser. What happens between them is identity/login.ts. */

import { RESOURCE_METADATA_PATH } from '../../shared/contract/endpoint/paths.ts'
import { SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { issuersOf } from '../../shared/contract/identity-rules.ts'
import { jsonReply, withStore } from '../call/answers.ts'
import type { Call, CallTo } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { storeUnavailable } from '../call/limiter.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import type { Login } from '../identity/login.ts'
import { ProviderUnavailable } from '../identity/provider.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** Refusals and failures that both ends have. */
const withLogin = <Reached extends Call>(end: (gateway: Gateway, call: Reached, login: Login) => Promise<Answer>) =>
  withStore(async (gateway, call: Reached) => {
    const { bearers, login } = gateway
    if (login === null) {
      const setting = bearers === null ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'
      return { refusal: refuse('identity_unconfigured', { setting }) }
    }
    try {
      return await end(gateway, call, login)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return { refusal: providerAway(error.retryAfterSeconds) }
      throw error
    }
  })

const providerAway = (retryAfterSeconds: number): Refusal => refuse('identity_unavailable', { retryAfterSeconds })

export const startLogin = withLogin(async (_gateway, call: Call, login) => {
  const { location, cookie } = await login.start(call.exchange.header('cookie'))
  return { status: 302, headers: { location, 'set-cookie': cookie, ...NO_STORE } }
})

export const endLogin = withLogin(async (gateway, call: CallTo<'auth.callback'>, login) => {
  // what the provider says went wrong comes in place of a code; its words are not repeated
  if (new URLSearchParams(call.exchange.query).has('error'))
    return { refusal: refuse('login_failed', { reason: 'the identity provider or the user cancelled it' }) }
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const ended = await login.end(query.state, query.code, call.exchange.header('cookie'))
  if (ended.state === 'unknown_state') return { refusal: refuse('login_state_invalid') }
  if (ended.state === 'refused') return { refusal: refuse('login_failed', { reason: ended.reason }) }
  const verified = await gateway.bearers!.verify(ended.accessToken)
  if (verified.state === 'unavailable') return { refusal: providerAway(verified.retryAfterSeconds) }
  if (verified.state === 'invalid')
    return {
      refusal: refuse('login_failed', { reason: 'the token from the identity provider is not valid for this service' }),
    }
  const account = await gateway.subjects.resolve(verified.claims.subject)
  if (account.state === 'unavailable') return { refusal: storeUnavailable() }
  return jsonReply(
    200,
    {
      status: 'signed_in',
      access_token: ended.accessToken,
      expires_in: ended.expiresInSeconds,
      signed_up: account.state === 'known',
    },
    NO_STORE,
  )
})

/**
 * GET /.well-known/oauth-protected-resource, alone and followed by /mcp: the provider at which users of this service sign in (RFC 9728). It is
 * made from the settings, never from headers of the call, which anyone can forge.
 */
export function protectedResource({ config }: Gateway, { exchange }: Call): Answer {
  const { oidcIssuer, publicUrl, oidcScopes } = config
  if (oidcIssuer === undefined) return { refusal: refuse('resource_undescribed', { setting: 'OIDC_ISSUER' }) }
  if (publicUrl === undefined) return { refusal: refuse('resource_undescribed', { setting: 'PUBLIC_URL' }) }
  return jsonReply(200, {
    resource: publicUrl + exchange.path.slice(RESOURCE_METADATA_PATH.length),
    authorization_servers: issuersOf(oidcIssuer),
    scopes_supported: oidcScopes.split(/\s+/).filter(scope => scope !== ''),
    bearer_methods_supported: ['header'],
    resource_name: SERVICE_TITLE,
    resource_documentation: `${publicUrl}/docs`,
  })
}
