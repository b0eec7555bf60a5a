/** A client for a Redis Cluster. It refreshes the table of slots regularly, and connects to the nodes before they are needed. */
import { once } from 'node:events'
import { Cluster, type ClusterNode, type Redis, type RedisOptions } from 'ioredis'
import { writeOncePerTurn } from './one-write.ts'

/** A shard that moved to another node is found by its first command; one whose node died, within this. */
const SLOTS_REFRESH_MS = 2_000

export function clusterClient(
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
