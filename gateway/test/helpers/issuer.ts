/** The real OpenID provider beside a service, tokens of it for whoever is named, and users who have signed up with one. */
import type { Test } from 'tap'
import { type LocalProvider, type LocalUser, startLocalProvider } from '../../../deploy/identity/local-provider.ts'
import { elsewhere } from './elsewhere.ts'
import type { Answer, CallOptions, TestService } from './service.ts'

export const AUDIENCE = 'https://schedules.test'
const HOUR_SECONDS = 3_600

type Claims = Readonly<Record<string, unknown>>

export interface Issuer {
  readonly provider: LocalProvider
  /** Environment of a service that takes its tokens. */
  readonly settings: Record<string, string>
  /** A token of the provider's kind, for a user or with other claims; as its sign-in would give it. */
  token(subject: string, claims?: Claims, header?: Claims): Promise<string>
}

interface IssuerOptions {
  /** Where browsers are sent back to; absent: no browser signs in. */
  readonly redirectUri?: string
  /** By subject; everybody else has a verified address. */
  readonly users?: Readonly<Record<string, LocalUser>>
  /** What clients say of themselves at the https addresses that are their ids. */
  readonly clientDocuments?: Readonly<Record<string, object>>
}

export async function startIssuer(
  t: Test,
  { redirectUri = 'http://127.0.0.1/', users = {}, clientDocuments = {} }: IssuerOptions = {},
): Promise<Issuer> {
  const provider = await startLocalProvider({
    audience: AUDIENCE,
    redirectUri,
    users,
    fetch: async url => Response.json(clientDocuments[String(url)] ?? {}),
  })
  t.teardown(() => provider.close())
  return {
    provider,
    settings: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE },
    token(subject, claims = {}, header = {}) {
      const nowSeconds = Math.floor(Date.now() / 1000)
      const ofSubject = {
        iss: provider.issuer,
        aud: AUDIENCE,
        sub: subject,
        iat: nowSeconds,
        exp: nowSeconds + HOUR_SECONDS,
        ...(users[subject] ?? { email: `${subject}@example.com`, email_verified: true }),
      }
      return provider.sign({ ...ofSubject, ...claims }, header)
    },
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
export async function signedUp(
  service: TestService,
  issuer: Pick<Issuer, 'token'>,
  subject: string,
  claims: Claims = {},
): Promise<TestUser> {
  const authorization = { authorization: `Bearer ${await issuer.token(subject, claims)}` }
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
