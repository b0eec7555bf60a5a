/**
 * What a Redis URL says: one server (redis://, rediss:// with TLS, unix:///path, a bare /path) or some nodes of a cluster
 * (redis-cluster://host:port,host:port and rediss-cluster://), which tell of the others.
 */
import type { ClusterNode, RedisOptions } from 'ioredis'

export interface Address {
  /** Nodes to ask for the rest of a cluster; null = one server. */
  readonly nodes: readonly ClusterNode[] | null
  /** Of the server, or of each node: without host and port then. */
  readonly options: RedisOptions
}

const SCHEMES = 'redis://, rediss://, redis-cluster://, rediss-cluster:// or unix:///'

/** Throws with the scheme, never with the whole URL: it may hold a password. */
export function address(url: string): Address {
  const [, scheme, hosts] = url.match(/^(rediss?)-cluster:\/\/(.+)$/s) ?? []
  if (hosts === undefined) return { nodes: null, options: server(url) }
  const parts = hosts.split(',')
  const [first, ...others] = parts.map((part, i) => {
    const options = server(`${scheme}://${part}`)
    if (i > 0 && (options.username || options.password))
      throw new Error('user and password of a cluster stand before its first node')
    return options
  })
  const { host, port, db: _, ...options } = first!
  return {
    nodes: [{ host: host!, port: port! }, ...others.map(({ host, port }) => ({ host, port }) as ClusterNode)],
    options,
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
      throw new Error(`a Redis URL starts with ${SCHEMES}, not with ${parsed?.protocol ?? 'this'}`)
  }
}
