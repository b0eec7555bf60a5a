/**
 * Credentials -> account and key. Whether they may still call is decided by the admission that follows. A caller without
 * valid credentials is counted by address; past that window it is told so instead (429 before 401).
 */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { keyTextOf } from '../../identity/key-text.ts'
import { storeUnavailable, windowRefusal } from '../../limits/refusals.ts'
import { parseKey } from '../../store/api-key.ts'
import type { Call, StageOutcome } from '../call.ts'
import { identifyBearer } from './identify-bearer.ts'

/** Refuses a caller whose credentials are not valid, counting its address. */
export async function strange(
  call: Call,
  gateway: Gateway,
  refusal: Refusal,
  touchRedis: boolean,
): Promise<StageOutcome> {
  const window = await gateway.limiter.address(call.address, touchRedis)
  call.window = window
  return { refusal: window.exceeded ? windowRefusal(window.limit, window.retryAfterSeconds) : refusal }
}

export function identify(call: Call, gateway: Gateway): StageOutcome | Promise<StageOutcome> {
  const { row } = call.route
  const isKeyRead = row.kind !== 'service' || row.identity === 'key'
  const text = isKeyRead ? keyTextOf(call.exchange) : undefined
  // the key, when it is sent, decides alone
  if (text === undefined) return identifyBearer(call, gateway)
  const key = parseKey(text)
  if (key === null) return strange(call, gateway, refuse('credentials_invalid'), false)
  const resolved = gateway.keys.resolve(key.sha256)
  const settle = (resolution: Awaited<typeof resolved>): StageOutcome | Promise<StageOutcome> => {
    switch (resolution.state) {
      case 'known':
        call.identity = resolution.identity
        return undefined
      case 'unknown':
        return strange(call, gateway, refuse('credentials_invalid'), true)
      case 'unavailable':
        return { refusal: storeUnavailable() }
    }
  }
  return resolved instanceof Promise ? resolved.then(settle) : settle(resolved)
}
