/**
 * Sign-in by a browser: authorization code with PKCE. The data for the last step is in Redis for ten minutes under the hash of the state, is
 * read once, and is bound to the browser by a cookie, so that nobody can be led into the sign-in of someone else. bearer.ts checks the token.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../shared/platform/config/config.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { fetchJson, type Provider, ProviderUnavailable, StatusError } from './provider.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** null without OIDC_CLIENT_ID. */
    readonly login: Login | null
  }
}

const LIFE_SECONDS = 600
/** After which a sign-in may be tried again when the provider is away. */
const RETRY_SECONDS = 5
const RANDOM_BYTES = 32
const COOKIE = 'sis_login'
/**
 * Browsers take a cookie of such a name only from this very host over https and for all of its paths (RFC 6265bis, 4.1.3.2): a neighbour
 * under the same domain cannot put one in its place. On a machine of one's own, over http, they refuse it.
 */
const HOST_PREFIX = '__Host-'
const COOKIE_VALUE = /^[A-Za-z0-9_-]{43}$/

/** What the end of a sign-in needs of its start. */
interface LoginState {
  readonly verifier: string
  /** Hash of the cookie. */
  readonly browser: string
}

interface LoginStart {
  /** Where the browser goes. */
  readonly location: string
  /** Set-Cookie. */
  readonly cookie: string
}

type LoginEnd =
  | { readonly state: 'token'; readonly accessToken: string; readonly expiresInSeconds: number | null }
  | { readonly state: 'unknown_state' }
  | { readonly state: 'refused'; readonly reason: string }

export class Login {
  readonly #client: RedisClient
  readonly #provider: Provider
  readonly #clientId: string
  readonly #clientSecret: string | undefined
  readonly #redirectUri: string
  readonly #scopes: string
  readonly #cookieName: string
  readonly #cookieAttributes: string

  constructor(client: RedisClient, provider: Provider, config: Config) {
    this.#client = client
    this.#provider = provider
    this.#clientId = config.oidcClientId!
    this.#clientSecret = config.oidcClientSecret
    this.#redirectUri = config.oidcRedirectUri!
    this.#scopes = config.oidcScopes
    const { pathname, protocol } = new URL(this.#redirectUri)
    const isSecure = protocol === 'https:'
    this.#cookieName = isSecure ? HOST_PREFIX + COOKIE : COOKIE
    const path = isSecure ? '/' : pathname.replace(/\/[^/]*$/, '') || '/'
    this.#cookieAttributes = `Path=${path}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** cookies: the Cookie header. Throws ProviderUnavailable, and errors of Redis. */
  async start(cookies: string | undefined): Promise<LoginStart> {
    const { authorization } = await this.#provider.endpoints()
    if (authorization === undefined) throw new ProviderUnavailable(RETRY_SECONDS)
    const [state, verifier] = [random(), random()]
    // a second sign-in in the same browser must not end the first
    const browser = this.#browserOf(cookies) ?? random()
    const kept: LoginState = { verifier, browser: sha256(browser, 'hex') }
    await this.#client.set(keys.login(sha256(state, 'hex')), JSON.stringify(kept), 'EX', LIFE_SECONDS)
    const url = new URL(authorization)
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: this.#clientId,
      redirect_uri: this.#redirectUri,
      scope: this.#scopes,
      state,
      code_challenge: sha256(verifier, 'base64url'),
      code_challenge_method: 'S256',
    })) {
      url.searchParams.set(name, value)
    }
    return { location: url.href, cookie: `${this.#cookieName}=${browser}; ${this.#cookieAttributes}` }
  }

  /** The value of the cookie. */
  #browserOf(cookies = ''): string | undefined {
    const start = `${this.#cookieName}=`
    const pair = cookies
      .split(';')
      .map(part => part.trim())
      .find(part => part.startsWith(start))
    const value = pair?.slice(start.length)
    return value !== undefined && COOKIE_VALUE.test(value) ? value : undefined
  }

  /** Whether the state is one that this browser started; it is used up then. Throws errors of Redis. */
  async #take(state: string, cookies: string | undefined): Promise<LoginState | undefined> {
    const browser = this.#browserOf(cookies)
    if (browser === undefined) return undefined
    const text = await this.#client.getdel(keys.login(sha256(state, 'hex')))
    if (text === null) return undefined
    const kept = JSON.parse(text) as LoginState
    return kept.browser === sha256(browser, 'hex') ? kept : undefined
  }

  /** Exchanges the code for a token. Throws ProviderUnavailable, and errors of Redis. */
  async end(state: string, code: string, cookies: string | undefined): Promise<LoginEnd> {
    const kept = await this.#take(state, cookies)
    return kept === undefined ? { state: 'unknown_state' } : this.#exchange(code, kept.verifier)
  }

  async #exchange(code: string, verifier: string): Promise<LoginEnd> {
    const { token } = await this.#provider.endpoints()
    if (token === undefined) throw new ProviderUnavailable(RETRY_SECONDS)
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.#redirectUri,
      code_verifier: verifier,
      // a client without a secret names itself in the form
      ...(this.#clientSecret === undefined ? { client_id: this.#clientId } : {}),
    })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(this.#clientSecret === undefined ? {} : { authorization: basic(this.#clientId, this.#clientSecret) }),
    }
    let answer: Record<string, unknown>
    try {
      answer = await fetchJson(token, { headers, body: form.toString() })
    } catch (error) {
      if (!(error instanceof StatusError) || error.status >= 500)
        throw new ProviderUnavailable(RETRY_SECONDS, { cause: error })
      return { state: 'refused', reason: 'the identity provider refused the code' }
    }
    const { access_token: accessToken, expires_in: expiresIn } = answer
    if (typeof accessToken !== 'string') return { state: 'refused', reason: 'the identity provider gave no token' }
    return { state: 'token', accessToken, expiresInSeconds: typeof expiresIn === 'number' ? expiresIn : null }
  }
}

const random = (): string => randomBytes(RANDOM_BYTES).toString('base64url')
const sha256 = (text: string, form: 'hex' | 'base64url'): string => createHash('sha256').update(text).digest(form)

/** RFC 6749, 2.3.1: both are form-encoded first. */
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
