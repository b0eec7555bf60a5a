/** Identifies callers by a shared secret in a header of its own. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { refuseUnidentified } from '../limits/refuse-unidentified.ts'
import type { Call } from '../pipeline/call.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Takes the same time for every wrong value, whatever its length. */
const isSame = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))

interface Refused {
  readonly refusal: Refusal
}

interface Rule {
  readonly header: string
  /** undefined = not configured. */
  readonly secret: string | undefined
  /** For the sentence of the refusal: what is not configured, and by which setting. */
  readonly what: string
  readonly setting: string
}

/** Why the caller is refused, or undefined. Wrong guesses are counted by address. */
export function tokenRefusal(call: Call, gateway: Gateway, rule: Rule): Promise<Refused> | Refused | undefined {
  const { header, secret, what, setting } = rule
  if (secret === undefined) return { refusal: refuse('billing_unconfigured', { what, setting }) }
  const given = call.exchange.header(header)
  if (given !== undefined && !call.exchange.isRepeated(header) && isSame(given, secret)) return undefined
  return refuseUnidentified(call, gateway, refuse('credentials_invalid'))
}
