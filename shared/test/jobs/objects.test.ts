import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import { DELIVERIES_MAX, NODE_LOSSES_FORGIVEN } from '../../contract/job-states.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { INLINE_BYTES_MAX, type JobStore, type Lease } from '../../platform/jobs/job-store.ts'
import { listFailed, retryJob } from '../../platform/jobs/redis/failed-jobs.ts'
import { holdObjects } from '../../platform/jobs/redis/object-names.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { FolderObjects } from '../../platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../platform/objects/watched-objects.ts'
import { jobKey } from '../../platform/redis/keys.ts'
import { dataFolder } from '../data-folder.ts'
import { namesOf } from '../every-server.ts'
import { kept } from '../objects/every-store.ts'
import { expireLease, FAILURE, newJob, startStore, submitted, taken } from './helpers.ts'

const CHUNKS = [randomBytes(200_000), randomBytes(70_000)]
const HOUR_MS = 3_600_000

async function start(t: Test) {
  const folder = join(dataFolder(t), 'objects')
  const objects = new WatchedObjects(new FolderObjects(folder))
  t.teardown(() => objects.close())
  const { store, client } = await startStore(t, { objects })
  const files = (): string[] =>
    readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  return { store, client, folder, objects, files }
}

async function submittedLarge(store: JobStore, accountId: string, chunks = CHUNKS, jobId?: string): Promise<Job> {
  const job = newJob(accountId, { frameChunks: chunks.length, ...(jobId !== undefined && { jobId }) })
  const frameObject = await store.writeFrame(accountId, job.jobId, chunks)
  if (frameObject === undefined) throw new Error('it is no object')
  const submission = await store.submit({ ...job, frameObject })
  if (submission.state !== 'queued') throw new Error(submission.state)
  return submission.job
}

async function written(store: JobStore, { job, fence }: Lease, chunks = CHUNKS) {
  for (const [index, chunk] of chunks.entries()) await store.writeResult(job, fence, index, chunk)
  const storedBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return store.finish(job, fence, {
    result: { fence, chunkCount: chunks.length, bytes: storedBytes, storedBytes },
    workerMs: 1,
  })
}

async function resultOf(store: JobStore, job: Job): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.readResult(job)) chunks.push(Buffer.from(chunk))
  return chunks
}

const buffers = (chunks: readonly Uint8Array[]) => chunks.map(chunk => Buffer.from(chunk))

t.test('a large frame and a large result lie in objects, and go with their job', async t => {
  const { store, client, files } = await start(t)
  const job = await submittedLarge(store, 'a')
  t.equal(files().length, 1)
  t.same(await namesOf(client, '*:frame:*'), [], 'nothing of the frame is in Redis')
  const lease = (await taken(store, 'a'))!
  t.same(buffers(await store.readFrame(lease.job)), CHUNKS)
  t.equal(await written(store, lease), 'finished')
  t.equal(files().length, 2, 'the frame is not removed by the script')
  t.same(await namesOf(client, '*:result:*'), [])
  t.equal(await store.removeDropped(shardOf('a')), 1)
  t.equal(files().length, 1)
  const done = (await store.read('a', job.jobId))!
  t.same(await resultOf(store, done), CHUNKS)
  await store.checkResult(done)
  t.equal(await store.remove('a', job.jobId), 'removed')
  t.equal(await store.removeDropped(shardOf('a')), 1)
  t.same(files(), [])
  t.equal(await store.removeDropped(shardOf('a')), 0)
})

t.test('Redis keeps less than 4 KB of a job with an object', async t => {
  const { store, client } = await start(t)
  const { jobId } = await submittedLarge(store, 'a')
  const bytes = Number(await client.memory('USAGE', jobKey(shardOf('a'), 'job', jobId)))
  t.ok(bytes < 4_096, `${bytes} bytes`)
})

t.test('frames up to the threshold stay in Redis', async t => {
  const { store, files } = await start(t)
  t.equal(await store.writeFrame('a', 'x', [Buffer.alloc(INLINE_BYTES_MAX)]), undefined)
  t.ok(await store.writeFrame('a', 'y', [Buffer.alloc(INLINE_BYTES_MAX), Buffer.alloc(1)]))
  t.equal(files().length, 1)
  await submitted(store, 'a')
  t.equal(files().length, 1)
})

t.test(
  'a job that ends drops its frame, one that failed when its record goes or it was queued again and ends',
  async t => {
    const { store, client, files } = await start(t)
    const cancelled = await submittedLarge(store, 'a')
    await store.cancel('a', cancelled.jobId)
    t.equal(await store.removeDropped(shardOf('a')), 1)
    await submittedLarge(store, 'a')
    const failed = (await taken(store, 'a'))!
    await store.finish(failed.job, failed.fence, FAILURE)
    t.equal(await store.removeDropped(shardOf('a')), 0)
    t.equal(await store.remove('a', failed.job.jobId), 'removed')
    t.equal(await store.removeDropped(shardOf('a')), 1)
    await submittedLarge(store, 'a')
    for (let delivery = 0; delivery < DELIVERIES_MAX + NODE_LOSSES_FORGIVEN; delivery++) {
      const lost = (await taken(store, 'a'))!
      t.same(buffers(await store.readFrame(lost.job)), CHUNKS, 'each attempt has the frame')
      await expireLease(client, lost.job)
      await store.reclaim(shardOf('a'))
    }
    t.equal(await store.removeDropped(shardOf('a')), 0)
    const [lost] = (await listFailed(client, { limit: 1 })).jobs
    t.equal(await retryJob(client, lost!.job), 'queued')
    const again = (await taken(store, 'a'))!
    t.same(buffers(await store.readFrame(again.job)), CHUNKS, 'queued again it has the frame')
    await store.cancel('a', again.job.jobId)
    t.equal(await store.removeDropped(shardOf('a')), 1)
    const refused = await store.writeFrame('a', 'refused', CHUNKS)
    await store.dropFrame('a', 'refused', CHUNKS.length, refused)
    t.same(files(), [])
  },
)

t.test('an attempt that lost its lease harms no result, though it writes the same bytes', async t => {
  const { store, client, files } = await start(t)
  const { jobId } = await submittedLarge(store, 'a')
  const first = (await taken(store, 'a'))!
  await expireLease(client, first.job)
  await store.reclaim(shardOf('a'))
  const second = (await taken(store, 'a'))!
  t.equal(await written(store, second), 'finished')
  t.equal(await written(store, first), 'stale')
  await store.removeDropped(shardOf('a'))
  t.same(await resultOf(store, (await store.read('a', jobId))!), CHUNKS)
  t.equal(files().length, 1)
})

t.test('a result that comes after its job was cancelled, or removed with its account, leaves nothing', async t => {
  const { store, files } = await start(t)
  for (const isRemoved of [false, true]) {
    const { jobId } = await submittedLarge(store, 'a')
    const lease = (await taken(store, 'a'))!
    await store.cancel('a', jobId)
    if (isRemoved) {
      await store.remove('a', jobId)
      await store.eraseObjects('a')
    }
    t.equal(await written(store, lease), 'stale')
    await store.removeDropped(shardOf('a'))
    t.same(files(), [])
  }
})

t.test('what was not finished leaves nothing', async t => {
  const { store, folder } = await start(t)
  await submitted(store, 'a')
  const lease = (await taken(store, 'a'))!
  await store.writeResult(lease.job, lease.fence, 0, CHUNKS[0]!)
  t.equal(readdirSync(join(folder, 'drafts')).length, 1)
  await store.dropResult(lease.job, lease.fence)
  t.same(readdirSync(join(folder, 'drafts')), [])
  t.equal(await written(store, lease), 'finished', 'and it may begin anew')
})

t.test(
  'a job that rested when its node died is queued as before, however often; one that was worked on again is a suspect',
  async t => {
    const { store, client } = await start(t)
    const shard = shardOf('a')
    const { jobId } = await submittedLarge(store, 'a')
    for (let death = 0; death < 5; death++) {
      const lease = (await taken(store, 'a'))!
      t.notOk(lease.isSuspect)
      await store.rest(lease.job, lease.fence, true)
      await expireLease(client, lease.job)
      await store.reclaim(shard)
      t.equal((await store.read('a', jobId))!.state, 'queued')
      await store.rest(lease.job, lease.fence, true)
    }
    const lease = (await taken(store, 'a'))!
    await store.rest(lease.job, lease.fence, true)
    await store.rest(lease.job, lease.fence, false)
    await expireLease(client, lease.job)
    await store.reclaim(shard)
    t.equal((await taken(store, 'a'))?.isSuspect, true)
  },
)

t.test('the sweep removes what nothing names, once it is an hour old', async t => {
  const { store, client, objects, files } = await start(t)
  const age = (hours: number) => {
    const seconds = (Date.now() - hours * HOUR_MS) / 1000
    for (const file of files()) utimesSync(file, seconds, seconds)
  }
  const sweep = async (): Promise<number> => {
    await client.del(jobKey(0, 'sweeping'))
    return store.sweepObjects('node-1')
  }
  const queued = await submittedLarge(store, 'a')
  await submittedLarge(store, 'b')
  t.equal(await written(store, (await taken(store, 'b'))!), 'finished')
  await store.writeFrame('a', 'never-submitted', CHUNKS)
  t.equal(files().length, 4)
  age(0.9)
  t.equal(await sweep(), 0, 'a submission may be under way')
  age(1.1)
  // of another Redis that shares the place
  const foreign = await kept(objects, `0123456789ab/${shardOf('a')}/a/00/job-`, Buffer.from('foreign'))
  age(1.1)
  t.equal(await sweep(), 1, 'the frame of no job')
  t.equal(await store.sweepObjects('node-2'), 0, 'one at a time')
  t.equal(files().length, 4)
  t.ok(files().some(file => file.endsWith(foreign)))
  const lease = (await taken(store, 'a'))!
  t.equal(lease.job.jobId, queued.jobId)
  t.same(buffers(await store.readFrame(lease.job)), CHUNKS)
})

t.test('an account is erased with all its objects; the same bytes of another stay', async t => {
  const { store, files } = await start(t)
  const mine = await submittedLarge(store, 'mine')
  const yours = await submittedLarge(store, 'yours')
  await store.writeFrame('mine', 'never-submitted', CHUNKS)
  t.equal(files().length, 3, 'two accounts share no object')
  await store.cancel('mine', mine.jobId)
  await store.remove('mine', mine.jobId)
  await store.eraseObjects('mine')
  t.equal(files().length, 1)
  t.same(buffers(await store.readFrame(yours)), CHUNKS)
})

t.test('the erasure of an account leaves to a backup what others dropped while it is made', async t => {
  const { store, client, files } = await start(t)
  const neighbour = Array.from({ length: 1_000 }, (_, i) => `n${i}`).find(id => shardOf(id) === shardOf('mine'))!
  const mine = await submittedLarge(store, 'mine')
  const yours = await submittedLarge(store, neighbour)
  t.ok(await holdObjects(client, 'backup', 60_000))
  for (const { accountId, jobId } of [mine, yours]) await store.cancel(accountId, jobId)
  await store.remove('mine', mine.jobId)
  await store.eraseObjects('mine')
  t.ok(existsSync(files()[0] ?? ''), 'the copy of Redis names it')
  t.same(
    await client.smembers(jobKey(shardOf('mine'), 'dropped')),
    [yours.frameObject],
    'no name of the erased is left',
  )
})

t.test(
  'an object that cannot be removed keeps neither others from their removal nor anybody from the store',
  async t => {
    const { store, client, files, objects } = await start(t)
    const jobs = [await submittedLarge(store, 'a'), await submittedLarge(store, 'a'), await submittedLarge(store, 'a')]
    const stuck = files().find(file => file.includes(jobs[1]!.jobId))!
    rmSync(stuck)
    mkdirSync(join(stuck, 'in-the-way'), { recursive: true })
    for (const { jobId } of jobs) await store.cancel('a', jobId)
    await t.rejects(store.removeDropped(shardOf('a')), {
      name: 'ObjectsUnavailable',
      message: new RegExp(jobs[1]!.jobId),
    })
    t.same(files(), [])
    t.same(await client.smembers(jobKey(shardOf('a'), 'dropped')), [jobs[1]!.frameObject], 'it is tried again')
    t.notOk(objects.isAway)
  },
)

t.test('a file of another program among the objects stops neither the sweep nor an erasure', async t => {
  const { store, client, files } = await start(t)
  await store.writeFrame('a', 'never-submitted', CHUNKS)
  await store.writeFrame('a', 'nor-this', CHUNKS)
  const foreign = files().map(file => join(dirname(file), '.nfs000000000000a1b200000001'))
  for (const file of foreign) writeFileSync(file, 'open elsewhere')
  const anHourAgo = Date.now() / 1000 - 2 * 3_600
  for (const file of files()) utimesSync(file, anHourAgo, anHourAgo)
  t.equal(await store.sweepObjects('node-1'), 2)
  t.same(files().sort(), foreign.sort(), 'it is not ours to remove')
  await client.del(jobKey(0, 'sweeping'))
  t.equal(await store.sweepObjects('node-1'), 0)
  await store.writeFrame('a', 'nor-this', CHUNKS)
  await store.eraseObjects('a')
  t.same(files().sort(), foreign.sort())
})

t.test('ids of any letters', async t => {
  const { store, files } = await start(t)
  const job = await submittedLarge(store, '../../etc/ö')
  t.equal(files().length, 1)
  t.same(buffers(await store.readFrame(job)), CHUNKS)
  await t.rejects(store.writeFrame('a', '../x', CHUNKS), /cannot be part of the name/)
})

t.test('jobs that lie in Redis go on beside a store of objects, and the other way round they wait for it', async t => {
  const { store, client } = await start(t)
  const without = redisJobStore(client)
  const job = newJob('old', { frameChunks: CHUNKS.length })
  t.equal(await without.writeFrame('old', job.jobId, CHUNKS), undefined)
  await without.submit(job)
  const old = (await taken(store, 'old'))!
  t.same(buffers(await store.readFrame(old.job)), CHUNKS)
  t.equal(await written(without, old), 'finished')
  t.same(await resultOf(store, (await store.read('old', job.jobId))!), CHUNKS)

  await submittedLarge(store, 'new')
  const lease = (await taken(without, 'new'))!
  await t.rejects(without.readFrame(lease.job), { name: 'ObjectsUnavailable' })
  t.equal(await without.requeue(lease.job, lease.fence, 'drain'), 'queued')
  t.same(buffers(await store.readFrame((await taken(store, 'new'))!.job)), CHUNKS)
})

t.test('while the store of objects is away, nothing is taken as done', async t => {
  const { store, objects, folder, files } = await start(t)
  const ended = await submittedLarge(store, 'a')
  await store.cancel('a', ended.jobId)
  const waiting = await submittedLarge(store, 'a')
  renameSync(folder, `${folder}-away`)
  await t.rejects(store.writeFrame('a', 'x', CHUNKS), { name: 'ObjectsUnavailable' })
  t.equal(store.objectsState(), 'away')
  await t.rejects(store.removeDropped(shardOf('a')), { name: 'ObjectsUnavailable' })
  await t.rejects(store.eraseObjects('a'), { name: 'ObjectsUnavailable' })
  await t.rejects(store.sweepObjects('node-1'), { name: 'ObjectsUnavailable' })
  await t.rejects(store.readFrame(waiting), { name: 'ObjectsUnavailable' })
  await submitted(store, 'a')
  renameSync(`${folder}-away`, folder)
  while (objects.isAway) await new Promise(resolve => setTimeout(resolve, 20))
  t.equal(await store.removeDropped(shardOf('a')), 1)
  t.equal(files().length, 1)
  t.same(buffers(await store.readFrame(waiting)), CHUNKS)
})
