/**
 * Where a callback may go, and where a schedule may be fetched from: the rules for the URL and for the addresses of its host. Submission and delivery parse a URL with the same
 * function here, and the HTTP client uses the same URL parser, so a host cannot be read in two ways. Pure: the caller resolves names
 * (shared/platform/process/resolve-host.ts), and the deliverer checks the address it connects to once more.
 */
import { forbiddenAddress } from './forbidden-ranges.ts'

export interface CallbackRules {
  readonly allowHttp: boolean
  /** Hosts that may be private, in the form of the URL parser: "name", "name:8080", "10.0.0.7", "[fd00::1]:8080". */
  readonly allowedHosts: ReadonlySet<string>
}

type CallbackReading =
  | {
      readonly state: 'good'
      readonly url: URL
      /** Without brackets: the name to resolve or the address to connect to. */
      readonly hostname: string
      /** The operator listed the host: its addresses are not checked. */
      readonly isListed: boolean
    }
  | { readonly state: 'refused'; readonly reason: string }

/** Rules from the settings WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOWED_HOSTS (comma-separated). Throws on an invalid host. */
export function callbackRules(settings: {
  readonly webhookAllowHttp: string
  readonly webhookAllowedHosts: string | undefined
}): CallbackRules {
  return {
    allowHttp: settings.webhookAllowHttp === '1',
    allowedHosts: hostsOf('WEBHOOK_ALLOWED_HOSTS', settings.webhookAllowedHosts),
  }
}

/** Rules for the addresses that schedules are fetched from. Throws on an invalid host. */
export const sourceRules = (settings: { readonly sourceUrlAllowedHosts: string | undefined }): CallbackRules => ({
  allowHttp: false,
  allowedHosts: hostsOf('SOURCE_URL_ALLOWED_HOSTS', settings.sourceUrlAllowedHosts),
})

function hostsOf(setting: string, text = ''): ReadonlySet<string> {
  const entries = text.split(',').map(entry => entry.trim())
  return new Set(entries.filter(entry => entry !== '').map(entry => hostOfEntry(setting, entry)))
}

function hostOfEntry(setting: string, entry: string): string {
  // parsed with a scheme that has no default port, so that every written port is kept
  const url = URL.parse(`http://${entry}`)
  if (url === null || /[/@?#\\]/.test(entry)) throw new Error(`${setting}: ${entry} is not a valid host`)
  return entry.endsWith(':80') ? `${url.hostname}:80` : url.host
}

const PORT_OF_SCHEME: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Names that are never public (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

const refused = (reason: string): CallbackReading => ({ state: 'refused', reason })

export function readCallbackUrl(text: string, rules: CallbackRules): CallbackReading {
  const url = URL.parse(text)
  if (url === null) return refused('is not a URL')
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && rules.allowHttp))
    return refused(`must start with https://${rules.allowHttp ? ' or http://' : ''}`)
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password')
  const port = url.port || PORT_OF_SCHEME[protocol]
  const good: CallbackReading = {
    state: 'good',
    url,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    isListed: rules.allowedHosts.has(hostname) || rules.allowedHosts.has(`${hostname}:${port}`),
  }
  if (good.isListed) return good
  if (hostname.endsWith('.')) return refused('must not name a host that ends with a dot')
  if (isAddress(hostname)) {
    const forbidden = forbiddenAddress(good.hostname)
    return forbidden === undefined ? good : refused(notPublic(forbidden))
  }
  if (!hostname.includes('.') || PRIVATE_NAME.test(hostname)) return refused(notPublic('a name of a private network'))
  return good
}

/** A host that needs no resolution. The URL parser has already normalised all forms of IPv4 addresses. */
export const isAddress = (hostname: string): boolean => hostname.includes(':') || /^[\d.]+$/.test(hostname)

const notPublic = (what: string): string => `must name a public host; this one is not (${what})`

/** Addresses of a name. Rejects with `code` ENOTFOUND when the name has none, with another code when resolution failed. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/**
 * The check at submission: what is wrong with a callback URL; undefined: nothing. A name that cannot be resolved at the moment passes,
 * because the deliverer checks the address it connects to.
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
    return (error as { code?: string }).code === 'ENOTFOUND' ? 'must name an existing host' : undefined
  }
  const forbidden = addresses.map(forbiddenAddress).find(what => what !== undefined)
  return forbidden === undefined ? undefined : notPublic(forbidden)
}

/** For logs and lists: query and fragment may contain secrets. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')
