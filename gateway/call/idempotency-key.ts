/** The Idempotency-Key of a call, hashed, and the fingerprint of a small body. A worker computes the fingerprints of submissions. */
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Call } from './call.ts'
import { pathOf } from './routes.ts'

/** Name of a call (Idempotency-Key) and its request, hashed. */
export interface Idempotency {
  readonly keyHash: string
  readonly fingerprint: string
}

// What is wrong with the Idempotency-Key of a call.

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Visible ASCII, as header values of this kind are. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Why the key cannot be used, or undefined. */
export function keyFault(call: Call): string | undefined {
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  if (call.exchange.isRepeated(IDEMPOTENCY_KEY.toLowerCase())) return 'it is repeated'
  return key === undefined || KEY.test(key) ? undefined : 'it must be 1 to 255 visible ASCII characters'
}

/** null: no key was sent, or none that can be used (idempotency-key.ts says why). */
export function readKeyHash(call: Call): string | null {
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  if (key === undefined || keyFault(call) !== undefined) return null
  return createHash('sha256').update(key).digest('base64url')
}

/** The idempotency key of a call with a small body. null: the call has no name. */
export function readIdempotency(call: Call): Idempotency | null | Refusal {
  const reason = keyFault(call)
  if (reason !== undefined) return refuse('header_invalid', { name: IDEMPOTENCY_KEY, reason })
  const keyHash = readKeyHash(call)
  if (keyHash === null) return null
  // a small body has one media type
  const body = createHash('sha256')
    .update(`${pathOf(call.route)}\n`)
    .update(call.jsonBytes)
  return { keyHash, fingerprint: body.digest('base64url') }
}
