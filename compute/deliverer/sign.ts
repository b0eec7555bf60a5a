/**
 * Signatures of a callback. X-Webhook-Signature is the hex HMAC-SHA256 of the raw body, keyed by the text of the current secret as it was
 * shown. The three headers of Standard Webhooks come in addition; their key is the base64 content of the secret, and each valid secret has a
 * signature. The body is hashed in pieces, so it is never in memory as a whole.
 */
import { createHmac, type Hmac } from 'node:crypto'
import {
  type AccountSecrets,
  type SecretBox,
  secretKeyOf,
  signingSecrets,
} from '../../shared/platform/callback/secrets.ts'
import { isLasting, StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { keys } from '../../shared/platform/redis/keys.ts'

const ALGORITHM = 'sha256'

export class CallbackSigner {
  readonly #webhookId: string
  readonly #timestamp: string
  readonly #ofBody: Hmac
  readonly #standard: readonly Hmac[]

  /** secrets: at least one, the current one first. */
  constructor(secrets: readonly string[], webhookId: string, atMs: number) {
    this.#webhookId = webhookId
    this.#timestamp = String(Math.floor(atMs / 1000))
    this.#ofBody = createHmac(ALGORITHM, secrets[0]!)
    this.#standard = secrets.map(secret =>
      createHmac(ALGORITHM, secretKeyOf(secret)).update(`${webhookId}.${this.#timestamp}.`),
    )
  }

  update(bytes: Uint8Array): void {
    this.#ofBody.update(bytes)
    for (const hmac of this.#standard) hmac.update(bytes)
  }

  /** Once, after the last byte of the body. */
  headers(): Record<string, string> {
    return {
      'x-webhook-signature': this.#ofBody.digest('hex'),
      'webhook-id': this.#webhookId,
      'webhook-timestamp': this.#timestamp,
      'webhook-signature': this.#standard.map(hmac => `v1,${hmac.digest('base64')}`).join(' '),
    }
  }
}

/** Signing secrets of accounts as the gateway stores them, opened. Read at every attempt: a change counts at once. */
interface HashReader {
  hgetall(key: string): Promise<Record<string, string>>
}

/** Rejects with StoreUnavailable while Redis is away, and with an error of SecretBox when SECRETS_KEY is not the right one. */
export function accountSecrets(client: HashReader, box: SecretBox): AccountSecrets {
  return async (accountId, nowMs) => {
    const fields = await client.hgetall(keys.webhookSecrets(accountId)).catch(error => {
      throw isLasting(error) ? error : new StoreUnavailable((error as Error).message, { cause: error })
    })
    return signingSecrets(box, accountId, fields, nowMs)
  }
}
