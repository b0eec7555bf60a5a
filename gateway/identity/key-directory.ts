/**
 * From the hash of a key to its account and id. The answer never changes, so it is remembered for good; whether the key is
 * still valid is read at every admission, which is why a revocation works everywhere at once (DECISIONS 23). An unknown hash is
 * remembered for a second: a guesser asks Redis once, and a key made just now works a moment later.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { BoundedMap } from '../limits/bounded-map.ts'
import type { Identity } from '../limits/limiter.ts'
import type { ApiKey } from './api-key.ts'

export type Resolution =
  | { readonly state: 'known'; readonly identity: Identity }
  | { readonly state: 'unknown' }
  /** Redis is away and this process has not seen the key yet. */
  | { readonly state: 'unavailable' }

const KNOWN_COUNT_MAX = 100_000
const UNKNOWN_COUNT_MAX = 10_000
const UNKNOWN_MS = 1_000

export class KeyDirectory {
  readonly #client: RedisClient
  readonly #now: () => number
  readonly #known = new BoundedMap<string, Resolution>(KNOWN_COUNT_MAX)
  /** Hash -> until when it is taken for unknown, ms. */
  readonly #unknown = new BoundedMap<string, number>(UNKNOWN_COUNT_MAX)
  /** Questions on their way: a burst with one key asks once. */
  readonly #asked = new Map<string, Promise<Resolution>>()

  constructor(client: RedisClient, now: () => number = Date.now) {
    this.#client = client
    this.#now = now
  }

  /** Never rejects. A promise only when Redis must be asked, so that a known key costs no turn of the event loop. */
  resolve({ sha256 }: ApiKey): Resolution | Promise<Resolution> {
    const known = this.#known.get(sha256)
    if (known) return known
    if ((this.#unknown.get(sha256) ?? 0) > this.#now()) return { state: 'unknown' }
    let asked = this.#asked.get(sha256)
    if (!asked) {
      asked = this.#ask(sha256).finally(() => this.#asked.delete(sha256))
      this.#asked.set(sha256, asked)
    }
    return asked
  }

  async #ask(sha256: string): Promise<Resolution> {
    let found: string | null
    try {
      found = await this.#client.get(keys.credential(sha256))
    } catch {
      return { state: 'unavailable' }
    }
    if (found === null) {
      this.#unknown.set(sha256, this.#now() + UNKNOWN_MS)
      return { state: 'unknown' }
    }
    const [accountId, keyId] = found.split(' ')
    const resolution: Resolution = { state: 'known', identity: { accountId: accountId!, keyId: keyId! } }
    this.#known.set(sha256, resolution)
    return resolution
  }
}
