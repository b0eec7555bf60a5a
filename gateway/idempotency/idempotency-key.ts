/**
 * The Idempotency-Key of a call with a small body: the name of the call and what it asks for, both hashed. Submissions
 * have theirs read by pipeline/stages/look-up-idempotency-key.ts, since their bodies are fingerprinted by a worker.
 */
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { IDEMPOTENCY_KEY } from '../jobs/refusals.ts'
import type { Call } from '../pipeline/call.ts'
import { pathOf } from '../route/routes.ts'
import type { Idempotency } from '../store/keys.ts'
import { keyFault } from './key-fault.ts'

/** null = the call has no name. */
export function readIdempotency(call: Call): Idempotency | null | Refusal {
  const reason = keyFault(call)
  if (reason !== undefined) return refuse('header_invalid', { name: IDEMPOTENCY_KEY, reason })
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  if (key === undefined) return null
  return {
    keyHash: createHash('sha256').update(key).digest('base64url'),
    // a small body has one media type
    fingerprint: createHash('sha256')
      .update(`${pathOf(call.route)}\n`)
      .update(call.jsonBytes)
      .digest('base64url'),
  }
}
