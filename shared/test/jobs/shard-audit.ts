/** Every count and index of a shard, computed again from its jobs and compared with what the scripts keep. */

import type { Test } from 'tap'
import { JOB_CLASSES, JOB_LANES, queueOf } from '../../contract/job-classes.ts'
import { FRAME_VERSION } from '../../contract/schedule/frame-versions.ts'
import type { RedisClient } from '../../platform/redis/connect.ts'
import { namesOf } from '../every-server.ts'

type JobHash = Record<string, string>
type BytesOf = (job: JobHash) => number

const count = (of: readonly string[]) =>
  Object.fromEntries([...new Set(of)].sort().map(name => [name, String(of.filter(other => other === name).length)]))
const sorted = (record: JobHash) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
const idsOf = (rows: readonly JobHash[]) => rows.map(({ jobId }) => jobId!).sort()
const reservedOf: BytesOf = job => Number(job.reservedBytes)

function sumBy(rows: readonly JobHash[], bytesOf: BytesOf) {
  const sums: JobHash = {}
  for (const job of rows) sums[job.accountId!] = String(Number(sums[job.accountId!] ?? 0) + bytesOf(job))
  return sorted(sums)
}

const entriesOf = (rows: readonly JobHash[], accountId: string, bytesOf: BytesOf) =>
  rows
    .filter(job => job.accountId === accountId)
    .map(job => `${job.jobId} ${bytesOf(job)}`)
    .sort()

export async function audit(t: Test, client: RedisClient, shard: number): Promise<void> {
  const state = await shardState(client, shard)
  await auditCounts(t, state)
  await auditReserved(t, state)
  await auditHeld(t, state)
  await auditStreams(t, state)
  await auditJobs(t, state)
}

type ShardState = Awaited<ReturnType<typeof shardState>>

async function shardState(client: RedisClient, shard: number) {
  const key = (...parts: (string | number)[]) => [`{j:${shard}}`, ...parts].join(':')
  const names = await namesOf(client, key('job', '*'))
  const jobs: readonly JobHash[] = await Promise.all(names.map(name => client.hgetall(name)))
  const queued = jobs.filter(({ state }) => state === 'queued')
  const inStream = jobs.filter(({ entry }) => entry !== undefined)
  return {
    client,
    key,
    jobs,
    queued,
    inStream,
    processing: jobs.filter(({ state }) => state === 'processing'),
    inBacklog: queued.filter(({ entry, isSuspect }) => entry === undefined && isSuspect !== '1'),
    shardHash: await client.hgetall(key()),
    /** Members of a sorted set. */
    entries: async (name: string) => (await client.zrange(name, 0, '-1')).sort(),
    /** Bytes by account of a sorted set. */
    accounts: async (name: string) => {
      const flat = await client.zrange(name, 0, '-1', 'WITHSCORES')
      return sorted(Object.fromEntries(flat.flatMap((id, i) => (i % 2 === 0 ? [[id, flat[i + 1]!]] : []))))
    },
  }
}

async function auditCounts(t: Test, { client, key, jobs, queued, processing, inStream, shardHash }: ShardState) {
  const ended = jobs.filter(({ state }) => !['queued', 'processing'].includes(state!))
  const suspects = queued.filter(({ isSuspect }) => isSuspect === '1')
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
  t.equal(
    Number(shardHash.reservedBytes ?? 0),
    [...queued, ...processing].reduce((sum, job) => sum + Number(job.reservedBytes), 0),
    'reserved bytes',
  )
}

async function auditReserved(t: Test, { key, jobs, queued, processing, entries, accounts }: ShardState) {
  const unended = [...queued, ...processing]
  t.same(await accounts(key('waiting-bytes')), sumBy(unended, reservedOf), 'reserved bytes of accounts')
  for (const accountId of new Set(jobs.map(job => job.accountId!)))
    t.same(await entries(key('waiting', accountId)), entriesOf(unended, accountId, reservedOf), 'what jobs reserve')
}

async function auditHeld(t: Test, { client, key, jobs, shardHash, entries, accounts }: ShardState) {
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
}

async function auditStreams(t: Test, state: ShardState) {
  const { client, key, jobs, queued, processing, inStream, inBacklog, shardHash } = state
  for (const jobClass of JOB_CLASSES) {
    const ofClass = (rows: readonly JobHash[]) => rows.filter(job => job.jobClass === jobClass)
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
}

async function auditJobs(t: Test, { client, key, jobs }: ShardState) {
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
