/**
 * Signatures of a callback. X-Webhook-Signature is the specification's: hex HMAC-SHA256 of the raw body, by the text of the
 * current secret as it was shown. Beside it stand the three headers of Standard Webhooks, whose key is what the secret
 * holds in base64, with one signature per secret that is valid. The body is fed in pieces: it is never held whole.
 */
import { createHmac, type Hmac } from 'node:crypto'
import { secretKeyOf } from '../../shared/callback/secrets.ts'

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
