/**
 * Whether a call comes from a page of this service in a browser on this machine. The address must be that of the socket, whatever proxies
 * write. Host must be a name that cannot be rebound to another address. Origin must be our own page; browsers let no script write it. A header
 * that only proxies add means that the caller is elsewhere.
 */
import { BlockList, isIPv6 } from 'node:net'
import type { Exchange } from '../http/exchange.ts'
import { isOwnLoopback } from './own-loopback.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

export const isLoopbackPeer = (peer: string): boolean => LOOPBACK.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')

const OF_PROXIES = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]

/** Why it does not, or undefined where it does. */
export function whyNotLocalPage({
  peer,
  header,
}: {
  readonly peer: string
  header(name: string): string | undefined
}): string | undefined {
  if (!isLoopbackPeer(peer)) return 'the call comes from another address'
  const proxied = OF_PROXIES.find(name => header(name) !== undefined)
  if (proxied !== undefined) return `the header ${proxied} says that the call came through a proxy`
  const origin = header('origin')
  if (origin === undefined || !isOwnLoopback(origin, header('host')))
    return 'the page was not loaded from localhost or a loopback address'
  const site = header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return 'the page is of another origin'
  return undefined
}

/** The same of an exchange. */
export const whyNotLocal = (exchange: Exchange): string | undefined =>
  whyNotLocalPage({ peer: exchange.peer, header: name => exchange.header(name) })
