/** A side of the comparison: a redis-server, a producer here, workers in a process of their own. All new for each run. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { type EmbeddedRedis, startRedis } from '../../../deploy/redis/embedded.ts'
import { JOB_SHARD_COUNT } from '../../../shared/jobs/classes.ts'
import { NODE_FLAGS } from '../../../shared/process/node-flags.ts'
import { jobKey } from '../../../shared/redis/keys.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { connectionTo, QUEUE } from './bullmq.ts'
import type { Input } from './inputs.ts'
import { ended, ourJobs } from './our-jobs.ts'

export interface Side {
  /** Puts the i-th job into the queue; resolves when that is on disk. */
  enqueue(i: number): Promise<unknown>
  /** Jobs whose result is stored; throws when one has failed. */
  doneCount(): Promise<number>
  /** Process ids beside this one's. */
  readonly pids: { readonly redis: number; readonly worker: number }
  close(): Promise<void>
}

export interface SideSettings {
  readonly dataDir: string
  readonly inputs: readonly Input[]
  /** Jobs at once in the workers' process. */
  readonly concurrency: number
}

const ACCOUNT_COUNT = 20
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const socketOf = ({ url }: EmbeddedRedis): string => decodeURI(new URL(url).pathname)

export async function ourSide({ dataDir, inputs, concurrency }: SideSettings): Promise<Side> {
  const jobs = await ourJobs(dataDir)
  const { store, client, redisPid } = jobs
  const { pid } = await jobs.startNode(concurrency)
  return {
    pids: { redis: redisPid, worker: pid },
    enqueue: i => jobs.submit(inputs[i % inputs.length]!, `account-${i % ACCOUNT_COUNT}`, 'standard'),
    async doneCount() {
      const counts = await Promise.all(
        Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => client.zcard(jobKey(shard, 'retention'))),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close() {
      const failed = await Promise.all(
        Array.from({ length: ACCOUNT_COUNT }, (_, i) =>
          store.list(`account-${i}`, { state: 'failed', cursor: null, limit: 1 }),
        ),
      )
      await jobs.close()
      if (failed.some(({ jobs }) => jobs.length > 0)) throw new Error('a job of ours failed')
    },
  }
}

/** way: jobs run in the worker's own thread, with the flags of our node, or in threads beside it, which take no such flags. */
export async function bullSide(settings: SideSettings, way: 'inline' | 'threads'): Promise<Side> {
  const { dataDir, inputs, concurrency } = settings
  const redis = await startRedis({ dataDir, report: () => {} })
  const socketPath = socketOf(redis)
  const child = fork(at('./bull-process.ts'), [socketPath, way, String(concurrency)], {
    execArgv: way === 'inline' ? [...NODE_FLAGS] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await firstMessage(child)
  const queue = new Queue(QUEUE, { connection: connectionTo(socketPath) })
  await queue.waitUntilReady()
  const texts = inputs.map(({ frame }) => Buffer.from(frame).toString('base64'))
  return {
    pids: { redis: redis.pid, worker: child.pid! },
    enqueue: i => queue.add('cpm', { frame: texts[i % texts.length] }),
    async doneCount() {
      const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed')
      if (failed > 0) throw new Error(`${failed} jobs of BullMQ failed`)
      return completed
    },
    async close() {
      const [one] = await queue.getCompleted(0, 0)
      await queue.close()
      await ended(child)
      await redis.stop()
      if (!one?.returnvalue.includes('"project_duration_days"')) throw new Error('BullMQ stored no result')
    },
  }
}
