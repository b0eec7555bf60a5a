/**
 * From the hash of a credential to account and key. The answer never changes for a key, and for the subject of a token only when its account is
 * deleted, so it is cached without limit. Each admission reads whether the credential is still valid, so a revocation takes effect
 * everywhere at once. An unknown hash is cached for a second: guesses cost one read of Redis, and a new key works a second later.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { BoundedMap } from '../call/bounded-map.ts'
import { BEARER_KEY_ID, type Identity } from '../call/limiter.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly keys: IdentityDirectory
    readonly subjects: IdentityDirectory
  }
}

interface Known {
  readonly state: 'known'
  readonly identity: Identity
}

type Resolution =
  | Known
  | { readonly state: 'unknown' }
  /** Redis is away and this process has not seen the credential yet. */
  | { readonly state: 'unavailable' }

const KNOWN_COUNT_MAX = 100_000
const UNKNOWN_COUNT_MAX = 10_000
const UNKNOWN_MS = 1_000

class IdentityDirectory {
  readonly #client: RedisClient
  readonly #nameOf: (sha256: string) => string
  readonly #identityOf: (text: string) => Identity
  readonly #now: () => number
  readonly #known = new BoundedMap<string, Known>(KNOWN_COUNT_MAX)
  /** Hash -> until when it counts as unknown, ms. */
  readonly #unknown = new BoundedMap<string, number>(UNKNOWN_COUNT_MAX)
  /** Lookups without a reply yet: a burst with one credential causes one lookup. */
  readonly #pending = new Map<string, Promise<Resolution>>()

  /** nameOf: the Redis key of a hash. identityOf: what the text there says. */
  constructor(
    client: RedisClient,
    nameOf: (sha256: string) => string,
    identityOf: (text: string) => Identity,
    now: () => number,
  ) {
    this.#client = client
    this.#nameOf = nameOf
    this.#identityOf = identityOf
    this.#now = now
  }

  /** The identity, where this process has seen the credential before. */
  known(sha256: string): Identity | undefined {
    return this.#known.get(sha256)?.identity
  }

  /** Never rejects. A promise only if Redis must be called, so that a known credential costs no turn of the event loop. */
  resolve(sha256: string): Resolution | Promise<Resolution> {
    const known = this.#known.get(sha256)
    if (known) return known
    if ((this.#unknown.get(sha256) ?? 0) > this.#now()) return { state: 'unknown' }
    let pending = this.#pending.get(sha256)
    if (!pending) {
      pending = this.#resolve(sha256).finally(() => this.#pending.delete(sha256))
      this.#pending.set(sha256, pending)
    }
    return pending
  }

  /** The cached entry of the hash is wrong: the next lookup reads Redis. */
  forget(sha256: string): void {
    this.#known.delete(sha256)
    this.#unknown.delete(sha256)
  }

  async #resolve(sha256: string): Promise<Resolution> {
    let found: string | null
    try {
      found = await this.#client.get(this.#nameOf(sha256))
    } catch {
      return { state: 'unavailable' }
    }
    if (found === null) {
      this.#unknown.set(sha256, this.#now() + UNKNOWN_MS)
      return { state: 'unknown' }
    }
    const resolution: Known = { state: 'known', identity: this.#identityOf(found) }
    this.#known.set(sha256, resolution)
    return resolution
  }
}

/** By the hash of an API key. */
export const keyDirectory = (client: RedisClient, now: () => number = Date.now): IdentityDirectory =>
  new IdentityDirectory(
    client,
    keys.credential,
    text => {
      const [accountId, keyId] = text.split(' ')
      return { accountId: accountId!, keyId: keyId! }
    },
    now,
  )

/** By the hash of issuer and subject of a token. */
export const subjectDirectory = (client: RedisClient, now: () => number = Date.now): IdentityDirectory =>
  new IdentityDirectory(client, keys.subject, accountId => ({ accountId, keyId: BEARER_KEY_ID }), now)
