/** Notifications, as scripts publish them, on a connection of its own, which is subscribed again after each reconnect. */
import { Cluster } from 'ioredis'
import type { JobClass, JobLane } from '../../../contract/job-classes.ts'
import { subscribeToCluster } from '../../redis/cluster-subscription.ts'
import { subscriberOf } from '../../redis/connect.ts'
import { JOB_CHANNEL } from '../../redis/prelude.ts'
import type { JobStore } from '../job-store.ts'
import type { JobClient } from './retry-once.ts'

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
