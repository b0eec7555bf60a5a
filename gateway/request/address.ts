/** The address a call is counted under: the socket's, or the one that trusted proxies vouch for. */
import { isIPv4, isIPv6 } from 'node:net'

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
