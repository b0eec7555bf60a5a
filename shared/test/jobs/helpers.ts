/** A store on a real redis-server in a folder of its own, and jobs for it. */
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { JOB_CLASSES, JOB_LANES, shardOf } from '../../contract/job-classes.ts'
import { FRAME_VERSION } from '../../contract/schedule/frame-versions.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { FinishedJob, HeldBytes, JobStore, Lease, NewJob } from '../../platform/jobs/job-store.ts'
import { type JobStoreOptions, redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { connect, disconnect, type RedisClient } from '../../platform/redis/connect.ts'
import { dataFolder } from '../data-folder.ts'
import { namesOf } from '../every-server.ts'
import { redisOfTest } from '../redis-of-test.ts'
import { takeOne } from './take-one.ts'

interface TestStore {
  readonly store: JobStore
  readonly client: RedisClient
  readonly url: string
  readonly killRedis: () => Promise<void>
}

/** A busy machine is no server that is away. */
const PATIENT_MS = 60_000

/** commandTimeoutMs: how long a command waits for a server that was killed under it. */
export async function startStore(
  t: Test,
  options: JobStoreOptions = {},
  commandTimeoutMs = PATIENT_MS,
): Promise<TestStore> {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test', { commandTimeoutMs })
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  return { store: redisJobStore(client, options), client, url: redis.url, killRedis: redis.killOne }
}

export const FRAME = [Buffer.from([0xdd, 1, 2]), Buffer.from([3])]
/** Stored chunks of a result; the store does not look into them. */
export const RESULT = [Buffer.from([0, 255, 10]), Buffer.from('rest')]

export const newJob = (accountId: string, changes: Partial<NewJob> = {}): NewJob => ({
  jobId: randomUUID(),
  accountId,
  keyId: 'key-1',
  jobClass: 'standard',
  rowId: 'analysis.cpm',
  endpoint: '/api/v1/analysis/cpm/async',
  requestId: 'request-1',
  taskCount: 100,
  linkCount: 120,
  today: 20_778,
  frameChunks: FRAME.length,
  frameBytes: 4,
  frameVersion: FRAME_VERSION,
  callbackUrl: null,
  reservedBytes: 1_000,
  queuedCountMax: 20_000,
  idempotency: null,
  ...changes,
})

/** Writes the frame and submits; throws unless the job is queued. */
export async function submitted(store: JobStore, accountId: string, changes: Partial<NewJob> = {}): Promise<Job> {
  const job = newJob(accountId, changes)
  await store.writeFrame(accountId, job.jobId, FRAME)
  const submission = await store.submit(job)
  if (submission.state !== 'queued') throw new Error(submission.state)
  return submission.job
}

/** The next job of the account's shard in any class and lane, suspects last. */
export async function taken(store: JobStore, accountId: string, nodeId = 'node-1'): Promise<Lease | null> {
  const shard = shardOf(accountId)
  for (const jobClass of JOB_CLASSES) {
    for (const lane of JOB_LANES) {
      const lease = await takeOne(store, shard, jobClass, lane, nodeId)
      if (lease) return lease
    }
  }
  return store.takeSuspect(shard, nodeId)
}

export async function completed(store: JobStore, { job, fence }: Lease): Promise<'finished' | 'stale'> {
  for (const [index, chunk] of RESULT.entries()) await store.writeResult(job, fence, index, chunk)
  return store.finish(job, fence, outcome(fence))
}

export const outcome = (fence: number): FinishedJob => ({
  result: { fence, chunkCount: RESULT.length, bytes: 70, storedBytes: 7 },
  workerMs: 12.5,
})

export const FAILURE: FinishedJob = { error: { code: 'timeout', detail: 'It took too long.' }, workerMs: 1 }

/** All keys and what they hold, but for what the clock changes. */
export async function contents(client: RedisClient): Promise<Map<string, string>> {
  const names = await namesOf(client)
  const dumps = await Promise.all(names.map(name => client.dumpBuffer(name)))
  return new Map(names.map((name, i) => [name, dumps[i]!.toString('hex')]))
}

/** Over all shards. */
export const reservedBytes = (held: readonly HeldBytes[]): number =>
  held.reduce((sum, one) => sum + one.reservedBytes, 0)

/** Ends the lease of a job, as if its node had not renewed it. */
export const expireLease = (client: RedisClient, { accountId, jobId }: Job): Promise<unknown> =>
  client.zadd(`{j:${shardOf(accountId)}}:held`, 'XX', 1, jobId)

/** A client whose next script runs while its reply is lost. */
export function losingReplies(client: RedisClient): { client: RedisClient; loseNext(): void } {
  let isArmed = false
  const ways = ['evalsha', 'eval', 'callBuffer']
  const losing =
    (way: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      const reply = await way.apply(client, args)
      if (!isArmed) return reply
      isArmed = false
      throw new Error('Connection is closed.')
    }
  return {
    client: new Proxy(client, {
      get: (target, name) =>
        ways.includes(String(name)) ? losing(Reflect.get(target, name)) : Reflect.get(target, name),
    }),
    loseNext: () => {
      isArmed = true
    },
  }
}
