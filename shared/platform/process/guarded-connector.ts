/**
 * The guard of calls to addresses that customers name: it connects only to checked addresses. A name is resolved once; all its addresses must
 * be public, and the connection goes to one of them. A host that is an address is checked before the connection, since undici makes no lookup
 * for it.
 */
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'
import { forbiddenAddress, isAddress, type Resolve } from '../callback/callback-url.ts'

class AddressForbidden extends Error {
  readonly code = 'ADDRESS_FORBIDDEN'
}

export interface GuardSettings {
  /** Resolves names that are not listed. */
  readonly resolve: Resolve
  /** Resolves names that the operator listed. */
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

/** Most bytes of the status line and headers of an answer. */
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

// Why a connection to an address that a customer named failed, as one word.

/** Code of an error of Node, OpenSSL, c-ares or undici, its name where it has none -> word. The first that matches. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/^ADDRESS_FORBIDDEN$/, 'address_forbidden'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|ECANCELLED|EFORMERR|EBADRESP|EBADNAME|ENOTIMP)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/, 'unreachable'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'reset'],
  [/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/, 'tls'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)/, 'protocol'],
]

export function failureOf(error: unknown): string {
  const { name, code, errors } = error as Error & { code?: string; errors?: readonly unknown[] }
  if (name === 'TimeoutError') return 'timeout'
  // several addresses were tried: the error of the last one counts
  if (errors !== undefined && errors.length > 0) return failureOf(errors.at(-1))
  return FAILURES.find(([pattern]) => pattern.test(code ?? name))?.[1] ?? 'connection'
}

// Resolves the host of a callback by asking the name servers directly, with a time limit. The system's lookup would block one of four
// threads for as long as a dead name server makes it wait, and so delay all other callbacks. shared/platform/callback/callback-url.ts judges the
// addresses.

/** Time limit of one query to one server; each query is repeated once. */
const QUESTION_MS = 2_000
const TRIES = 2

interface ResolveOptions {
  /** Name servers as "address:port". Default: those of the system. */
  readonly servers?: readonly string[]
}

/** When neither family has an address, rejects with the error of the last query: ENOTFOUND when the name has no address. */
export function resolver(options: ResolveOptions = {}): Resolve {
  const dns = new Resolver({ timeout: QUESTION_MS, tries: TRIES })
  if (options.servers) dns.setServers(options.servers)
  return async hostname => {
    const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.map(answer => (answer.status === 'rejected' ? (answer.reason as Error) : undefined))
    const unsure = failures.find(failure => failure !== undefined && !isAbsence(failure))
    throw unsure ?? Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
  }
}

/** EBADNAME: no name server can be asked for it ("a..b.com"). */
const isAbsence = ({ code = '' }: Error & { code?: string }): boolean =>
  ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(code)

/** The system's lookup, which uses the hosts file: for the few names that the operator lists. */
export const resolveBySystem: Resolve = async hostname =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
