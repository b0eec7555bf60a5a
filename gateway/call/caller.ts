/** Who is at the other end: the address of the caller, the name it is counted under, and the address under which the caller knows this service. */
import { isIPv4, isIPv6 } from 'node:net'
import { originOf } from '../../shared/contract/origins.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { Call } from './call.ts'

/**
 * The name under which callers without an identity are counted. An IPv4 address is used as it is. An IPv6 address is reduced to its /64
 * prefix, because one subscriber usually holds a whole /64. An IPv4-mapped IPv6 address (::ffff:192.0.2.1) counts as the IPv4 address.
 */
export function addressName(address: string): string {
  if (isIPv4(address)) return address
  const [bare] = address.split('%')
  if (!isIPv6(bare!)) return 'unknown'
  const groups = groupsOf(bare!)
  const mapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = address.match(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/)
  const hex = dotted
    ? address.slice(0, dotted.index) +
      [dotted.slice(1, 3), dotted.slice(3, 5)]
        .map(([high, low]) => (Number(high) * 256 + Number(low)).toString(16))
        .join(':')
    : address
  const [head, tail] = hex
    .split('::')
    .map(half => (half === '' ? [] : half.split(':').map(group => Number.parseInt(group, 16))))
  if (tail === undefined) return head!
  return [...head!, ...new Array<number>(8 - head!.length - tail.length).fill(0), ...tail]
}

// The address a call is counted under: the socket's, or the one that trusted proxies vouch for.

/** "192.0.2.1", "192.0.2.1:80", "2001:db8::1", "[2001:db8::1]" and "[2001:db8::1]:80", as proxies write them. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([0-9.]+):\d{1,5}$/

/** undefined: it is no address ("unknown", a name, a token that hides one). */
function addressIn(entry: string): string | undefined {
  const bracketed = BRACKETED.exec(entry)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : undefined
  const address = WITH_PORT.exec(entry)?.[1] ?? entry
  return isIPv4(address) || isIPv6(address) ? address : undefined
}

/**
 * forwardedFor: all header lines of that name, joined in their order: a proxy may add a line of its own below one that the caller wrote.
 * hops: proxies in front whose entries are believed; the caller is that many entries from the right. An entry that is no address
 * counts under the socket's: nobody gets a window of his own by what cannot be read.
 */
export function callerAddress(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return peer
  const entries = forwardedFor.split(',')
  return addressIn(entries[entries.length - hops]?.trim() ?? '') ?? peer
}

// The address at which a caller reaches this service: the configured one, else the one in the call, which a caller can forge.

/** As hosts are named: what else a caller writes there would stand in commands that others paste into a shell. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Without a slash at its end; undefined: nobody says. */
export function ownAddress(
  { publicUrl, trustedProxyHops }: Pick<Config, 'publicUrl' | 'trustedProxyHops'>,
  { exchange }: Pick<Call, 'exchange'>,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  const isSecure = trustedProxyHops > 0 && exchange.header('x-forwarded-proto') === 'https'
  const host = exchange.header('host') ?? ''
  return HOST.test(host) ? originOf(`${isSecure ? 'https' : 'http'}://${host}`) : undefined
}

// Origins on this machine, by names that cannot be rebound, whose page calls the address that it was loaded from.

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (originOf(origin) !== origin) return false
  const url = new URL(origin)
  return LOOPBACK.test(url.hostname) && url.host === host
}
