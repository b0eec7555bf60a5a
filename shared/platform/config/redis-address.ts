/**
 * Parses a Redis URL: one server (redis://, rediss:// with TLS, unix:///path, a bare /path), some nodes of a cluster
 * (redis-cluster://host:port,host:port and rediss-cluster://), from which the others are discovered, or some Sentinels
 * (redis-sentinel://host:port,host:port/name and rediss-sentinel://), which know the master of that name.
 */
import type { ClusterNode, RedisOptions } from 'ioredis'

interface Address {
  /** Nodes from which the rest of a cluster is discovered. null: one server. */
  readonly nodes: readonly ClusterNode[] | null
  /** Options of the server, or of each node; for nodes without host and port. */
  readonly options: RedisOptions
}

const SCHEMES =
  'redis://, rediss://, redis-cluster://, rediss-cluster://, redis-sentinel://, rediss-sentinel:// or unix:///'
const SENTINEL_PORT = 26_379

/** Throws with the scheme but never with the whole URL, which may contain a password. */
export function address(url: string): Address {
  const [, scheme, kind, hosts] = url.match(/^(rediss?)-(cluster|sentinel):\/\/(.+)$/s) ?? []
  if (hosts === undefined) return { nodes: null, options: server(url) }
  if (kind === 'sentinel') return { nodes: null, options: sentinels(scheme!, hosts) }
  const { nodes, options } = members(scheme!, hosts)
  return { nodes, options }
}

/** user:password@host:port,host:port */
function members(scheme: string, hosts: string): { nodes: { host: string; port: number }[]; options: RedisOptions } {
  const [first, ...others] = hosts.split(',').map((part, i) => {
    const options = server(`${scheme}://${part}`)
    if (i > 0 && (options.username || options.password))
      throw new Error('user and password must come before the first node')
    return options
  })
  const { host, port, db: _, ...options } = first!
  return {
    nodes: [{ host: host!, port: port! }, ...others.map(({ host, port }) => ({ host: host!, port: port! }))],
    options,
  }
}

/** user:password@host:port,host:port/name. User and password are those of the Redis servers; the query has those of the Sentinels. */
function sentinels(scheme: string, text: string): RedisOptions {
  const [, hosts, name, query] = text.match(/^([^/?]+)\/([^/?]+)(?:\?(.*))?$/s) ?? []
  if (name === undefined) throw new Error('a redis-sentinel URL must end with /name, the name of the master')
  const parameters = new URLSearchParams(query)
  const username = parameters.get('sentinelUsername')
  const password = parameters.get('sentinelPassword')
  const withPorts = hosts!
    .split(',')
    .map(host => (/:\d+$/.test(host) ? host : `${host}:${SENTINEL_PORT}`))
    .join(',')
  const { nodes, options } = members(scheme, withPorts)
  return {
    sentinels: nodes,
    name: decodeURIComponent(name),
    ...(username && { sentinelUsername: username }),
    ...(password && { sentinelPassword: password }),
    ...options,
    ...(options.tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  }
}

function server(url: string): RedisOptions {
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
      throw new Error(`a Redis URL must start with ${SCHEMES}, not with ${parsed?.protocol ?? 'this'}`)
  }
}
