/** The Idempotency-Key of a call, hashed, and the fingerprint of a small body. A worker computes the fingerprints of submissions. */
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { IDEMPOTENCY_KEY } from '../jobs/refusals.ts'
import type { Call } from '../pipeline/call.ts'
import { pathOf } from '../route/routes.ts'
import type { Idempotency } from '../store/named-calls.ts'
import { keyFault } from './key-fault.ts'

/** null: no key was sent, or none that can be used (key-fault.ts says why). */
export function readKeyHash(call: Call): string | null {
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  if (key === undefined || keyFault(call) !== undefined) return null
  return createHash('sha256').update(key).digest('base64url')
}

/** Of a call with a small body. null: the call has no name. */
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
