/**
 * A network that misbehaves, between processes and a redis-server (RELIABILITY T7): replies late, connections reset in the middle of
 * a command, nothing at all for a while. What happens when comes from the seed.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'
import { type Random, random } from '../../../../compute/test/helpers/random.ts'

export interface Weather {
  /** To and fro together. */
  readonly latencyMs: number
  /** Of the pieces that a client sends. */
  readonly resetShare: number
  /** Nothing comes through; connections stay as they are. */
  readonly isPartition: boolean
}

const CALM: Weather = { latencyMs: 0, resetShare: 0, isPartition: false }

interface FaultProxy {
  /** redis://127.0.0.1:port */
  readonly url: string
  set(weather: Partial<Weather>): void
  readonly counts: { connections: number; resets: number }
}

export async function startFaultProxy(t: Test, socketPath: string, seed: number): Promise<FaultProxy> {
  const rnd: Random = random(seed)
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
    const redis = connect(socketPath)
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
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    set(changes) {
      weather = { ...CALM, ...changes }
      lift()
      lifted = weather.isPartition ? new Promise(resolve => (lift = resolve)) : Promise.resolve()
    },
  }
}
