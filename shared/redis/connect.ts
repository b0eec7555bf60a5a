/**
 * A client for one Redis server: redis://, rediss:// (TLS), unix:///path or a bare /path. Set so that a lost reply is an error and never a second
 * run (DECISIONS 42), and so that a caller learns within a moment that the server is away. Leaves what to do then to the
 * caller.
 */
import { Redis, type RedisOptions } from 'ioredis'

export type RedisClient = Redis

/** Changes of state of a connection, one line each; a pino logger fits. */
export interface ConnectionLog {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
}

export interface ConnectOptions {
  /** A command without a reply for so long fails; its outcome is unknown then. */
  readonly commandTimeoutMs?: number
  readonly log?: ConnectionLog
}

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_DELAY_MS_MAX = 100
const RECONNECT_DELAY_STEP_MS = 25

/** `role` names the connection in CLIENT LIST and in the log. The connection is made at once and again for ever. */
export function connect(url: string, role: string, options: ConnectOptions = {}): RedisClient {
  const { log } = options
  const settings: RedisOptions & { replyMapping: 'legacy' } = {
    ...address(url),
    connectionName: `sis-${role}`,
    // RESP3 on the wire, arrays of strings in the hand
    replyMapping: 'legacy',
    autoResendUnfulfilledCommands: false,
    commandTimeout: options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // a command given while the server is away waits for one attempt to reconnect, then fails
    maxRetriesPerRequest: 1,
    retryStrategy: attempt => Math.min(attempt * RECONNECT_DELAY_STEP_MS, RECONNECT_DELAY_MS_MAX),
  }
  const client = new Redis(settings)
  let available: boolean | null = null
  const change = (now: boolean, reason: string | undefined) => {
    if (available === now) return
    available = now
    if (now) log?.info({ role }, `Redis (${role}) is there`)
    else log?.warn({ role, reason }, `Redis (${role}) is away`)
  }
  // without a listener an error would end the process
  client.on('error', (error: Error & { code?: string }) => change(false, error.code ?? error.message))
  client.on('close', () => change(false, 'connection closed'))
  client.on('ready', () => change(true, undefined))
  return client
}

/** Ends a client for good; commands still waiting fail. Quiet, unlike a connection that breaks. */
export function disconnect(client: RedisClient): void {
  client.removeAllListeners('close')
  client.disconnect()
}

/** What ioredis wants to know of a URL. Throws with the scheme, never with the whole URL: it may hold a password. */
function address(url: string): RedisOptions {
  const parsed = URL.parse(url.startsWith('/') ? `unix://${encodeURI(url)}` : url)
  switch (parsed?.protocol) {
    case 'unix:':
      return { path: decodeURIComponent(parsed.pathname) }
    case 'redis:':
    case 'rediss:':
      return {
        host: parsed.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
        port: Number(parsed.port || 6379),
        ...(parsed.username && { username: decodeURIComponent(parsed.username) }),
        ...(parsed.password && { password: decodeURIComponent(parsed.password) }),
        ...(parsed.pathname.length > 1 && { db: Number(parsed.pathname.slice(1)) }),
        ...(parsed.protocol === 'rediss:' && { tls: {} }),
      }
    default:
      throw new Error(`a Redis URL starts with redis://, rediss:// or unix:///, not with ${parsed?.protocol ?? 'this'}`)
  }
}
