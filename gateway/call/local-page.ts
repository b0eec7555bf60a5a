/**
 * Whether a call comes from a page of this service in a browser on this machine. The address must be that of the socket, whatever proxies
 * write. Host must be a name that cannot be rebound to another address. Origin must be our own page; browsers let no script write it. A header
 * that only proxies add means that the caller is elsewhere.
 */

import { open } from 'node:fs/promises'
import { BlockList, isIPv6 } from 'node:net'
import { isOwnLoopback } from './caller.ts'
import type { Exchange } from './exchange.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

export const isLoopbackPeer = (peer: string): boolean => LOOPBACK.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')

/** Headers that proxies, balancers and content networks add, and browsers do not: each of these families has more members than anybody lists. */
const OF_PROXIES =
  /^(?:forwarded$|via$|x-(?:forwarded|real|client|cluster|original|originating|remote|envoy|amzn?|arr|azure|appengine|cloud|vercel)-|true-client-|(?:cf|cdn|fastly|fly|akamai|incap)-)/

/** Why it does not, or undefined where it does. */
export function whyNotLocalPage({
  peer,
  names,
  header,
}: {
  readonly peer: string
  /** Of all headers, in lower case. */
  readonly names: readonly string[]
  header(name: string): string | undefined
}): string | undefined {
  if (!isLoopbackPeer(peer)) return 'the call comes from another address'
  const proxied = names.find(name => OF_PROXIES.test(name))
  if (proxied !== undefined) return `the header ${proxied} says that the call came through a proxy`
  const origin = header('origin')
  if (origin === undefined || !isOwnLoopback(origin, header('host')))
    return 'the page was not loaded from localhost or a loopback address'
  const site = header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return 'the page is of another origin'
  return undefined
}

/** Why an exchange is not local. */
export const whyNotLocal = (exchange: Exchange): string | undefined =>
  whyNotLocalPage({ peer: exchange.peer, names: exchange.headerNames, header: name => exchange.header(name) })

// Which users have programs connected to a port of this machine over loopback, as the kernel reports. uWebSockets does not report the port of
// a caller, so callers cannot be distinguished: all of them are checked.

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const
/** About 25,000 connections; a longer table is not read. */
const TABLE_BYTES_MAX = 4 * 2 ** 20
const PIECE_BYTES = 2 ** 16

/** Columns of a line behind its number, before which blanks stand only below 1,000. */
const [LOCAL, REMOTE, STATE, USER] = [1, 2, 3, 7]
/** Closed by both ends: it belongs to nobody any more. */
const TIME_WAIT = '06'
/** 127.0.0.0/8, the same in IPv6, and ::1; words of 32 bits with their last byte first. */
const LOOPBACK_IN_HEX = /^(?:(?:0{16}F{4}0{4}|)[0-9A-F]{6}7F|0{24}01000000)$/

async function textOf(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const piece = Buffer.alloc(PIECE_BYTES)
    let text = ''
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null)
      if (bytesRead === 0) return text
      if (text.length + bytesRead > TABLE_BYTES_MAX) return undefined
      text += piece.toString('latin1', 0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Users of the sockets that are connected to `port`, out of the text of such a table. */
export function usersIn(table: string, port: number): Set<number> {
  const users = new Set<number>()
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of table.split('\n')) {
    if (!line.includes(ending)) continue
    const cells = line.trim().split(/\s+/)
    if (!cells[REMOTE]?.endsWith(ending) || cells[STATE] === TIME_WAIT) continue
    if (LOOPBACK_IN_HEX.test(cells[LOCAL]!.split(':')[0]!)) users.add(Number(cells[USER]))
  }
  return users
}

/** undefined: the kernel does not say. */
async function usersConnectedTo(port: number): Promise<Set<number> | undefined> {
  const tables = await Promise.all(TABLES.map(path => textOf(path).catch(() => (path === TABLES[1] ? '' : undefined))))
  if (tables.includes(undefined)) return undefined
  return new Set(tables.flatMap(table => [...usersIn(table!, port)]))
}

/** Whether all of them are the user that this process runs as. */
export async function areAllOwn(port: number): Promise<boolean> {
  const users = await usersConnectedTo(port)
  return users !== undefined && users.size === 1 && users.has(process.getuid!())
}
