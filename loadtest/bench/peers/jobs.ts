/** Jobs on both sides of the comparison: a redis-server, a producer here, workers in a process of their own. All new for each run. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { NO_LIMITS, readRequest } from '../../../compute/engine/read/read-request.ts'
import { type EmbeddedRedis, startRedis } from '../../../deploy/redis/embedded.ts'
import { workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import { JOB_SHARD_COUNT, type JobClass } from '../../../shared/contract/job-classes.ts'
import { encodeFrame, inputSha256 } from '../../../shared/contract/schedule/frame.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { chunksOfFrame } from '../../../shared/platform/jobs/chunks.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { INLINE_BYTES_MAX, type JobStore } from '../../../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { NODE_FLAGS } from '../../../shared/platform/process/node-flags.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { jobKey } from '../../../shared/platform/redis/keys.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { makeSchedule, requestBytes } from '../../schedules.ts'
import { connectionTo, QUEUE } from './bull-processor.ts'

/** A small schedule as a gateway's worker leaves it: a frame of /analysis/cpm. */
export interface Input {
  readonly frame: Uint8Array
  readonly taskCount: number
  readonly linkCount: number
}

const ROW = 'analysis.cpm'

export function inputOf(taskCount: number, seed: number): Input {
  const body = requestBytes(makeSchedule({ taskCount, seed }))
  const row = workRow(ROW)
  const input = readRequest(row as never, body, 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(input.code)
  const frame = encodeFrame({ rowId: ROW, today: 0, inputSha256: inputSha256(input), input }, row.columns)
  const linkCount = [...input.schedules.values()].reduce((sum, { links }) => sum + links.task.length, 0)
  return { frame, taskCount: input.taskCount, linkCount }
}

/** Our side of a bench of jobs: a redis-server, a store that submits, and compute nodes as processes that are started at will. */
interface OurJobs {
  readonly store: JobStore
  readonly client: RedisClient
  readonly redisPid: number
  /** Starts a compute node; returns when it takes jobs. */
  startNode(threadCount: number): Promise<{ readonly pid: number }>
  submit(input: Input, accountId: string, jobClass: JobClass): Promise<Job>
  close(): Promise<void>
}

const NODE = fileURLToPath(new URL('../../../compute/node/main.ts', import.meta.url))

/** Ends a process and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function ourJobs(dataDir: string): Promise<OurJobs> {
  const redis = await startRedis({ dataDir, report: () => {} })
  const client = connect(redis.url, 'producer')
  const store = redisJobStore(client)
  const nodes: ChildProcess[] = []
  return {
    store,
    client,
    redisPid: redis.pid,
    async startNode(threadCount) {
      const child = fork(NODE, [], {
        env: { ...process.env, REDIS_URL: redis.url, LOG_LEVEL: 'info', JOB_THREADS: String(threadCount) },
        execArgv: [...NODE_FLAGS],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      nodes.push(child)
      await firstMessage(child)
      return { pid: child.pid! }
    },
    async submit({ frame, taskCount, linkCount }, accountId, jobClass) {
      const chunks = chunksOfFrame(frame)
      if (chunks.length > 1 || chunks[0]!.length > INLINE_BYTES_MAX) throw new Error('the job is not a small one')
      const jobId = randomUUID()
      const submission = await store.submit({
        jobId,
        accountId,
        keyId: 'key',
        jobClass,
        rowId: 'analysis.cpm',
        endpoint: '/api/v1/analysis/cpm',
        requestId: jobId,
        taskCount,
        linkCount,
        today: 0,
        frameChunks: 1,
        frameBytes: frame.length,
        frameVersion: FRAME_VERSION,
        callbackUrl: null,
        reservedBytes: 1_000,
        queuedCountMax: 1_000_000,
        idempotency: null,
        frame: chunks[0]!,
      })
      if (submission.state !== 'queued') throw new Error(submission.state)
      return submission.job
    },
    async close() {
      await Promise.all(nodes.map(ended))
      disconnect(client)
      await redis.stop()
    },
  }
}

/** A side of the comparison: a redis-server, a producer here, workers in a process of their own. All new for each run. */
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
