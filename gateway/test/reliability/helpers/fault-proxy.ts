/**
 * A network that misbehaves, between processes and a Redis (RELIABILITY T7): replies late, connections reset in the middle of
 * a command, nothing at all for a while. What happens when comes from the seed.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { type Random, random } from '../../../../compute/test/helpers/random.ts'

export interface Weather {
  /** To and fro together. */
  readonly latencyMs: number
  /** Share of the pieces from a client after which the connection is reset. */
  readonly resetShare: number
  /** Nothing comes through; connections stay as they are. */
  readonly isPartition: boolean
}

const CLUSTER = 'redis-cluster://'
const CALM: Weather = { latencyMs: 0, resetShare: 0, isPartition: false }

interface FaultProxy {
  readonly port: number
  set(weather: Partial<Weather>): void
  readonly counts: { connections: number; resets: number }
}

interface BadNetwork {
  /** Address of the Redis behind it. */
  readonly url: string
  set(weather: Partial<Weather>): void
  counts(): Readonly<Record<string, number>>
}

/**
 * Between clients and the Redis of a test (redis-of-test.ts). The servers of a cluster tell everybody the ports of their proxies from then on;
 * among themselves they talk as before.
 */
export async function badNetwork(t: Test, redisUrl: string, seed: number): Promise<BadNetwork> {
  const isCluster = redisUrl.startsWith(CLUSTER)
  const rnd = random(seed)
  const proxies: FaultProxy[] = []
  if (!isCluster) proxies.push(await startFaultProxy(t, decodeURI(new URL(redisUrl).pathname), rnd))
  for (const place of isCluster ? redisUrl.slice(CLUSTER.length).split(',') : []) {
    const proxy = await startFaultProxy(t, Number(place.split(':')[1]), rnd)
    proxies.push(proxy)
    const server = new Redis(`redis://${place}`)
    await server.config('SET', 'cluster-announce-port', String(proxy.port))
    server.disconnect()
  }
  const places = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const sum = (of: 'connections' | 'resets') => proxies.reduce((total, { counts }) => total + counts[of], 0)
  return {
    url: `${isCluster ? CLUSTER : 'redis://'}${places}`,
    set(weather) {
      for (const proxy of proxies) proxy.set(weather)
    },
    counts: () => ({ connections: sum('connections'), resets: sum('resets') }),
  }
}

/** target: path of a socket, or a port. */
async function startFaultProxy(t: Test, target: string | number, rnd: Random): Promise<FaultProxy> {
  let weather = CALM
  /** Ends of partitions that are waited for. */
  let lifted = Promise.resolve()
  let lift = (): void => {}
  const counts = { connections: 0, resets: 0 }
  const sockets = new Set<Socket>()

  /** Pieces in their order, each as late as the weather says. */
  function carry(from: Socket, to: Socket, isRequest: boolean): void {
    let tail = Promise.resolve()
    from.on('data', piece => {
      const dueMs = performance.now() + weather.latencyMs / 2
      if (isRequest && rnd() < weather.resetShare) {
        counts.resets++
        // some of it may have arrived
        if (!to.destroyed && rnd() < 0.5) to.write(piece)
        from.resetAndDestroy()
        to.destroy()
        return
      }
      from.pause()
      tail = tail.then(async () => {
        const waitMs = dueMs - performance.now()
        if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
        await lifted
        if (!to.destroyed) to.write(piece)
        from.resume()
      })
    })
    from.on('close', () => void tail.then(() => to.destroy()))
    from.on('error', () => {})
  }

  const server = createServer({ noDelay: true }, client => {
    counts.connections++
    const redis = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    for (const socket of [client, redis]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    carry(client, redis, true)
    carry(redis, client, false)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    lift()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    set(changes) {
      weather = { ...CALM, ...changes }
      lift()
      lifted = weather.isPartition ? new Promise(resolve => (lift = resolve)) : Promise.resolve()
    },
  }
}
