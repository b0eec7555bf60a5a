/**
 * The gateway's part in callbacks: checks their address at submission, and creates the secrets that sign them. A secret is sealed before it
 * leaves this process, and shown once. compute/deliverer sends callbacks. An unavailable store is thrown as StoreUnavailable.
 */

import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { type CallbackRules, checkCallbackUrl, type Resolve } from '../../shared/platform/callback/callback-url.ts'
import { mintSecret, SECRET_OVERLAP_MS, type SecretBox } from '../../shared/platform/callback/secrets.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { retryOnce } from '../../shared/platform/redis/retry-once.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { BoundedMap } from '../call/bounded-map.ts'
import { callbackRefused } from '../jobs/refusals.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly callbacks: Callbacks
  }
}

const SECRET = script('webhook-secret-3')
/** Accounts known to have a secret; each costs some 100 bytes. */
const ACCOUNT_COUNT_MAX = 10_000

interface NewSecret {
  readonly secret: string
  readonly createdAtMs: number
  /** Until then the one before signs, too; null = there was none. */
  readonly previousUntilMs: number | null
}

export class Callbacks {
  readonly #client: RedisClient
  readonly #rules: CallbackRules
  readonly #resolve: Resolve
  readonly #box: SecretBox | null
  readonly #haveSecret = new BoundedMap<string, true>(ACCOUNT_COUNT_MAX)

  /** box: null without a SECRETS_KEY; then no callback is accepted. */
  constructor(client: RedisClient, rules: CallbackRules, resolve: Resolve, box: SecretBox | null) {
    this.#client = client
    this.#rules = rules
    this.#resolve = resolve
    this.#box = box
  }

  /** Why a job may not call this address, or undefined; then the account has a secret to sign with. */
  async refusal(accountId: string, url: string): Promise<Refusal | undefined> {
    if (this.#box === null) return refuse('secrets_unavailable')
    const reason = await checkCallbackUrl(url, this.#rules, this.#resolve)
    if (reason !== undefined) return callbackRefused(`callback_url ${reason}.`)
    if (this.#haveSecret.get(accountId) === undefined) {
      const [outcome] = await this.#put(this.#box, accountId, mintSecret(), false, 'first callback')
      if (outcome === 'gone') return refuse('credentials_invalid')
      this.#haveSecret.set(accountId, true)
    }
    return undefined
  }

  /** A new secret in place of the one there is. */
  async changeSecret(accountId: string, actor: string): Promise<NewSecret | Refusal> {
    if (this.#box === null) return refuse('secrets_unavailable')
    const secret = mintSecret()
    const [outcome, createdAtMs, previousUntil] = await this.#put(this.#box, accountId, secret, true, actor)
    if (outcome === 'gone') return refuse('credentials_invalid')
    return { secret, createdAtMs, previousUntilMs: previousUntil === '' ? null : Number(previousUntil) }
  }

  #put(box: SecretBox, accountId: string, secret: string, isChange: boolean, actor: string) {
    const args = [box.seal(secret, accountId), isChange ? 1 : 0, SECRET_OVERLAP_MS, actor]
    const names = [keys.account(accountId), keys.webhookSecrets(accountId), keys.audit(accountId)]
    return retryOnce(() => run(this.#client, SECRET, names, args)) as Promise<
      ['made' | 'kept', number, string] | ['gone', undefined, undefined]
    >
  }
}
