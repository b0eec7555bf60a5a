/**
 * Where a callback may go: rules of a URL and of the addresses behind its name. Both sides read a URL with
 * the one function here and with the reader of URLs that dials it, so no second reading of a host is possible. Pure:
 * names are resolved by the caller (shared/process/resolve-host.ts), and the deliverer asks again about the very address it dials.
 */
import { forbiddenAddress } from './forbidden-ranges.ts'

export interface CallbackRules {
  readonly allowHttp: boolean
  /** Hosts that may be private, as the reader of URLs writes them: "name", "name:8080", "10.0.0.7", "[fd00::1]:8080". */
  readonly allowedHosts: ReadonlySet<string>
}

type CallbackReading =
  | {
      readonly state: 'good'
      readonly url: URL
      /** Without brackets: what is resolved or dialled. */
      readonly hostname: string
      /** The operator named the host: its addresses are not looked at. */
      readonly isListed: boolean
    }
  | { readonly state: 'refused'; readonly reason: string }

/** Rules of the settings WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOWED_HOSTS (by commas). Throws on a host that cannot be read. */
export function callbackRules(settings: {
  readonly webhookAllowHttp: string
  readonly webhookAllowedHosts: string | undefined
}): CallbackRules {
  const entries = (settings.webhookAllowedHosts ?? '').split(',').map(entry => entry.trim())
  const hosts = entries.filter(entry => entry !== '').map(hostOfEntry)
  return { allowHttp: settings.webhookAllowHttp === '1', allowedHosts: new Set(hosts) }
}

function hostOfEntry(entry: string): string {
  // a scheme without a port of its own keeps every port that is written
  const url = URL.parse(`http://${entry}`)
  if (url === null || /[/@?#\\]/.test(entry)) throw new Error(`WEBHOOK_ALLOWED_HOSTS: ${entry} is not a host`)
  return entry.endsWith(':80') ? `${url.hostname}:80` : url.host
}

const PORT_OF_SCHEME: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Names that never leave a network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

const refused = (reason: string): CallbackReading => ({ state: 'refused', reason })

export function readCallbackUrl(text: string, rules: CallbackRules): CallbackReading {
  const url = URL.parse(text)
  if (url === null) return refused('is not a URL')
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && rules.allowHttp))
    return refused(`must start with https://${rules.allowHttp ? ' or http://' : ''}`)
  if (url.username !== '' || url.password !== '') return refused('must not carry a user name or password')
  const port = url.port || PORT_OF_SCHEME[protocol]
  const good: CallbackReading = {
    state: 'good',
    url,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    isListed: rules.allowedHosts.has(hostname) || rules.allowedHosts.has(`${hostname}:${port}`),
  }
  if (good.isListed) return good
  if (hostname.endsWith('.')) return refused('must not name a host with a dot at its end')
  if (isAddress(hostname)) {
    const forbidden = forbiddenAddress(good.hostname)
    return forbidden === undefined ? good : refused(notPublic(forbidden))
  }
  if (!hostname.includes('.') || PRIVATE_NAME.test(hostname)) return refused(notPublic('a name of a private network'))
  return good
}

/** A host that is dialled without being resolved; the reader of URLs has made dotted numbers of all forms of IPv4. */
export const isAddress = (hostname: string): boolean => hostname.includes(':') || /^[\d.]+$/.test(hostname)

const notPublic = (what: string): string => `must name a public host; this one is not (${what})`

/** Addresses of a name; rejects with `code` ENOTFOUND when there are none, with another one when nobody knows. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/**
 * The check at submission: what is wrong with a callback URL, undefined when nothing is. A name that nobody can resolve at this
 * moment passes, since the deliverer checks what it dials.
 */
export async function checkCallbackUrl(
  text: string,
  rules: CallbackRules,
  resolve: Resolve,
): Promise<string | undefined> {
  const reading = readCallbackUrl(text, rules)
  if (reading.state === 'refused') return reading.reason
  const { hostname, isListed } = reading
  if (isListed || isAddress(hostname)) return undefined
  let addresses: readonly string[]
  try {
    addresses = await resolve(hostname)
  } catch (error) {
    return (error as { code?: string }).code === 'ENOTFOUND' ? 'must name a host that exists' : undefined
  }
  const forbidden = addresses.map(forbiddenAddress).find(what => what !== undefined)
  return forbidden === undefined ? undefined : notPublic(forbidden)
}

/** For logs and lists: what follows the path can hold secrets. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')
