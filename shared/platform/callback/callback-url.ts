/**
 * Where a callback may go, and where a schedule may be fetched from: the rules for the URL and for the addresses of its host. Submission and delivery parse a URL with the same
 * function here, and the HTTP client uses the same URL parser, so a host cannot be read in two ways. Pure: the caller resolves names
 * (shared/platform/process/guarded-connector.ts), and the deliverer checks the address it connects to once more.
 */

/**
 * Address ranges that a callback must never go to: each range with its purpose and source. Pure. An address that cannot be parsed is
 * forbidden. Of IPv6 only global unicast is allowed, so every form with an embedded IPv4 address is refused.
 */
interface ForbiddenRange {
  /** Network and prefix length. */
  readonly cidr: string
  readonly what: string
  readonly source: string
}

/** The IANA registries of special-purpose addresses (RFC 6890), and two addresses that only machines inside a cloud can reach. */
export const FORBIDDEN_RANGES: readonly ForbiddenRange[] = [
  { cidr: '0.0.0.0/8', what: 'this network', source: 'RFC 791' },
  { cidr: '10.0.0.0/8', what: 'private', source: 'RFC 1918' },
  { cidr: '100.64.0.0/10', what: 'shared between carriers and clouds', source: 'RFC 6598; metadata 100.100.100.200' },
  { cidr: '127.0.0.0/8', what: 'loopback', source: 'RFC 1122' },
  { cidr: '168.63.129.16/32', what: 'platform of a cloud', source: 'Azure: IP address 168.63.129.16' },
  { cidr: '169.254.0.0/16', what: 'link-local', source: 'RFC 3927; metadata 169.254.169.254, 169.254.170.2' },
  { cidr: '172.16.0.0/12', what: 'private', source: 'RFC 1918' },
  { cidr: '192.0.0.0/24', what: 'protocol assignments', source: 'RFC 6890; metadata 192.0.0.192' },
  { cidr: '192.0.2.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '192.88.99.0/24', what: '6to4 relay', source: 'RFC 7526' },
  { cidr: '192.168.0.0/16', what: 'private', source: 'RFC 1918' },
  { cidr: '198.18.0.0/15', what: 'benchmarking', source: 'RFC 2544' },
  { cidr: '198.51.100.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '203.0.113.0/24', what: 'documentation', source: 'RFC 5737' },
  { cidr: '224.0.0.0/4', what: 'multicast', source: 'RFC 5771' },
  { cidr: '240.0.0.0/4', what: 'reserved and broadcast', source: 'RFC 1112, RFC 919' },

  { cidr: '::/128', what: 'unspecified', source: 'RFC 4291' },
  { cidr: '::1/128', what: 'loopback', source: 'RFC 4291' },
  { cidr: '::/96', what: 'IPv4 inside IPv6', source: 'RFC 4291, deprecated' },
  { cidr: '::ffff:0:0/96', what: 'IPv4 inside IPv6', source: 'RFC 4291' },
  { cidr: '::ffff:0:0:0/96', what: 'IPv4 inside IPv6', source: 'RFC 2765' },
  { cidr: '64:ff9b::/96', what: 'IPv4 inside IPv6', source: 'RFC 6052' },
  { cidr: '64:ff9b:1::/48', what: 'IPv4 inside IPv6', source: 'RFC 8215' },
  { cidr: '100::/64', what: 'discard', source: 'RFC 6666' },
  { cidr: '2001::/32', what: 'Teredo, IPv4 inside IPv6', source: 'RFC 4380' },
  { cidr: '2001::/23', what: 'protocol assignments', source: 'RFC 2928' },
  { cidr: '2001:db8::/32', what: 'documentation', source: 'RFC 3849' },
  { cidr: '2002::/16', what: '6to4, IPv4 inside IPv6', source: 'RFC 3056' },
  { cidr: '3fff::/20', what: 'documentation', source: 'RFC 9637' },
  { cidr: '5f00::/16', what: 'segment routing', source: 'RFC 9602' },
  { cidr: 'fc00::/7', what: 'unique local', source: 'RFC 4193; metadata fd00:ec2::254' },
  { cidr: 'fe80::/10', what: 'link-local', source: 'RFC 4291' },
  { cidr: 'fec0::/10', what: 'site-local', source: 'RFC 3879' },
  { cidr: 'ff00::/8', what: 'multicast', source: 'RFC 4291' },
]

/** Outside this range no IPv6 address is public (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = '2000::/3'

interface Bits {
  readonly width: 32 | 128
  readonly value: bigint
}

interface Network extends Bits {
  readonly prefix: number
}

const OCTETS = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/

/** null: not an address, or one with a zone, a blank or a bracket. */
function bitsOf(address: string): Bits | null {
  if (OCTETS.test(address)) {
    const octets = address.split('.').map(Number)
    if (octets.some(octet => octet > 255)) return null
    return { width: 32, value: octets.reduce((value, octet) => value * 256n + BigInt(octet), 0n) }
  }
  // the URL parser reads every notation and writes only one
  const host = /^[0-9a-f:.]+$/i.test(address) ? URL.parse(`http://[${address}]/`)?.hostname : undefined
  if (host === undefined) return null
  const [left, right] = host.slice(1, -1).split('::') as [string, string | undefined]
  const groupsOf = (text: string | undefined): string[] => (text ? text.split(':') : [])
  const head = groupsOf(left)
  const tail = groupsOf(right)
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return { width: 128, value: groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n) }
}

function networkOf(cidr: string): Network {
  const [address, prefix] = cidr.split('/')
  return { ...bitsOf(address!)!, prefix: Number(prefix) }
}

const contains = (network: Network, bits: Bits): boolean => {
  const shift = BigInt(network.width - network.prefix)
  return network.width === bits.width && network.value >> shift === bits.value >> shift
}

const RANGES = FORBIDDEN_RANGES.map(range => ({ ...range, network: networkOf(range.cidr) }))
const GLOBAL = networkOf(GLOBAL_UNICAST)

/** Why an address may not be connected to, in a few words; undefined: it is public. */
export function forbiddenAddress(address: string): string | undefined {
  const bits = bitsOf(address)
  if (bits === null) return 'not an address'
  const range = RANGES.find(({ network }) => contains(network, bits))
  if (range !== undefined) return range.what
  return bits.width === 128 && !contains(GLOBAL, bits) ? 'outside global unicast' : undefined
}

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
