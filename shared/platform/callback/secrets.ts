/**
 * Signing secrets of callbacks: their format, their encryption at rest, and which of them sign at a given time. The gateway creates and
 * stores them; the deliverer reads them. Pure.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** For this time a replaced secret signs in addition to the new one. */
export const SECRET_OVERLAP_MS = 86_400_000

/** Format of Standard Webhooks: this prefix, then the base64 of the key. */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const mintSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The key of the Standard Webhooks signatures. The key of X-Webhook-Signature is the text of the secret itself. */
export const secretKeyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')

/** Fields of the hash keys.webhookSecrets(accountId). The secrets are encrypted. */
export interface SecretFields {
  readonly current?: string
  readonly createdAtMs?: string
  readonly previous?: string
  /** The previous secret also signs until this time. */
  readonly previousUntilMs?: string
}

/** Secrets that sign at nowMs, the current one first; empty when the account has none. Throws when one cannot be decrypted. */
export function signingSecrets(box: SecretBox, accountId: string, fields: SecretFields, nowMs: number): string[] {
  const { current, previous, previousUntilMs } = fields
  const isOverlap = previous !== undefined && nowMs < Number(previousUntilMs)
  return [current, isOverlap ? previous : undefined]
    .filter(sealed => sealed !== undefined)
    .map(sealed => box.open(sealed, accountId))
}

/** Returns the secrets of an account that sign at nowMs, the current one first. */
export type AccountSecrets = (accountId: string, nowMs: number) => Promise<readonly string[]>

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First characters of every encrypted text; they identify the encryption method. */
const VERSION = 'v1.'

/** Encrypts texts for one account each: a text that is changed or moved to another account cannot be decrypted. */
export class SecretBox {
  readonly #keys: readonly Buffer[]

  /** settings: SECRETS_KEY, one key or two separated by a comma; the first one encrypts. Throws unless each has 32 bytes. */
  constructor(settings: string) {
    this.#keys = settings.split(',').map(readKey)
  }

  seal(text: string, accountId: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#keys[0]!, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(accountId))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return VERSION + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
  }

  /** Throws when no key decrypts it. */
  open(sealed: string, accountId: string): string {
    const bytes = sealed.startsWith(VERSION) ? Buffer.from(sealed.slice(VERSION.length), 'base64url') : Buffer.alloc(0)
    for (const key of this.#keys) {
      const text = openWith(key, bytes, accountId)
      if (text !== null) return text
    }
    throw new Error(`no key in SECRETS_KEY decrypts the secret of account ${accountId}`)
  }
}

function openWith(key: Buffer, bytes: Buffer, accountId: string): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(accountId))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

function readKey(text: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`SECRETS_KEY: a key must have ${KEY_BYTES} bytes, as base64 or hex`)
  return key
}
