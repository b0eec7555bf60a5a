/**
 * A client for one Redis server or a Redis Cluster, by its URL (caller.ts). It is configured so that a lost reply is an error and never a
 * second run, and so that a caller learns quickly that the server is unavailable. The caller decides what to do then.
 */
import { once } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import { Cluster, type ClusterNode, Command, Redis, type RedisOptions } from 'ioredis'
import { address } from '../config/redis-address.ts'
import { Deadlines } from '../deadlines.ts'
import { noteFailure } from './failure.ts'
import { runScriptsLeanly, writeOncePerTurn } from './lean-scripts.ts'
import { tlsFault } from './tls-files.ts'

// A client for a Redis Cluster. It refreshes the table of slots regularly, and connects to the nodes before they are needed.

/** A shard that moved to another node is found by its first command; one whose node died, within this. */
const SLOTS_REFRESH_MS = 2_000

function clusterClient(
  nodes: ClusterNode[],
  { retryStrategy: _, ...redisOptions }: RedisOptions & { replyMapping: 'legacy' },
  clusterRetryStrategy: (attempt: number) => number,
): Cluster {
  const client = new Cluster(nodes, {
    redisOptions,
    clusterRetryStrategy,
    // a command whose connection broke would be sent again
    retryDelayOnFailover: 0,
    // a process that computes for a second while it connects has not lost its cluster
    ...(redisOptions.connectTimeout !== undefined && { slotsRefreshTimeout: redisOptions.connectTimeout }),
  })
  refreshSlots(client)
  // commands during the first attempt to connect wait for a connection; later a cluster that is away is an error at once,
  // and so is a node that is being connected to, hence at once and not with its first command
  const waitNoMore = () => {
    client.options.enableOfflineQueue = false
  }
  client.on('+node', (node: Redis) => {
    writeOncePerTurn(node)
    void node.connect().catch(() => {})
  })
  client.once('ready', () => {
    const coming = client.nodes().filter(({ status }) => status !== 'ready')
    void Promise.all(coming.map(node => once(node, 'ready'))).then(waitNoMore, waitNoMore)
  })
  client.once('close', waitNoMore)
  return client
}

/** Not by slotsRefreshInterval, which never stops when the client is ended during a refresh. */
function refreshSlots(client: Cluster): void {
  const timer = setInterval(() => {
    if (client.status === 'ready') client.refreshSlotsCache(() => {})
  }, SLOTS_REFRESH_MS)
  timer.unref()
  client.once('end', () => clearInterval(timer))
}

// Commands that had no reply when their connection was lost. ioredis fails them when the server stays away, and a cluster fails them at once; but
// when the next connection to one server succeeds, ioredis drops them, and their callers would wait for the timeout.

/** The queue of ioredis: oldest first. */
interface CommandQueue {
  shift(): { readonly command: Command } | undefined
}

/** Fails them when the next connection is there, so that a caller that repeats its operation finds it. */
function failLostCommands(client: Redis): void {
  let lost: CommandQueue | undefined
  client.on('close', () => {
    lost = (client as unknown as { commandQueue: CommandQueue }).commandQueue
  })
  client.on('connect', () => {
    for (let item = lost?.shift(); item !== undefined; item = lost?.shift())
      item.command.reject(new Error('The connection was lost before the reply.'))
  })
}

export type RedisClient = Redis | Cluster

/** Changes of state of a connection, one line each; a pino logger fits. */
export interface ConnectionLog {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
}

interface ConnectOptions {
  /** Part of the name of the connection: what `doctor` must know about the process. */
  readonly about?: string
  /** A command without a reply for so long fails; its outcome is unknown then. */
  readonly commandTimeoutMs?: number
  readonly log?: ConnectionLog
  /** For a URL with TLS: certificates and name (tls-files.ts). */
  readonly tls?: ConnectionOptions | undefined
}

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_DELAY_MS_MAX = 100
const RECONNECT_DELAY_STEP_MS = 25

/** `role` names the connection in CLIENT LIST and in the log. The connection is made at once and again for ever. */
export function connect(url: string, role: string, options: ConnectOptions = {}): RedisClient {
  const { log, tls } = options
  const { nodes, options: where } = address(url)
  const reconnectDelayMs = (attempt: number) => Math.min(attempt * RECONNECT_DELAY_STEP_MS, RECONNECT_DELAY_MS_MAX)
  const settings: RedisOptions & { replyMapping: 'legacy' } = {
    ...where,
    // unchanged, since it is read again for each connection
    ...(where.tls && tls && { tls, ...(where.sentinelTLS && { sentinelTLS: tls }) }),
    connectionName: options.about === undefined ? `sis-${role}` : `sis-${role}/${options.about}`,
    // RESP3 on the wire, arrays of strings in the hand
    replyMapping: 'legacy',
    autoResendUnfulfilledCommands: false,
    commandTimeout: options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // a command given while the server is away waits for one attempt to reconnect, then fails
    maxRetriesPerRequest: 1,
    retryStrategy: reconnectDelayMs,
  }
  const client = nodes ? clusterClient([...nodes], settings, reconnectDelayMs) : masterClient(settings)
  noteFailures(client)
  let available: boolean | null = null
  const change = (now: boolean, reason: string | undefined) => {
    if (available === now || ended.has(client)) return
    available = now
    if (now) log?.info({ role }, `Redis (${role}) is there`)
    else log?.warn({ role, reason }, `Redis (${role}) is away`)
  }
  // without a listener an error would end the process
  client.on('error', (error: Error & { code?: string }) =>
    change(false, tlsFault(error) ?? error.code ?? error.message),
  )
  client.on('close', () => change(false, 'connection closed'))
  client.on('ready', () => change(true, undefined))
  return client
}

/** First word of what a server says that is no master any more: behind its address, or by its Sentinels, there is another one. */
const NO_MASTER = /^(READONLY|MASTERDOWN)\b/

/**
 * A client for one server that takes writes. After a failover the old connections lead to a replica: they are given up with its first
 * refusal, and while a new one leads to a replica as well, the server counts as away.
 */
function masterClient(settings: RedisOptions & { replyMapping: 'legacy' }): Redis {
  const reconnectOnError = ({ message }: Error): boolean => NO_MASTER.test(message)
  const client = new Redis({ ...settings, reconnectOnError })
  writeOncePerTurn(client)
  failLostCommands(client)
  runScriptsLeanly(client)
  const { connector } = client as unknown as { connector: { check(info: { role?: string }): boolean } }
  const check = connector.check.bind(connector)
  connector.check = info => {
    if (info.role === undefined || info.role === 'master') return check(info)
    client.emit('error', new Error('the server is a replica'))
    // decided by what it can do: one that knows Sentinels goes on to the next of them
    check(info)
    return false
  }
  return client
}

/**
 * Marks errors of Redis, so that failure.ts can distinguish them from our defects, and keeps any command from ending the process: ioredis sends
 * some by itself after a reconnect (SELECT, SUBSCRIBE) and awaits none of them. A caller that awaits a command gets its error as usual.
 */
export function noteFailures(client: RedisClient): void {
  const send = client.sendCommand.bind(client) as (command: Command, ...rest: unknown[]) => unknown
  const sendCommand = (command: Command, ...rest: unknown[]): unknown => {
    const { reject } = command
    const noteAndReject = (error: Error): void => {
      noteFailure(error)
      reject(error)
    }
    command.reject = noteAndReject
    command.promise.catch(() => {})
    if (command instanceof Command) waitByDeadline(command)
    if (ended.has(client)) {
      command.reject(new Error('Connection is closed.'))
      return command.promise
    }
    return send(command, ...rest)
  }
  Object.assign(client, { sendCommand })
}

const deadlines = new Deadlines()

/** In place of a timer of ioredis: that one fails a command whose reply has come while the process stood still. Scripts have their own deadline. */
function waitByDeadline(command: Command): void {
  let isAwaited = false
  command.setTimeout = ms => {
    if (isAwaited) return
    isAwaited = true
    const deadline = deadlines.start(ms)
    deadline.whenOver = () => command.reject(new Error('Command timed out'))
    const end = (): void => deadlines.end(deadline)
    command.promise.then(end, end)
  }
}

/** Another client for the same server, for a subscription alone. Whoever has it subscribes again whenever it is ready. */
export function subscriberOf(client: Redis): Redis {
  const own = client.duplicate({ autoResubscribe: false })
  noteFailures(own)
  failLostCommands(own)
  // without a listener an error would end the process; the connection is made again by itself
  own.on('error', () => {})
  return own
}

const ended = new WeakSet<RedisClient>()

/** The status of ioredis does not show it: it stays "reconnecting" when a client is ended between two attempts to connect. */
export const hasEnded = (client: RedisClient): boolean => ended.has(client) || client.status === 'end'

/** Ends a client for good; commands still waiting fail. Quiet, unlike a connection that breaks. */
export function disconnect(client: RedisClient): void {
  ended.add(client)
  client.disconnect()
}
