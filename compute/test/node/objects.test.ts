import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { INLINE_BYTES_MAX, type JobStore } from '../../../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { FolderObjects } from '../../../shared/platform/objects/folder-objects.ts'
import { ObjectsUnavailable } from '../../../shared/platform/objects/object-store.ts'
import { WatchedObjects } from '../../../shared/platform/objects/watched-objects.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { until } from '../../../shared/test/until.ts'
import {
  cpmWork,
  ended,
  envelopeOf,
  resultOf,
  startJobs,
  startNode,
  submit,
  type TestJobs,
  triesOf,
} from '../helpers/jobs.ts'

const SMALL = cpmWork(60, 1)
/** Its frame lies in an object, its result too. */
const LARGE = cpmWork(6_000, 2)
/** Its frame travels with the job, its result does not. */
const LARGE_RESULT = cpmWork(1_500, 3)

const bytesOf = ({ chunks }: typeof LARGE): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0)

async function start(t: Test) {
  const folder = join(dataFolder(t), 'objects')
  const objects = new WatchedObjects(new FolderObjects(folder))
  t.teardown(() => objects.close())
  const jobs = await startJobs(t, { objects })
  const count = () =>
    readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
      .length
  return {
    jobs,
    count,
    takeAway: () => renameSync(folder, `${folder}-away`),
    bringBack: () => renameSync(`${folder}-away`, folder),
  }
}

const processing = async ({ store }: TestJobs): Promise<number> =>
  (await store.depths()).reduce((sum, depth) => sum + depth.processing, 0)

t.test('jobs by way of objects have the results of calls', async t => {
  t.ok(bytesOf(LARGE) > INLINE_BYTES_MAX)
  t.ok(bytesOf(LARGE_RESULT) < INLINE_BYTES_MAX)
  const { jobs, count } = await start(t)
  await startNode(t, jobs)
  for (const work of [LARGE, LARGE_RESULT, SMALL]) {
    const [job] = await ended(jobs.store, [await submit(jobs.store, work)])
    t.equal(job!.state, 'completed')
    t.ok((await resultOf(jobs.store, job!)).text === envelopeOf(work), 'byte for byte')
    t.equal(job!.result!.object === undefined, work === SMALL)
  }
  await until('the frame is removed', () => count() === 2)
})

t.test('while objects are away large jobs wait and small ones go on', async t => {
  const { jobs, takeAway, bringBack } = await start(t)
  const large = await Promise.all(Array.from({ length: 6 }, () => submit(jobs.store, LARGE)))
  const lateResult = await submit(jobs.store, LARGE_RESULT)
  const cancelled = await submit(jobs.store, LARGE)
  takeAway()
  await startNode(t, jobs)
  await until('all are held', async () => (await processing(jobs)) === 8)
  const small = await Promise.all(Array.from({ length: 20 }, () => submit(jobs.store, SMALL)))
  t.same(new Set((await ended(jobs.store, small)).map(({ state }) => state)), new Set(['completed']))
  await jobs.store.cancel(cancelled.accountId, cancelled.jobId)
  await until('a cancelled one is let go', async () => (await processing(jobs)) === 7)
  bringBack()
  for (const job of await ended(jobs.store, [...large, lateResult])) {
    t.equal(job.state, 'completed')
    t.equal(await triesOf(jobs, job), 1, 'no attempt was lost by it')
    const work = job.jobId === lateResult.jobId ? LARGE_RESULT : LARGE
    t.ok((await resultOf(jobs.store, job)).text === envelopeOf(work))
  }
})

const DRAIN_SECONDS = 60

t.test('a node that drains gives back what waits for objects', async t => {
  const { jobs, takeAway, bringBack } = await start(t)
  const large = await Promise.all(Array.from({ length: 3 }, () => submit(jobs.store, LARGE)))
  takeAway()
  const { node } = await startNode(t, jobs, { DRAIN_SECONDS: String(DRAIN_SECONDS) })
  await until('all are held', async () => (await processing(jobs)) === 3)
  const sinceMs = performance.now()
  await node.drain()
  t.ok(performance.now() - sinceMs < DRAIN_SECONDS * 1000, 'it does not wait for the store')
  t.equal(await processing(jobs), 0)
  bringBack()
  await startNode(t, jobs)
  t.same(
    (await ended(jobs.store, large)).map(({ state }) => state),
    ['completed', 'completed', 'completed'],
  )
})

t.test('a node without a store of objects leaves large jobs to one with it', async t => {
  const { jobs } = await start(t)
  const large = await submit(jobs.store, LARGE)
  await startNode(t, { ...jobs, store: redisJobStore(jobs.client) })
  await until('it is held in vain', async () => (await processing(jobs)) === 1)
  await startNode(t, jobs)
  const [job] = await ended(jobs.store, [large], 60_000)
  t.equal(job!.state, 'completed')
})

t.test(
  'a store that says nothing for longer than a job may take is waited for, and costs the job none of its time',
  async t => {
    const { jobs } = await start(t)
    const large = await submit(jobs.store, LARGE)
    let reads = 0
    const silent: JobStore = {
      ...jobs.store,
      async readFrame(job) {
        if (reads++ > 0) return jobs.store.readFrame(job)
        await pause(11_000)
        throw new ObjectsUnavailable('the bucket said nothing')
      },
    }
    await startNode(t, { ...jobs, store: silent }, { JOB_SECONDS: '10', JOB_SECONDS_MAX: '10' })
    const [job] = await ended(jobs.store, [large], 60_000)
    t.equal(job!.state, 'completed')
    t.equal(reads, 2)
  },
)
