/**
 * An identity provider: its endpoints (OpenID Connect Discovery) and its public keys. Keys are fetched when a token needs an unknown one, and
 * every REFRESH_MS, but never more often than the cooldown, however many tokens name unknown keys. While the provider is away the known keys
 * stay valid. Nothing in a token decides what is fetched: the address of the keys comes from the configured issuer.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters, type LocalJWKSet } from 'jose'
import { checkSafeUrl } from '../../shared/contract/identity-rules.ts'
import type { Log } from '../../shared/platform/process/log.ts'

/** So long is waited for an answer, unless the caller says otherwise. */
const ANSWER_MS_MAX = 5_000
const BYTES_MAX = 256 * 1024

/** An answer of another status than 200. */
export class StatusError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answered ${status}`)
    this.status = status
  }
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A small JSON object that the identity provider answers: one deadline for the whole, redirects not followed, a bounded body. Throws when there is no such answer.
 * post: what is sent; absent: GET.
 */
export async function fetchJson(url: string, post?: Post, msMax = ANSWER_MS_MAX): Promise<Record<string, unknown>> {
  // its HTTP client takes 20 MB: it is loaded when it is needed
  const { request } = await import('undici')
  const answer = await request(url, {
    method: post === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...post?.headers },
    ...(post === undefined ? {} : { body: post.body }),
    // minutes lie between two of them: a connection that was kept may be the one that its server closes at this moment
    reset: true,
    signal: AbortSignal.timeout(msMax),
  })
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    byteCount += chunk.length
    // leaving the loop ends the answer
    if (byteCount > BYTES_MAX) throw new Error('its answer is too large')
    chunks.push(chunk)
  }
  if (answer.statusCode !== 200) throw new StatusError(answer.statusCode)
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('its answer is no JSON object')
  return value as Record<string, unknown>
}

const REFRESH_MS = 600_000
const DISCOVERY_MS = 86_400_000
const COOLDOWN_MS = 30_000
/** The pause while there are no keys at all: nobody can sign in until there are. */
const COOLDOWN_WITHOUT_KEYS_MS = 5_000

/** The provider does not answer, and what is known of it does not suffice. */
export class ProviderUnavailable extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, options?: ErrorOptions) {
    super('the identity provider cannot be reached', options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Endpoints {
  readonly jwks: string
  readonly authorization: string | undefined
  readonly token: string | undefined
}

type PublicKey = Awaited<ReturnType<LocalJWKSet>>

export class Provider {
  readonly issuer: string
  readonly #log: Log
  readonly #now: () => number
  readonly #answerMsMax: number
  #endpoints: Endpoints | undefined
  #endpointsAtMs = 0
  /** The discovery in progress, and the end of the last one that failed: a crowd that signs in causes one fetch. */
  #discovery: Promise<void> | undefined
  #discoveryFailedAtMs = Number.NEGATIVE_INFINITY
  #discoveryError: unknown
  #keys: LocalJWKSet | undefined
  #keysAtMs = 0
  /** Start of the last attempt to fetch keys. */
  #attemptAtMs = Number.NEGATIVE_INFINITY
  #hasFailed = false
  /** The fetch in progress: a burst of tokens causes one fetch. */
  #attempt: Promise<void> | undefined

  /** answerMsMax: so long is waited for each of its answers. */
  constructor(issuer: string, log: Log, now: () => number, answerMsMax: number = ANSWER_MS_MAX) {
    this.issuer = issuer
    this.#log = log
    this.#now = now
    this.#answerMsMax = answerMsMax
  }

  /** The key that a token names; throws ProviderUnavailable, or an error of jose when there is no such key. */
  async key(header: JWSHeaderParameters | undefined): Promise<PublicKey> {
    const known = await this.#find(header)
    if (known !== undefined) {
      if (this.#now() - this.#keysAtMs >= REFRESH_MS && this.#mayFetch()) void this.#fetch()
      return known
    }
    if (this.#attempt !== undefined || this.#mayFetch()) await this.#fetch()
    const found = await this.#find(header)
    if (found !== undefined) return found
    if (this.#hasFailed) throw new ProviderUnavailable(this.#cooldownLeftSeconds())
    throw new errors.JWKSNoMatchingKey()
  }

  /** Throws ProviderUnavailable. */
  async endpoints(): Promise<Endpoints> {
    const isFresh = this.#endpoints !== undefined && this.#now() - this.#endpointsAtMs < DISCOVERY_MS
    if (!isFresh && this.#now() - this.#discoveryFailedAtMs >= COOLDOWN_WITHOUT_KEYS_MS) {
      this.#discovery ??= this.#discover().finally(() => {
        this.#discovery = undefined
      })
      await this.#discovery
    }
    if (this.#endpoints === undefined)
      throw new ProviderUnavailable(COOLDOWN_WITHOUT_KEYS_MS / 1000, { cause: this.#discoveryError })
    return this.#endpoints
  }

  /** Never rejects. */
  async #discover(): Promise<void> {
    try {
      this.#endpoints = await discover(this.issuer, this.#answerMsMax)
      this.#endpointsAtMs = this.#now()
    } catch (error) {
      this.#discoveryFailedAtMs = this.#now()
      this.#discoveryError = error
      this.#warn(error)
    }
  }

  async #find(header: JWSHeaderParameters | undefined): Promise<PublicKey | undefined> {
    try {
      return await this.#keys?.(header)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined
      throw error
    }
  }

  #cooldownMs(): number {
    return this.#keys === undefined ? COOLDOWN_WITHOUT_KEYS_MS : COOLDOWN_MS
  }

  #mayFetch(): boolean {
    return this.#attempt === undefined && this.#now() - this.#attemptAtMs >= this.#cooldownMs()
  }

  #cooldownLeftSeconds(): number {
    return Math.max(1, Math.ceil((this.#attemptAtMs + this.#cooldownMs() - this.#now()) / 1000))
  }

  /** Joins the fetch in progress, or starts one. Never rejects. */
  #fetch(): Promise<void> {
    this.#attempt ??= this.#fetchKeys().finally(() => {
      this.#attempt = undefined
    })
    return this.#attempt
  }

  async #fetchKeys(): Promise<void> {
    this.#attemptAtMs = this.#now()
    try {
      const { jwks } = await this.endpoints()
      this.#keys = createLocalJWKSet((await fetchJson(jwks, undefined, this.#answerMsMax)) as unknown as JSONWebKeySet)
      this.#keysAtMs = this.#now()
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      this.#warn(error)
    }
  }

  #warn(error: unknown): void {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    this.#log.warn({ issuer: this.issuer, reason }, 'the identity provider gave no usable answer')
  }
}

async function discover(issuer: string, msMax: number): Promise<Endpoints> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await fetchJson(address, undefined, msMax)
  if (document.issuer !== issuer) throw new Error('its discovery document names another issuer')
  const endpoint = (name: string): string | undefined => {
    const text = document[name]
    return typeof text === 'string' ? checkSafeUrl(text).href : undefined
  }
  const jwks = endpoint('jwks_uri')
  if (jwks === undefined) throw new Error('its discovery document names no jwks_uri')
  return { jwks, authorization: endpoint('authorization_endpoint'), token: endpoint('token_endpoint') }
}
