/** No account fills the disk of objects: results go before their time, the oldest of the account that holds most. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { JobClass } from '../../contract/job-classes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { JobStore } from '../../platform/jobs/job-store.ts'
import { excessObjectBytes, isTight } from '../../platform/jobs/redis/object-eviction.ts'
import { FolderObjects } from '../../platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../platform/objects/watched-objects.ts'
import { diskOf } from '../../platform/redis/disk.ts'
import { jobKey } from '../../platform/redis/keys.ts'
import { mastersOf } from '../../platform/redis/masters.ts'
import { dataFolder } from '../data-folder.ts'
import { FAILURE, newJob, startStore, submitted, taken } from './helpers.ts'

const KB = 1024
const GB = 2 ** 30
const RESULT = 100 * KB

/** A folder on a disk that has so much free beside it. */
class SmallDisk extends FolderObjects {
  freeBytes = 0

  override async room() {
    return { freeBytes: this.freeBytes, totalBytes: 2_000 * KB }
  }
}

async function start(t: Test) {
  const disk = new SmallDisk(join(dataFolder(t), 'objects'))
  const objects = new WatchedObjects(disk)
  t.teardown(() => objects.close())
  const { store, client } = await startStore(t, { objects })
  /** A Redis on this machine needs room to write its file anew. */
  const rewriteBytes = async (): Promise<number> =>
    (await Promise.all((await mastersOf(client)).map(diskOf))).reduce(
      (sum, { free }) => sum + (free?.rewriteBytes ?? 0),
      0,
    )
  const relieve = async () => {
    await client.del(jobKey(0, 'relieving'))
    return store.evictObjects('node', 0)
  }
  return { store, client, disk, relieve, rewriteBytes }
}

async function submittedLarge(store: JobStore, accountId: string, jobClass: JobClass): Promise<void> {
  const job = newJob(accountId, { jobClass, frameChunks: 1 })
  const frameObject = (await store.writeFrame(accountId, job.jobId, [randomBytes(RESULT)]))!
  await store.submit({ ...job, frameObject })
}

/** A finished job whose result of RESULT bytes is an object. */
async function finished(store: JobStore, accountId: string, jobClass: JobClass = 'standard'): Promise<Job> {
  await submitted(store, accountId, { jobClass })
  const { job, fence } = (await taken(store, accountId))!
  const chunk = randomBytes(RESULT)
  await store.writeResult(job, fence, 0, chunk)
  await store.finish(job, fence, {
    result: { fence, chunkCount: 1, bytes: chunk.length, storedBytes: chunk.length },
    workerMs: 1,
  })
  // objects of one millisecond have no order
  await sleep(5)
  return job
}

const removedOf = async (store: JobStore, jobs: readonly Job[]): Promise<number[]> => {
  const found = await Promise.all(jobs.map(({ accountId, jobId }) => store.read(accountId, jobId)))
  return found.flatMap((job, i) => (job!.resultRemoved?.why === 'disk' && job!.result === null ? [i] : []))
}

t.test('results may take four fifths of what they and the free space come to, less what must be free', async t => {
  const room = { freeBytes: 20 * GB, totalBytes: 1_000 * GB }
  t.equal(excessObjectBytes(80 * GB, room, 0), 0)
  t.equal(excessObjectBytes(81 * GB, room, 0), Math.ceil(81 * GB - 0.75 * 101 * GB))
  t.equal(excessObjectBytes(80 * GB, room, 4 * GB), 8 * GB)
  t.equal(excessObjectBytes(10 * GB, { ...room, freeBytes: 0 }, 20 * GB), 10 * GB, 'all of them, and no more')
  t.equal(isTight(room, 0), true)
  t.equal(isTight({ ...room, freeBytes: 101 * GB }, 0), false)
  t.equal(isTight({ ...room, freeBytes: 101 * GB }, GB), true)
})

t.test('the account that holds most gives its oldest results, and the others keep theirs', async t => {
  const { store, disk, relieve, rewriteBytes } = await start(t)
  const large: Job[] = []
  for (let i = 0; i < 8; i++) large.push(await finished(store, 'large'))
  const small = [await finished(store, 'small'), await finished(store, 'small')]
  const used = 10 * RESULT

  disk.freeBytes = used + 2 * (await rewriteBytes())
  t.same(await relieve(), { resultCount: 0, bytes: 0 }, 'there is room')
  // results may take four fifths of 11 of their lengths: 8.8 of them; down to 8.25
  disk.freeBytes = RESULT + (await rewriteBytes())
  const { resultCount, bytes } = await relieve()
  t.equal(resultCount, 2)
  t.ok(bytes >= 2 * RESULT, `${bytes} bytes`)
  t.same(await removedOf(store, large), [0, 1])
  t.same(await removedOf(store, small), [])
  let files = 0
  for await (const { name } of disk.list('')) if (name.includes('-result-')) files++
  t.equal(files, 8, 'they are gone from the disk')
})

t.test('a class of more weight gives later', async t => {
  const { store, disk, relieve, rewriteBytes } = await start(t)
  const government: Job[] = []
  for (let i = 0; i < 6; i++) government.push(await finished(store, 'ministry', 'government'))
  const standard = [await finished(store, 'firm'), await finished(store, 'firm'), await finished(store, 'firm')]
  disk.freeBytes = RESULT + (await rewriteBytes())
  t.ok((await relieve()).resultCount >= 1)
  t.same(await removedOf(store, government), [])
  t.ok((await removedOf(store, standard)).length >= 1)
})

t.test('what waits is never removed, and of what failed the kept frame goes', async t => {
  const { store, disk, relieve } = await start(t)
  await submittedLarge(store, 'a', 'standard')
  const { job, fence } = (await taken(store, 'a'))!
  await store.finish(job, fence, FAILURE)
  await submittedLarge(store, 'a', 'standard')
  disk.freeBytes = 0
  t.match(await relieve(), { resultCount: 1 })
  const waiting = (await taken(store, 'a'))!
  t.equal((await store.readFrame(waiting.job)).length, 1, 'the frame of the one that waits is there')
})

t.test('nodes do it one at a time, and not while a backup is made', async t => {
  const { store, client, disk } = await start(t)
  await finished(store, 'a')
  disk.freeBytes = 0
  await client.set(jobKey(0, 'holding'), 'backup')
  t.match(await store.evictObjects('node', 0), { resultCount: 0 })
  await client.del(jobKey(0, 'holding'))
  await client.set(jobKey(0, 'relieving'), 'another node')
  t.match(await store.evictObjects('node', 0), { resultCount: 0 })
  await client.del(jobKey(0, 'relieving'))
  t.match(await store.evictObjects('node', 0), { resultCount: 1 })
})
