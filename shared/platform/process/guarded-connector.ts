/**
 * The guard of calls to addresses that customers name: it connects only to checked addresses. A name is resolved once; all its addresses must
 * be public, and the connection goes to one of them. A host that is an address is checked before the connection, since undici makes no lookup
 * for it.
 */
import type { LookupAddress } from 'node:dns'
import { isIPv6, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'
import { isAddress, type Resolve } from '../callback/callback-url.ts'
import { forbiddenAddress } from '../callback/forbidden-ranges.ts'

class AddressForbidden extends Error {
  readonly code = 'ADDRESS_FORBIDDEN'
}

export interface GuardSettings {
  /** Of names that are not listed. */
  readonly resolve: Resolve
  /** Of names that the operator listed. */
  readonly resolveListed: Resolve
  /** What is wrong with an address. Default: the ranges that are not public; tests let one of them pass. */
  readonly isForbidden?: (address: string) => string | undefined
  /** PEM of the authorities to trust. Default: those of Node, and of NODE_EXTRA_CA_CERTS. */
  readonly ca?: string
}

interface GuardedConnector {
  readonly connect: buildConnector.connector
  /** Drops the connection in whatever state it is. */
  close(): void
}

/** A slow first address must not lose to one that nothing listens on. */
const ATTEMPT_MS = 5_000

/** Of the status line and headers of an answer. */
const HEAD_BYTES_MAX = 16 * 1024

interface GuardedClient {
  readonly client: Client
  /** Drops the connection in whatever state it is. */
  close(): void
}

/**
 * A client for one request, whose caller sets the deadline. isListed: the addresses of this host are not looked at. undici takes 20 MB, so
 * a process loads it with its first request.
 */
export async function guardedClient(
  url: URL,
  isListed: boolean,
  timeoutMs: number,
  settings: GuardSettings,
): Promise<GuardedClient> {
  const undici = await import('undici')
  const connector = guardedConnector(isListed, timeoutMs, settings, undici.buildConnector)
  const client = new undici.Client(url.origin, {
    connect: connector.connect,
    // the deadline rules; these have a resolution of half a second
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: HEAD_BYTES_MAX,
    allowH2: false,
  })
  return {
    client,
    close() {
      connector.close()
      client.destroy().catch(() => {})
    },
  }
}

function guardedConnector(
  isListed: boolean,
  timeoutMs: number,
  { resolve, resolveListed, isForbidden = forbiddenAddress, ca }: GuardSettings,
  connectorOf: typeof buildConnector,
): GuardedConnector {
  const look = (addresses: readonly string[]): void => {
    const forbidden = isListed ? undefined : addresses.find(address => isForbidden(address) !== undefined)
    if (forbidden !== undefined) throw new AddressForbidden(`${forbidden}: ${isForbidden(forbidden)}`)
  }
  const lookup: LookupFunction = (hostname, options, callback) => {
    const answer = async (): Promise<LookupAddress[]> => {
      const addresses = await (isListed ? resolveListed : resolve)(hostname)
      look(addresses)
      const found = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
      const wanted = found.filter(({ family }) => !options.family || options.family === family)
      if (wanted.length > 0) return wanted
      throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
    }
    answer().then(
      // undici requests the array form when it may choose between address families
      found => (options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      error => callback(error, ''),
    )
  }
  const dial = connectorOf({
    lookup,
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    ...(ca !== undefined && { ca }),
  })
  let socket: Socket | undefined
  return {
    connect(options, callback) {
      try {
        if (isAddress(options.hostname)) look([options.hostname])
      } catch (error) {
        callback(error as Error, null)
        return
      }
      // it returns the socket it makes, which its type does not say
      socket = dial(options, callback) as unknown as Socket
    },
    close: () => socket?.destroy(),
  }
}
