/** What Redis keeps of large jobs, and what becomes of them while the store of objects is killed again and again. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import type { JobStore } from '../../../shared/platform/jobs/job-store.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { openObjects } from '../../../shared/platform/objects/open-objects.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { configure, usedBytes } from '../../../shared/test/every-server.ts'
import { s3Server } from '../../../shared/test/objects/s3-server.ts'
import {
  cpmWork,
  ended,
  envelopeOf,
  forkNode,
  resultOf,
  startJobs,
  startNode,
  submit,
  type TestJobs,
  type Work,
} from '../helpers/jobs.ts'
import { between, random } from '../helpers/random.ts'

t.setTimeout(1_800_000)

const KILOBYTE = 1_024
const MEGABYTE = 1_024 * KILOBYTE
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** settings: environment variables that lead to the store of objects. */
async function start(t: Test, settings: Record<string, string>) {
  const outcome = readConfig(settings, { coreCount: 2, memoryBytes: 2 ** 32 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const objects = openObjects(outcome.config)
  t.teardown(() => objects?.close())
  return startJobs(t, { objects })
}

const folderOf = (path: string) => ({ OBJECT_STORE: pathToFileURL(path).href })

const jobCounts = (jobs: readonly Job[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(jobs, ({ state }) => state)].map(([state, some]) => [state, some.length]))

t.test('Redis keeps less than 20 KB of a job of 100,000 tasks, and 1,000 of them wait within 256 MB', async t => {
  const work = cpmWork(100_000, 1)
  const jobs = await start(t, folderOf(join(dataFolder(t), 'objects')))
  const { store, client } = jobs
  await configure(client, 'maxmemory', String(256 * MEGABYTE))
  // scripts, streams and the first records
  const { jobId, frameObject } = await submit(store, work)
  await store.cancel('account-1', jobId)
  const before = await usedBytes(client)
  const some = await Promise.all(Array.from({ length: 8 }, () => submit(store, work)))
  const perJob = ((await usedBytes(client)) - before) / 8
  t.comment(`a queued job of 100,000 tasks: ${Math.round(perJob)} bytes of Redis`)
  t.ok(perJob < 20 * KILOBYTE)

  // the frame of each lies on disk; 1,000 files of it would only measure the disk
  const named = { ...work, chunks: [] }
  const others: Job[] = []
  for (let i = 0; i < 992; i++)
    others.push(await submitNaming(store, named, frameObject!, work.chunks.length, `account-${i % 40}`))
  const queuedBytes = await usedBytes(client)
  t.comment(
    `1,000 of them queued: ${(queuedBytes / MEGABYTE).toFixed(1)} MB of Redis, ${Math.round((queuedBytes - before) / 1_000)} bytes each`,
  )
  t.ok(queuedBytes < 256 * MEGABYTE)
  t.ok((queuedBytes - before) / 1_000 < 20 * KILOBYTE)

  for (const { accountId, jobId } of others) await store.cancel(accountId, jobId)
  for (const { accountId, jobId } of others) await store.remove(accountId, jobId)
  await startNode(t, jobs)
  const done = await ended(store, some, 600_000)
  // connections and scripts of the node are counted by now
  const idle = await usedBytes(client)
  done.push(...(await ended(store, await Promise.all(some.map(() => submit(store, work))), 600_000)))
  const perResult = ((await usedBytes(client)) - idle) / some.length
  t.comment(`a completed job of 100,000 tasks: ${Math.round(perResult)} bytes of Redis`)
  t.ok(perResult < 20 * KILOBYTE)
  t.same(jobCounts(done), { completed: 2 * some.length })
  t.ok(done.every(({ result }) => result!.object !== undefined))
  t.ok((await resultOf(store, done[0]!)).text === envelopeOf(work), 'the result is that of a call')
})

async function submitNaming(store: JobStore, work: Work, frameObject: string, frameChunks: number, accountId: string) {
  return submit(store, work, { accountId, frameObject, frameChunks })
}

/** Submissions one after the other, each tried until it is accepted; a node as a process; the store killed again and again. */
async function killed(t: Test, settings: Record<string, string>, kill: () => Promise<void>, back: () => Promise<void>) {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const works = [cpmWork(6_000, 1), cpmWork(1_500, 2), cpmWork(60, 3)]
  const expected = new Map(works.map(work => [work.taskCount, envelopeOf(work)]))
  const jobs: TestJobs = await start(t, settings)
  const { store, url, leaseMs } = jobs
  for (let i = 0; i < 2; i++) await forkNode(t, url, settings, leaseMs)
  const accepted: Job[] = []
  let refusedCount = 0
  let isOver = false
  const submitting = (async () => {
    while (!isOver) {
      const work = works[between(rnd, 0, works.length - 1)]!
      try {
        accepted.push(await submit(store, work, { accountId: `account-${accepted.length % 5}` }))
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        refusedCount++
      }
      await pause(between(rnd, 20, 150))
    }
  })()
  for (let i = 0; i < 20; i++) {
    await pause(between(rnd, 300, 1_500))
    await kill()
    await pause(between(rnd, 100, 1_500))
    await back()
  }
  isOver = true
  await submitting
  const done = await ended(store, accepted, 300_000)
  t.same(jobCounts(done), { completed: accepted.length })
  t.equal(done.filter(({ attempts }) => attempts > 1).length, 0, 'no attempt was lost by it')
  let differing = 0
  for (const job of done) if ((await resultOf(store, job)).text !== expected.get(job.taskCount)) differing++
  t.equal(differing, 0, 'every result is that of a call')
  const large = done.filter(({ frameObject, result }) => (frameObject ?? result!.object) !== undefined).length
  t.comment(
    `20 kills, ${accepted.length} jobs accepted (${large} with a frame or result in an object), ${refusedCount} refused, 0 lost`,
  )
  t.ok(large >= 20)
}

t.test('an S3 server killed 20 times: no job is lost', async t => {
  const server = await s3Server(t)
  await killed(t, server.settings, server.kill, server.start)
})

t.test('a folder that goes away 20 times: no job is lost', async t => {
  const folder = join(dataFolder(t), 'objects')
  await killed(
    t,
    folderOf(folder),
    async () => renameSync(folder, `${folder}-away`),
    async () => renameSync(`${folder}-away`, folder),
  )
})

const ROUNDS = 11
const ROUND_JOBS = 400

t.test('small jobs are as fast beside a store of objects as without', async t => {
  const work = cpmWork(60, 4)
  const { store, client } = await start(t, folderOf(join(dataFolder(t), 'objects')))
  const jobs = { store, client, url: '', killRedis: async () => {}, pids: () => [], leaseMs: 15_000 }
  const without = redisJobStore(client)
  /** Jobs per second, and processor milliseconds of this process, in which the node is, for each. */
  async function measured(t: Test, isWith: boolean): Promise<{ perSecond: number; cpuMs: number }> {
    const used = isWith ? store : without
    const { node } = await startNode(t, { ...jobs, store: used })
    const fromMs = performance.now()
    const before = process.cpuUsage()
    const submitted = await Promise.all(Array.from({ length: ROUND_JOBS }, () => submit(used, work)))
    await ended(used, submitted, 120_000)
    const { user, system } = process.cpuUsage(before)
    const perSecond = ROUND_JOBS / ((performance.now() - fromMs) / 1_000)
    await node.close()
    return { perSecond, cpuMs: (user + system) / 1_000 / ROUND_JOBS }
  }
  await t.test('one round of each to warm up', async t => {
    await measured(t, true)
    await measured(t, false)
  })
  const rates: number[] = []
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await t.test(`round ${round}`, async t => {
      const order = round % 2 === 0 ? [true, false] : [false, true]
      const [first, second] = [await measured(t, order[0]!), await measured(t, order[1]!)]
      const [beside, alone] = order[0] ? [first, second] : [second, first]
      rates.push(beside.perSecond / alone.perSecond)
      costs.push(beside.cpuMs / alone.cpuMs)
    })
  }
  const median = (ratios: number[]): number => ratios.sort((a, b) => a - b)[(ROUNDS - 1) / 2]!
  const shown = (ratios: readonly number[]): string => ratios.map(ratio => ratio.toFixed(2)).join(', ')
  const [rate, cost] = [median(rates), median(costs)]
  t.comment(`jobs per second, with the store to without: ${shown(rates)}`)
  t.comment(`processor time of a job, with the store to without: ${shown(costs)}`)
  t.ok(rate > 0.9, `median of the rates ${rate.toFixed(3)}`)
  t.ok(cost < 1.1, `median of the processor times ${cost.toFixed(3)}`)
})
