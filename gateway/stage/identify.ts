/**
 * Credentials -> account and key. Whether they may still call is decided by the admission that follows. A caller without
 * valid credentials is counted by address; past that window it is told so instead (429 before 401).
 */
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import { parseKey } from '../identity/api-key.ts'
import { storeUnavailable, windowRefusal } from '../limits/refusals.ts'

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
  const text = call.exchange.header('x-api-key')
  // the key, when it is sent, decides alone; bearer tokens come with accounts (no issuer is configured: 401)
  if (text === undefined) {
    const isBearer = call.exchange.header('authorization') !== undefined
    return strange(call, gateway, refuse(isBearer ? 'credentials_invalid' : 'credentials_missing'), true)
  }
  const key = parseKey(text)
  if (key === null) return strange(call, gateway, refuse('credentials_invalid'), false)
  const resolved = gateway.keys.resolve(key)
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
