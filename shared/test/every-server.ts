/** What tests ask of a whole Redis: of the one server, or of every master of the cluster. */
import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from '../platform/redis/connect.ts'
import { mastersOf } from '../platform/redis/masters.ts'
import type { TestRedis } from './redis-of-test.ts'
import { until } from './until.ts'

/** Every server; those of a cluster that are on their way back are waited for. */
async function everyServer(client: RedisClient): Promise<Redis[]> {
  let servers = await mastersOf(client)
  if (!(client instanceof Cluster)) return servers
  await until('the cluster is whole', async () => {
    servers = await mastersOf(client)
    const infos = await Promise.all(servers.map(server => server.cluster('INFO').catch(() => '')))
    const places = new Set(client.slots.map(([master]) => master))
    return servers.length === places.size && infos.every(info => info.includes('cluster_state:ok'))
  })
  return servers
}

/** Returns when what was killed is back. */
export async function whole(client: RedisClient): Promise<void> {
  for (const server of await everyServer(client)) {
    await until('it answers', () =>
      server.ping().then(
        () => true,
        () => false,
      ),
    )
  }
}

/** Names of all keys, sorted. */
export async function namesOf(client: RedisClient, pattern = '*'): Promise<string[]> {
  const servers = await everyServer(client)
  return (await Promise.all(servers.map(server => server.keys(pattern)))).flat().sort()
}

export async function empty(client: RedisClient): Promise<void> {
  for (const server of await everyServer(client)) await server.flushall()
}

export async function forgetScripts(client: RedisClient): Promise<void> {
  for (const server of await everyServer(client)) await server.script('FLUSH')
}

export async function configure(client: RedisClient, setting: string, value: string): Promise<void> {
  for (const server of await everyServer(client)) await server.config('SET', setting, value)
}

export async function usedBytes(client: RedisClient): Promise<number> {
  let bytes = 0
  for (const server of await everyServer(client))
    bytes += Number(/used_memory:(\d+)/.exec(await server.info('memory'))![1])
  return bytes
}

/** Breaks all connections of a client from its own side, as a network does. */
export function cutConnections(client: RedisClient): void {
  for (const server of client instanceof Cluster ? client.nodes() : [client]) server.stream?.destroy()
}

/** Lets the servers end all connections of a client. */
export async function dropConnections(client: RedisClient): Promise<void> {
  for (const server of await everyServer(client))
    await server.call('CLIENT', 'KILL', 'ID', await server.client('ID'), 'SKIPME', 'no')
}

/** Every server stands still, or goes on. */
export const signalAll = (redis: TestRedis, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const pid of redis.pids()) process.kill(pid, signal)
}
