/** What is wrong with the Idempotency-Key of a call. */
import { IDEMPOTENCY_KEY } from '../jobs/refusals.ts'
import type { Call } from '../pipeline/call.ts'

/** Visible ASCII, as header values of this kind are. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Why the key cannot be used, or undefined. */
export function keyFault(call: Call): string | undefined {
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  if (call.exchange.isRepeated(IDEMPOTENCY_KEY.toLowerCase())) return 'it is repeated'
  return key === undefined || KEY.test(key) ? undefined : 'it must be 1 to 255 visible ASCII characters'
}
