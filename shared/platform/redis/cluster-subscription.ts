/**
 * A subscription in a cluster: on a connection of its own to one of the masters, since every master receives what is published on any. A frozen
 * master would silently stop the subscription, so it is pinged, and replaced by the next master when it does not answer. Messages in
 * between are lost.
 */
import { setTimeout } from 'node:timers/promises'
import type { Cluster, Redis } from 'ioredis'
import { hasEnded, noteFailures } from './connect.ts'
import { mastersOf } from './masters.ts'

/** Between two signs of life, and how long one may take. */
const PULSE_MS = 400
const PULSE_LATE_MS = 400
/** From the choice of a master to its answer. */
const CONNECT_MS = 1_000
const AGAIN_MS = 100

/** Holds no process that wants to end. */
const pause = (ms: number) => setTimeout(ms, undefined, { ref: false })

const isIn = (time: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    pause(time).then(() => false),
  ])

/** Returns when it hears, or the first master gave no answer; the function ends it. */
export async function subscribeToCluster(
  client: Cluster,
  channel: string,
  onMessage: (text: string) => void,
): Promise<() => void> {
  let isClosed = false
  let own: Redis | undefined
  let turn = Math.floor(Math.random() * (await mastersOf(client)).length)

  function connectToNext(): Redis | undefined {
    const masters = client.nodes('master')
    const redis = masters[turn++ % masters.length]?.duplicate({
      autoResubscribe: false,
      enableOfflineQueue: true,
      lazyConnect: true,
      retryStrategy: () => null,
    })
    if (redis === undefined) return undefined
    noteFailures(redis)
    redis.on('error', () => {})
    redis.on('message', (_channel: string, text: string) => isClosed || onMessage(text))
    return redis
  }

  async function listen(onFirst: () => void): Promise<void> {
    while (!isClosed && !hasEnded(client)) {
      own = connectToNext()
      if (own !== undefined) {
        const redis = own
        const closed = new Promise<void>(resolve => redis.once('close', resolve))
        const subscribing = redis.connect().then(() => redis.subscribe(channel))
        const isHeard = await isIn(CONNECT_MS, subscribing)
        onFirst()
        if (isHeard) while (await isIn(PULSE_LATE_MS, redis.ping())) await Promise.race([pause(PULSE_MS), closed])
        redis.disconnect()
      }
      onFirst()
      if (!isClosed) await pause(AGAIN_MS)
    }
  }

  await new Promise<void>(resolve => void listen(resolve))
  return () => {
    isClosed = true
    own?.disconnect()
  }
}
