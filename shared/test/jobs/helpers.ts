/** A store on a real redis-server in a folder of its own, and jobs for it. */
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { JOB_CLASSES, JOB_LANES, queueOf, shardOf } from '../../jobs/classes.ts'
import type { Job } from '../../jobs/job.ts'
import type { FinishedJob, HeldBytes, JobStore, Lease, NewJob } from '../../jobs/job-store.ts'
import { type JobStoreOptions, redisJobStore } from '../../jobs/redis-job-store.ts'
import { connect, disconnect, type RedisClient } from '../../redis/connect.ts'
import { FRAME_VERSION } from '../../schedule/frame-versions.ts'
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

/** Every count and index of a shard, worked out anew from its jobs, against what the scripts keep. */
export async function audit(t: Test, client: RedisClient, shard: number): Promise<void> {
  const key = (...parts: (string | number)[]) => [`{j:${shard}}`, ...parts].join(':')
  const names = await namesOf(client, key('job', '*'))
  const jobs = await Promise.all(names.map(name => client.hgetall(name)))
  const count = (of: readonly string[]) =>
    Object.fromEntries([...new Set(of)].sort().map(name => [name, String(of.filter(other => other === name).length)]))
  const sorted = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
  const idsOf = (rows: readonly Record<string, string>[]) => rows.map(({ jobId }) => jobId!).sort()

  const queued = jobs.filter(({ state }) => state === 'queued')
  const processing = jobs.filter(({ state }) => state === 'processing')
  const ended = jobs.filter(({ state }) => !['queued', 'processing'].includes(state!))
  const inStream = jobs.filter(({ entry }) => entry !== undefined)
  const suspects = queued.filter(({ isSuspect }) => isSuspect === '1')
  const inBacklog = queued.filter(({ entry, isSuspect }) => entry === undefined && isSuspect !== '1')

  t.same(sorted(await client.hgetall(key('queued-counts'))), count(queued.map(job => job.accountId!)), 'queued counts')
  t.same(
    sorted(await client.hgetall(key('entries'))),
    count(inStream.map(job => `${job.queue}:${job.accountId}`)),
    'entries of accounts',
  )
  const inStreamAndQueued = inStream.filter(({ state }) => state === 'queued')
  t.ok(
    Object.values(count(inStreamAndQueued.map(job => `${job.queue}:${job.accountId}`))).every(
      entries => Number(entries) <= 4,
    ),
    'at most 4 of each wait there',
  )
  t.same(
    sorted(await client.hgetall(key('running'))),
    count(inStream.filter(({ state }) => state === 'processing').map(job => `${job.queue}:${job.accountId}`)),
    'running entries of accounts',
  )
  t.same((await client.lrange(key('lost'), 0, -1)).sort(), idsOf(suspects), 'suspects')
  t.same((await client.zrange(key('held'), 0, '-1')).sort(), idsOf(processing), 'leases')
  t.same((await client.zrange(key('retention'), 0, '-1')).sort(), idsOf(ended), 'retention')
  const shardHash = await client.hgetall(key())
  t.equal(
    Number(shardHash.reservedBytes ?? 0),
    [...queued, ...processing].reduce((sum, job) => sum + Number(job.reservedBytes), 0),
    'reserved bytes',
  )
  const sumBy = (rows: typeof jobs, bytesOf: (job: Record<string, string>) => number) => {
    const sums: Record<string, string> = {}
    for (const job of rows) sums[job.accountId!] = String(Number(sums[job.accountId!] ?? 0) + bytesOf(job))
    return sorted(sums)
  }
  const accounts = async (name: string) => {
    const flat = await client.zrange(name, 0, '-1', 'WITHSCORES')
    return sorted(Object.fromEntries(flat.flatMap((id, i) => (i % 2 === 0 ? [[id, flat[i + 1]!]] : []))))
  }
  const entries = async (name: string) => (await client.zrange(name, 0, '-1')).sort()
  const entriesOf = (rows: typeof jobs, accountId: string, bytesOf: (job: Record<string, string>) => number) =>
    rows
      .filter(job => job.accountId === accountId)
      .map(job => `${job.jobId} ${bytesOf(job)}`)
      .sort()
  const unended = [...queued, ...processing]
  const reservedOf = (job: Record<string, string>) => Number(job.reservedBytes)
  t.same(await accounts(key('waiting-bytes')), sumBy(unended, reservedOf), 'reserved bytes of accounts')
  for (const accountId of new Set(jobs.map(job => job.accountId!)))
    t.same(await entries(key('waiting', accountId)), entriesOf(unended, accountId, reservedOf), 'what jobs reserve')
  const kept = jobs.filter(job => job.hasFrame !== undefined)
  const failed = jobs.filter(({ state }) => state === 'failed')
  t.same((await client.zrange(key('failed'), 0, '-1')).sort(), idsOf(failed), 'failed jobs')
  t.ok(
    kept.every(({ state }) => state === 'failed'),
    'frames are kept of failed jobs alone',
  )
  const held = [
    ...jobs.filter(job => job.resultFence !== undefined),
    ...kept.filter(job => job.frameObject === undefined),
  ]
  const bytesOf = new Map<string, number>()
  for (const { jobId, resultFence, resultChunkCount, frameChunks } of held) {
    const chunks =
      resultFence === undefined
        ? Array.from({ length: Number(frameChunks) }, (_, i) => key('frame', jobId!, i))
        : Array.from({ length: Number(resultChunkCount) }, (_, i) => key('result', jobId!, resultFence, i))
    const sizes = await Promise.all(chunks.map(name => client.strlen(name)))
    bytesOf.set(
      jobId!,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  }
  t.equal(
    Number(shardHash.heldBytes ?? 0),
    [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0),
    'held bytes',
  )
  for (const jobClass of JOB_CLASSES) {
    const ofThis = held.filter(job => job.jobClass === jobClass)
    t.same(
      await accounts(key('result-bytes', jobClass)),
      sumBy(ofThis, job => bytesOf.get(job.jobId!)!),
      'held by accounts',
    )
    for (const accountId of new Set(ofThis.map(job => job.accountId!))) {
      const expected = entriesOf(ofThis, accountId, job => bytesOf.get(job.jobId!)!)
      t.same(await entries(key('results', jobClass, accountId)), expected, 'results of an account')
    }
  }
  for (const jobClass of JOB_CLASSES) {
    const ofClass = (rows: typeof jobs) => rows.filter(job => job.jobClass === jobClass)
    t.same((await client.zrange(key('queued', jobClass), 0, '-1')).sort(), idsOf(ofClass(queued)), `queued ${jobClass}`)
    t.equal(Number(shardHash[`processing:${jobClass}`] ?? 0), ofClass(processing).length, `processing ${jobClass}`)
    for (const lane of JOB_LANES) {
      const queue = queueOf(jobClass, lane, FRAME_VERSION)
      const entries = (await client.xrange(key('stream', queue), '-', '+')).map(([id]) => id)
      const expected = inStream.filter(job => job.queue === queue)
      t.same(entries.sort(), expected.map(job => job.entry!).sort(), `stream ${queue}`)
      for (const accountId of new Set(jobs.map(job => job.accountId!))) {
        const ids = await client.lrange(key('backlog', queue, accountId), 0, -1)
        const waiting = inBacklog.filter(job => job.queue === queue && job.accountId === accountId)
        t.same(ids.sort(), idsOf(waiting), `backlog ${queue} ${accountId}`)
        t.ok(
          ids.length === 0 ||
            expected.filter(job => job.accountId === accountId && job.state === 'queued').length === 4,
          'no place is left free',
        )
      }
    }
  }
  for (const job of jobs) {
    const isHeld = job.state === 'queued' || job.state === 'processing' || job.hasFrame !== undefined
    t.equal(await client.exists(key('frame', job.jobId!, 0)), isHeld ? 1 : 0, `frame of a ${job.state} job`)
    t.equal(job.lease !== undefined, job.state === 'processing', `lease of a ${job.state} job`)
    const isCalledBack = job.callbackUrl !== undefined && ['completed', 'failed'].includes(job.state!)
    t.equal(
      await client.hexists(key('delivery', job.jobId!), 'state'),
      isCalledBack ? 1 : 0,
      `callback of a ${job.state} job`,
    )
  }
}
