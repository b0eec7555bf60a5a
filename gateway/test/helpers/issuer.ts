/**
 * An issuer of tokens for tests in which signing in is beside the point: discovery, one key, tokens for whoever is named. Tests of the
 * sign-in itself have a whole identity provider.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Test } from 'tap'
import { elsewhere } from './elsewhere.ts'
import type { Answer, CallOptions, TestService } from './service.ts'

const AUDIENCE = 'https://api.example.com'
const ALGORITHM = 'ES256'
const KEY_ID = 'one'

export interface Issuer {
  /** Environment of a service that takes its tokens. */
  readonly settings: Record<string, string>
  token(subject: string): Promise<string>
}

export async function startIssuer(t: Test): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM)
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' }
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const issuer = `http://127.0.0.1:${port}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE },
    token: subject =>
      new SignJWT({ email: `${subject}@example.com`, email_verified: true })
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
        .setSubject(subject)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
  }
}

export interface TestUser {
  readonly accountId: string
  readonly authorization: { readonly authorization: string }
  call(path: string, options?: CallOptions): Promise<Answer>
  /** A new key of the account. */
  key(): Promise<{ readonly keyId: string; readonly text: string }>
}

/** A user who has signed up. */
export async function signedUp(service: TestService, issuer: Issuer, subject: string): Promise<TestUser> {
  const authorization = { authorization: `Bearer ${await issuer.token(subject)}` }
  const call: TestUser['call'] = (path, options = {}) =>
    service.call(path, { ...options, headers: { ...options.headers, ...authorization } })
  const { status, json } = await call('/api/v1/auth/signup', {
    body: { display_name: subject, company: 'Example Works' },
    // a crowd signs up from many places
    headers: elsewhere(),
  })
  if (status !== 201 && status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return {
    accountId: json.user_id,
    authorization,
    call,
    async key() {
      const made = await call('/api/v1/auth/keys', { body: { label: 'test' } })
      return { keyId: made.json.key_id, text: made.json.api_key }
    },
  }
}
