/** Our side of a bench of jobs: a redis-server, a store that submits, and compute nodes as processes that are started at will. */

import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startRedis } from '../../../deploy/redis/embedded.ts'
import { chunksOfFrame } from '../../../shared/jobs/chunks.ts'
import type { JobClass } from '../../../shared/jobs/classes.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import { INLINE_BYTES_MAX, type JobStore } from '../../../shared/jobs/job-store.ts'
import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { NODE_FLAGS } from '../../../shared/process/node-flags.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/redis/connect.ts'
import { FRAME_VERSION } from '../../../shared/schedule/frame-versions.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import type { Input } from './inputs.ts'

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
