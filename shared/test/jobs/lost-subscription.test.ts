/**
 * A connection that is lost between the second SUBSCRIBE and its reply. ioredis subscribes again by itself there, with a promise that nobody
 * waits for: its rejection ended nodes and deliverers.
 */
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'
import { dataFolder } from '../data-folder.ts'
import { onOneServer, redisOfTest } from '../redis-of-test.ts'
import { until } from '../until.ts'
import { submitted } from './helpers.ts'

/** A way to the server at `path` on which no SUBSCRIBE is answered while it is told so. */
async function silentProxy(path: string) {
  const state = { isSilent: false, swallowedCount: 0 }
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = dial(path)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', bytes => {
      if (state.isSilent && bytes.toString('latin1').toLowerCase().includes('\r\nsubscribe\r\n')) state.swallowedCount++
      else far.write(bytes)
    })
    far.on('data', bytes => near.write(bytes))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = () => {
    server.close()
    cut()
  }
  return { port: (server.address() as { port: number }).port, state, cut, stop }
}

const unhandled: unknown[] = []
process.on('unhandledRejection', reason => unhandled.push(reason))

t.test(
  'a subscription that is lost before it is answered rejects nothing that nobody handles, and is made again',
  onOneServer('its way to the server is a proxy of one socket'),
  async t => {
    const redis = await redisOfTest(dataFolder(t))
    const proxy = await silentProxy(decodeURI(new URL(redis.url).pathname))
    const client = connect(redis.url, 'test')
    const listener = connect(`redis://127.0.0.1:${proxy.port}`, 'listener', { commandTimeoutMs: 200 })
    t.teardown(async () => {
      disconnect(client)
      disconnect(listener)
      proxy.stop()
      await redis.stop()
    })
    const heard: string[] = []
    const stop = await redisJobStore(listener).listen(({ kind }) => heard.push(kind))
    t.teardown(stop)

    proxy.state.isSilent = true
    for (let round = 1; round <= 2; round++) {
      proxy.cut()
      await until('it subscribes again', () => proxy.state.swallowedCount >= round)
      // cut while the reply is awaited in the first round, timed out in the second
      if (round === 2) await pause(400)
    }
    proxy.cut()
    proxy.state.isSilent = false
    const store = redisJobStore(client)
    let attempts = 0
    await until('it is heard again', async () => {
      await submitted(store, `again-${attempts++}`)
      return heard.length > 0
    })
    t.same(
      unhandled.map(reason => (reason as Error).message),
      [],
    )
  },
)
