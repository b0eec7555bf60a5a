/** Notifications, as scripts publish them, on a connection of its own, which is subscribed again after each reconnect. */
import { setTimeout } from 'node:timers/promises'
import { Cluster, type Redis } from 'ioredis'
import type { JobClass, JobLane } from '../../../contract/job-classes.ts'
import { hasEnded, noteFailures, subscriberOf } from '../../redis/connect.ts'
import { mastersOf } from '../../redis/masters.ts'
import { JOB_CHANNEL } from '../../redis/prelude.ts'
import type { JobClient } from '../../redis/retry-once.ts'
import type { JobStore } from '../job-store.ts'

// A subscription in a cluster: on a connection of its own to one of the masters, since every master receives what is published on any. A frozen
// master would silently stop the subscription, so it is pinged, and replaced by the next master when it does not answer. Messages in
// between are lost.

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
async function subscribeToCluster(
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

type Listener = Parameters<JobStore['listen']>[0]
type Event = Parameters<Listener>[0]

export function listening(client: JobClient): Pick<JobStore, 'listen'> {
  return {
    async listen(onEvent) {
      if (client instanceof Cluster) {
        const end = await subscribeToCluster(client, JOB_CHANNEL, text => onEvent(eventOf(text)))
        return async () => end()
      }
      const own = subscriberOf(client)
      // a connection that is there without its subscription would stay deaf
      const subscribe = () => own.subscribe(JOB_CHANNEL).catch(() => own.status === 'ready' && own.disconnect(true))
      own.on('ready', subscribe)
      own.on('message', (_channel: string, text: string) => onEvent(eventOf(text)))
      await subscribe()
      return async () => {
        // messages that have already arrived are not passed on any more
        own.removeAllListeners('message')
        own.disconnect()
      }
    },
  }
}

/** "submitted 3 standard:small <job id>", see commands/parts/notify.lua. */
function eventOf(text: string): Event {
  const [kind, shard, queue, jobId] = text.split(' ')
  const [jobClass, lane] = queue!.split(':') as [JobClass, JobLane]
  return { kind: kind as Event['kind'], shard: Number(shard), jobClass, lane, jobId: jobId! }
}
