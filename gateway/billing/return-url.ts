/** The pages to which the hosted checkout and portal return: on an origin that the operator lists, or the configured one. */

import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { originOf, originsOf } from '../../shared/contract/origins.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { Call } from '../pipeline/call.ts'
import { ownAddress } from '../request/own-address.ts'

/** `given`: what the caller sent under this name in its body. */
export function returnUrl(config: Config, call: Call, name: string, given: string | undefined): string | Refusal {
  if (given === undefined)
    return (
      ownPage(config, call) ??
      fault(name, 'is missing, and the call does not contain the address of this service', 'missing')
    )
  const allowed = new Set(originsOf(config.allowedOrigins))
  for (const page of [config.billingReturnUrl, config.publicUrl]) {
    const own = page === undefined ? undefined : originOf(page)
    if (own !== undefined) allowed.add(own)
  }
  const origin = originOf(given)
  return origin !== undefined && allowed.has(origin)
    ? given
    : fault(name, 'is not on an origin that this service allows', 'origin')
}

/** Where a call that names no page is led back to: the page of the operator, else the front page of this service as the caller reaches it. */
function ownPage(config: Config, call: Call): string | undefined {
  if (config.billingReturnUrl !== undefined) return config.billingReturnUrl
  const address = ownAddress(config, call)
  return address === undefined ? undefined : `${address}/`
}

const fault = (name: string, what: string, type: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['body', name], msg: `${name} ${what}.`, type }],
  faultCount: 1,
})

/** Filled in by the hosted page. */
const SESSION_PLACE = '{CHECKOUT_SESSION_ID}'

/** So the page knows which session was paid. */
export function withSession(url: string): string {
  if (url.includes(SESSION_PLACE)) return url
  const [page = '', fragment] = url.split('#')
  const query = `${page.includes('?') ? '&' : '?'}session_id=${SESSION_PLACE}`
  return `${page}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
