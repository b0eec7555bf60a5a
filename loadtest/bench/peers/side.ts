/** A side of the comparison: a redis-server, a producer here, workers in a process of their own. All new for each run. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { type EmbeddedRedis, startRedis } from '../../../deploy/redis/embedded.ts'
import { chunksOfFrame } from '../../../shared/jobs/chunks.ts'
import { JOB_SHARD_COUNT } from '../../../shared/jobs/classes.ts'
import { INLINE_BYTES_MAX, type NewJob } from '../../../shared/jobs/job-store.ts'
import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { connect, disconnect } from '../../../shared/redis/connect.ts'
import { jobKey } from '../../../shared/redis/keys.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { connectionTo, QUEUE } from './bullmq.ts'

export interface Side {
  /** Puts the i-th job into the queue; resolves when that is on disk. */
  enqueue(i: number): Promise<unknown>
  /** Jobs whose result is stored; throws when one has failed. */
  doneCount(): Promise<number>
  /** Process ids beside this one's. */
  readonly pids: { readonly redis: number; readonly worker: number }
  close(): Promise<void>
}

export interface Input {
  readonly frame: Uint8Array
  readonly taskCount: number
  readonly linkCount: number
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

async function started(child: ChildProcess): Promise<() => Promise<void>> {
  await firstMessage(child)
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** isInline: a frame goes with its submission instead of before it. */
export async function ourSide(settings: SideSettings, isInline: boolean): Promise<Side> {
  const { dataDir, inputs, concurrency } = settings
  const redis = await startRedis({ dataDir, report: () => {} })
  const env = { ...process.env, REDIS_URL: redis.url, LOG_LEVEL: 'info', JOB_THREADS: String(concurrency) }
  const child = fork(at('../../../compute/node/main.ts'), [], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const stop = await started(child)
  const client = connect(redis.url, 'producer')
  const store = redisJobStore(client)
  const chunks = inputs.map(({ frame }) => chunksOfFrame(frame))
  return {
    pids: { redis: redis.pid, worker: child.pid! },
    async enqueue(i) {
      const { frame, taskCount, linkCount } = inputs[i % inputs.length]!
      const stored = chunks[i % inputs.length]!
      const jobId = randomUUID()
      const accountId = `account-${i % ACCOUNT_COUNT}`
      const fits = isInline && stored.length === 1 && stored[0]!.length <= INLINE_BYTES_MAX
      if (!fits) await store.writeFrame(accountId, jobId, stored)
      const job: NewJob = {
        jobId,
        accountId,
        keyId: 'key',
        jobClass: 'standard',
        rowId: 'analysis.cpm',
        endpoint: '/api/v1/analysis/cpm',
        requestId: jobId,
        taskCount,
        linkCount,
        today: 0,
        frameChunks: stored.length,
        frameBytes: frame.length,
        callbackUrl: null,
        reservedBytes: 1_000,
        queuedCountMax: 1_000_000,
        idempotency: null,
        ...(fits && { frame: stored[0]! }),
      }
      const { state } = await store.submit(job)
      if (state !== 'queued') throw new Error(state)
    },
    async doneCount() {
      const counts = await Promise.all(
        Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => client.zcard(jobKey(shard, 'retention'))),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close() {
      const ended = await Promise.all(
        Array.from({ length: ACCOUNT_COUNT }, (_, i) =>
          store.list(`account-${i}`, { state: 'failed', cursor: null, limit: 1 }),
        ),
      )
      await stop()
      disconnect(client)
      await redis.stop()
      if (ended.some(({ jobs }) => jobs.length > 0)) throw new Error('a job of ours failed')
    },
  }
}

/** way: jobs run in the worker's own thread, or in threads beside it. */
export async function bullSide(settings: SideSettings, way: 'inline' | 'threads'): Promise<Side> {
  const { dataDir, inputs, concurrency } = settings
  const redis = await startRedis({ dataDir, report: () => {} })
  const socketPath = socketOf(redis)
  const child = fork(at('./bull-process.ts'), [socketPath, way, String(concurrency)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = await started(child)
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
      await stop()
      await redis.stop()
      if (!one?.returnvalue.includes('"project_duration_days"')) throw new Error('BullMQ stored no result')
    },
  }
}
