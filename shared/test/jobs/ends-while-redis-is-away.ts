/** A process that ends its client between two attempts to reach a Redis that is away, while the shards of the job store are looked for. */
import { setTimeout as pause } from 'node:timers/promises'
import { JOB_SHARD_COUNT } from '../../contract/job-classes.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../platform/redis/connect.ts'

const client = connect('unix:///nowhere/redis.sock', 'test')
const store = redisJobStore(client)
for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) {
  store.shards.failed(shard)
  // not all at the same time, so that there is always one that is asked
  await pause(100)
}
client.once('reconnecting', () => {
  disconnect(client)
  client.get('key').catch(({ message }: Error) => process.stdout.write(message))
})
