/**
 * Resolves credentials to an account and a key. Admission, the next stage, decides whether they may call. A caller without valid
 * credentials is counted by address; beyond that window it gets 429 instead of 401.
 */
import { refuse } from '../../../shared/contract/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { keyTextOf } from '../../identity/key-text.ts'
import { storeUnavailable } from '../../limits/refusals.ts'
import { refuseMalformed, refuseUnidentified } from '../../limits/refuse-unidentified.ts'
import { keySha256, parseKey } from '../../store/api-key.ts'
import { type Call, type IdentifiedCall, type Outcome, setIdentity } from '../call.ts'
import { identifyBearer } from './identify-bearer.ts'

export function identify(call: Call, gateway: Gateway): Outcome<IdentifiedCall> | Promise<Outcome<IdentifiedCall>> {
  const { row } = call.route
  const isKeyRead = row.kind !== 'service' || row.identity === 'key'
  const text = isKeyRead ? keyTextOf(call.exchange) : undefined
  // a key takes precedence over a bearer token
  if (text === undefined) return identifyBearer(call, gateway)
  // a key that was resolved before has the right form
  const known = gateway.keys.known(keySha256(text))
  if (known !== undefined) {
    setIdentity(call, known)
    return call
  }
  const key = parseKey(text)
  if (key === null) return refuseMalformed(call, gateway, refuse('credentials_invalid'))
  const resolved = gateway.keys.resolve(key.sha256)
  const settle = (resolution: Awaited<typeof resolved>): Outcome<IdentifiedCall> | Promise<Outcome<IdentifiedCall>> => {
    switch (resolution.state) {
      case 'known':
        setIdentity(call, resolution.identity)
        return call
      case 'unknown':
        return refuseUnidentified(call, gateway, refuse('credentials_invalid'))
      case 'unavailable':
        return { refusal: storeUnavailable() }
    }
  }
  return resolved instanceof Promise ? resolved.then(settle) : settle(resolved)
}
