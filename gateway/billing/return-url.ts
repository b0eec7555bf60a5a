/** Pages that the hosted checkout and portal lead back to: on an origin that the operator lists, or the one he set. */
import type { Config } from '../../shared/config.ts'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { originOf, originsOf } from '../../shared/origins.ts'

/** `given`: what the caller asks for, under this name in its body. */
export function returnUrl(config: Config, name: string, given: string | undefined): string | Refusal {
  const { billingReturnUrl } = config
  if (given === undefined)
    return billingReturnUrl ?? fault(name, 'is missing; this service has no page of its own', 'missing')
  const allowed = new Set(originsOf(config.allowedOrigins))
  const own = billingReturnUrl === undefined ? undefined : originOf(billingReturnUrl)
  if (own !== undefined) allowed.add(own)
  const origin = originOf(given)
  return origin !== undefined && allowed.has(origin)
    ? given
    : fault(name, 'is not on an origin that this service lists', 'origin')
}

const fault = (name: string, what: string, type: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['body', name], msg: `${name} ${what}.`, type }],
  faultCount: 1,
})

/** Filled in by the hosted page. */
const SESSION_PLACE = '{CHECKOUT_SESSION_ID}'

/** The page is told which session was paid. */
export function withSession(url: string): string {
  if (url.includes(SESSION_PLACE)) return url
  const [page = '', fragment] = url.split('#')
  const query = `${page.includes('?') ? '&' : '?'}session_id=${SESSION_PLACE}`
  return `${page}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
