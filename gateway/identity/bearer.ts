/**
 * Bearer tokens: JWTs of the configured identity providers, checked by jose against their public keys. Issuer, audience and algorithm are
 * allow-lists. The answer to an invalid token gives no reason, except that it has expired. identity-directory.ts finds the account of a
 * subject.
 */
import { createHash } from 'node:crypto'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { algorithmsOf, issuersOf, listOf } from '../../shared/contract/identity-rules.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import type { Claims } from '../call/call.ts'
import type { Exchange } from '../call/exchange.ts'
import { KEY_START } from '../store/api-key.ts'
import { Provider, ProviderUnavailable } from './provider.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** null without OIDC_ISSUER. */
    readonly bearers: Bearers | null
  }
}

type Verification =
  | { readonly state: 'valid'; readonly claims: Claims }
  /** isExpired: it was valid once, which its signature proves. */
  | { readonly state: 'invalid'; readonly isExpired?: true }
  | { readonly state: 'unavailable'; readonly retryAfterSeconds: number }

const SKEW_SECONDS = 30
const SUBJECT_LENGTH_MAX = 255
/** RFC 5321: the longest address that can be written to. */
const EMAIL_LENGTH_MAX = 254
const EMAIL = /^[^\s@]+@[^\s@]+$/

export class Bearers {
  /** The one that people are sent to. */
  readonly provider: Provider
  readonly #providers: ReadonlyMap<string, Provider>
  readonly #audiences: string[]
  readonly #algorithms: string[]
  readonly #now: () => number

  constructor(issuers: readonly string[], config: Config, log: Log, now: () => number, answerMsMax?: number) {
    const providers = issuers.map(issuer => new Provider(issuer, log, now, answerMsMax))
    this.provider = providers[0]!
    this.#providers = new Map(providers.map(provider => [provider.issuer, provider]))
    this.#audiences = [...listOf(config.oidcAudience)]
    this.#algorithms = [...algorithmsOf(config.oidcAlgorithms)]
    this.#now = now
  }

  /** Never rejects because of a token. */
  async verify(token: string): Promise<Verification> {
    let provider: Provider | undefined
    try {
      // unproven, and used only to choose among the issuers of the list
      provider = this.#providers.get(decodeJwt(token).iss ?? '')
    } catch {
      return { state: 'invalid' }
    }
    if (provider === undefined) return { state: 'invalid' }
    const { issuer } = provider
    try {
      const { payload } = await jwtVerify(token, header => provider.key(header), {
        issuer,
        audience: this.#audiences,
        algorithms: this.#algorithms,
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(this.#now()),
        requiredClaims: ['sub', 'exp'],
      })
      const { sub } = payload
      // jose checks that it is there, and not what it is
      if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_LENGTH_MAX) return { state: 'invalid' }
      return { state: 'valid', claims: { subject: subjectOf(issuer, sub), verifiedEmail: verifiedEmail(payload) } }
    } catch (error) {
      if (error instanceof ProviderUnavailable)
        return { state: 'unavailable', retryAfterSeconds: error.retryAfterSeconds }
      if (error instanceof errors.JWTExpired) return { state: 'invalid', isExpired: true }
      return { state: 'invalid' }
    }
  }
}

/** null without OIDC_ISSUER: bearer tokens are not accepted then. */
export const openBearers = (config: Config, log: Log, now: () => number): Bearers | null =>
  config.oidcIssuer === undefined ? null : new Bearers(issuersOf(config.oidcIssuer), config, log, now)

const subjectOf = (issuer: string, sub: string): string =>
  createHash('sha256').update(`${issuer}\n${sub}`).digest('hex')

function verifiedEmail({ email, email_verified: isVerified }: JWTPayload): string | null {
  // some providers write booleans as texts
  if (isVerified !== true && isVerified !== 'true') return null
  return typeof email === 'string' && email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : null
}

/** The token of an Authorization header, or undefined when it is of another scheme. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization)?.[1]

/** Where a caller writes its key: in a header of its own, or, as many clients know no other way, in place of a bearer token. */
export function keyTextOf(exchange: Exchange): string | undefined {
  const text = exchange.header('x-api-key')
  if (text !== undefined) return text
  const token = bearerToken(exchange.header('authorization') ?? '')
  return token?.startsWith(KEY_START) ? token : undefined
}
