/** Small jobs that a node runs in its own thread: which, in which turns, and what becomes of those that it stops, declines or loses. */
import { once } from 'node:events'
import t from 'tap'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import type { Lease } from '../../../shared/platform/jobs/job-store.ts'
import { InlineWatch, watchMemory } from '../../../shared/platform/process/inline-watch.ts'
import { until } from '../../../shared/test/until.ts'
import { runSmallJob } from '../../node/inline-engine.ts'
import { InlineJobs } from '../../node/inline-jobs.ts'
import type { JobEnd, Slot } from '../../node/job-runner.ts'
import {
  cpmWork,
  ended,
  envelopeOf,
  forkNode,
  misbehaviour,
  resultOf,
  SHORT_LEASE_MS,
  startJobs,
  startNode,
  submit,
  triesOf,
  twoTasks,
  type Work,
  workOf,
} from '../helpers/jobs.ts'
import { ends, times } from '../helpers/node-scenarios.ts'

/** Another account of the same shard. */
const twinOf = (accountId: string): string =>
  times(200, i => `twin-${i}`).find(id => shardOf(id) === shardOf(accountId))!

const DAY = [['08:00', '16:00']]
const CALENDARS = [{ id: 'five', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]
const bodyOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))
const TASKS = [
  { id: 'A', duration_days: 1 },
  { id: 'B', duration_days: 2, predecessors: ['A'] },
]
/** Small, and of an analysis that is bounded, but not plain. */
const withCalendars = (): Work =>
  workOf('analysis.cpm', bodyOf({ status_date: '2026-03-02T08:00', calendars: CALENDARS, tasks: TASKS }))

const inlineCount = async (registry: { getSingleMetric(name: string): unknown }): Promise<number> => {
  const metric = registry.getSingleMetric('sis_jobs_inline_total') as {
    get(): Promise<{ values: readonly { readonly value: number }[] }>
  }
  return (await metric.get()).values[0]?.value ?? 0
}

/** A lease of a job that is taken here but for the changes. */
const leaseOf = ({ isSuspect = false, fence = 1, ...changes }: Partial<Job & Lease> = {}): Lease => ({
  job: { rowId: 'analysis.cpm', taskCount: 100, linkCount: 150, frameBytes: 16_000, ...changes } as Job,
  fence,
  isSuspect,
})

/** Places whose jobs `run` runs. */
async function inlineOf(run: () => JobEnd): Promise<InlineJobs> {
  const inline = new InlineJobs(
    {
      frameBytesMax: 32 * 1024,
      watch: new InlineWatch(watchMemory()),
      onLoaded: () => {},
      onFault: fault => t.fail(fault),
    },
    async () => run,
  )
  t.equal(inline.reserve(), undefined, 'the engine is not there yet')
  await new Promise(resolve => setImmediate(resolve))
  return inline
}

const DONE: JobEnd = { kind: 'done', chunkCount: 1, byteCount: 1, lastChunk: new Uint8Array(1), workerMs: 1 }
const JOB = { chunks: [new Uint8Array(1)], frameBytes: 1 }
const kindOf = async (slot: Slot): Promise<string> => (await slot.thread.run(JOB, { onChunk() {} })).kind

t.test('only what is small, bounded, in Redis and delivered for the first time is taken', async t => {
  const inline = await inlineOf(() => DONE)
  t.ok(inline.takes(leaseOf()))
  const others: Partial<Job & Lease>[] = [
    { frameBytes: 32 * 1024 + 1 },
    { taskCount: 600 },
    { linkCount: 600 },
    { rowId: 'forensics.delay-analysis' },
    { rowId: 'test.loop' },
    { frameObject: 'an object' },
    { fence: 2 },
    { isSuspect: true },
  ]
  for (const other of others) t.notOk(inline.takes(leaseOf(other)), JSON.stringify(other))
})

t.test('jobs wait for their turn in order; no more have places at once than it has', async t => {
  const ran: number[] = []
  let next = 0
  const inline = await inlineOf(() => {
    ran.push(next++)
    return DONE
  })
  const slots: Slot[] = []
  for (let slot = inline.reserve(); slot !== undefined; slot = inline.reserve()) slots.push(slot)
  t.equal(slots.length, 8)
  const kinds = slots.map(kindOf)
  t.same(ran, [], 'not in the turn that gave them their places')
  t.same(new Set(await Promise.all(kinds)), new Set(['done']))
  t.equal(inline.ranCount, 8)
  t.equal(inline.reserve(), undefined)
  inline.release(slots[0]!)
  inline.release(slots[0]!)
  t.ok(inline.reserve())
  t.equal(inline.reserve(), undefined, 'a place is given back once')
})

t.test('a turn ends when its time is over, and other work of the event loop comes between', async t => {
  const events: string[] = []
  const inline = await inlineOf(() => {
    events.push('job')
    const untilMs = performance.now() + 2
    while (performance.now() < untilMs);
    return DONE
  })
  const kinds = times(6, () => kindOf(inline.reserve()!))
  const between = (): void => {
    if (events.at(-1) === 'job') events.push('other')
    if (events.filter(event => event === 'job').length < 6) setImmediate(between)
  }
  setImmediate(between)
  await Promise.all(kinds)
  t.equal(events.filter(event => event === 'job').length, 6)
  t.notMatch(events.join(' '), /job job job/, 'a third one does not begin after four milliseconds')
})

t.test('a job that is stopped or killed before its turn is not begun', async t => {
  const inline = await inlineOf(() => DONE)
  const [stopped, killed, other] = times(3, () => inline.reserve()!) as [Slot, Slot, Slot]
  const kinds = [stopped, killed, other].map(kindOf)
  stopped.thread.stop()
  killed.thread.kill()
  t.same(await Promise.all(kinds), ['stopped', 'stopped', 'done'])
  t.equal(inline.ranCount, 1)
})

t.test('the engine of small jobs declines what is not plain, and tells what it refuses', async t => {
  const run = ({ chunks, frameBytes }: Work) => runSmallJob(chunks[0]!, frameBytes)
  t.equal(run(cpmWork(100, 1)).kind, 'done')
  t.equal(run(withCalendars()).kind, 'declined')
  t.equal(run(workOf('analysis.cpm', bodyOf({ tasks: TASKS }), { note: 'x'.repeat(2_000) })).kind, 'declined')
  t.equal(run(cpmWork(1_000, 1)).kind, 'declined', 'a result of several chunks')
  const { chunks, frameBytes } = twoTasks()
  const broken = runSmallJob(chunks[0]!.subarray(1), frameBytes)
  t.match(broken, { kind: 'failed', error: { code: 'internal' }, fault: /frame/ })
})

t.test('a node runs small jobs in its own thread, and others in its threads, with the same results', async t => {
  const jobs = await startJobs(t)
  const { registry } = await startNode(t, jobs)
  await ended(jobs.store, [await submit(jobs.store, twoTasks())])
  const works = [cpmWork(100, 1), withCalendars(), twoTasks(), cpmWork(2_000, 2)]
  const submitted = await Promise.all(times(80, i => submit(jobs.store, works[i % works.length]!)))
  const done = await ended(jobs.store, submitted)
  t.same(ends(done), { completed: 80 })
  for (const [i, job] of done.entries()) {
    t.equal(await triesOf(jobs, job), 1, 'one that is declined keeps its delivery')
    t.equal((await resultOf(jobs.store, job)).text, envelopeOf(works[i % works.length]!))
    t.ok(job.workerMs! > 0)
  }
  const count = await inlineCount(registry)
  t.ok(count >= 10 && count <= 41, `${count} of 41 plain ones were run in the node's own thread`)
})

t.test('without INLINE_JOB_BYTES, threads run all jobs', async t => {
  const jobs = await startJobs(t)
  const { registry } = await startNode(t, jobs, { INLINE_JOB_BYTES: '0' })
  const submitted = await Promise.all(times(40, () => submit(jobs.store, twoTasks())))
  t.same(ends(await ended(jobs.store, submitted)), { completed: 40 })
  t.equal(await inlineCount(registry), 0)
})

t.test('a job whose body its analysis refuses says where and why, wherever it ran', async t => {
  for (const settings of [{}, { INLINE_JOB_BYTES: '0' }]) {
    const jobs = await startJobs(t)
    await startNode(t, jobs, settings)
    const work = workOf('health.score', bodyOf({ tasks: TASKS, options: { fields: ['nope', 'neither'] } }))
    const [job] = await ended(jobs.store, [await submit(jobs.store, work)])
    t.equal(job!.error!.code, 'validation')
    t.match(job!.error!.detail, /body\.options\.fields\.0: .*nope.* \(1 of 2 faults\)$/)
  }
})

t.test('small jobs are run while every thread is busy for long', async t => {
  const jobs = await startJobs(t)
  // the two take both cores, so the small ones take their time
  const { node } = await startNode(t, jobs, { JOB_SECONDS: '300' })
  await ended(jobs.store, [await submit(jobs.store, twoTasks())])
  const endless = misbehaviour('slow', { ms: 600_000 })
  const blockers = await Promise.all(times(2, () => submit(jobs.store, endless)))
  await until('no thread is free', () => node.inFlight() === 2)
  // so long that nothing is taken ahead for threads any more
  await new Promise(resolve => setTimeout(resolve, 300))
  const small = await Promise.all(times(30, () => submit(jobs.store, twoTasks())))
  t.same(ends(await ended(jobs.store, small)), { completed: 30 })
  await until('only the others run yet', () => node.inFlight() === 2)
  for (const { accountId, jobId } of blockers) await jobs.store.cancel(accountId, jobId)
  t.same(ends(await ended(jobs.store, blockers)), { cancelled: 2 })
})

t.test('small jobs of others are run past long ones that wait for a thread, in their queue and in others', async t => {
  const jobs = await startJobs(t)
  const { node } = await startNode(t, jobs, { JOB_SECONDS: '300' })
  await ended(jobs.store, [await submit(jobs.store, twoTasks())])
  const endless = misbehaviour('slow', { ms: 600_000 })
  const long = await Promise.all(times(2, () => submit(jobs.store, endless, { accountId: 'long' })))
  await until('no thread is free', () => node.inFlight() === 2)
  // so long that nothing is taken ahead for threads any more
  await new Promise(resolve => setTimeout(resolve, 300))
  const waiting = await Promise.all(
    times(12, i => submit(jobs.store, endless, { accountId: i < 6 ? 'long' : `long-${i}` })),
  )
  // all of them are looked at
  await new Promise(resolve => setTimeout(resolve, 1_000))
  const accounts = [twinOf('long'), 'one', 'two', 'three']
  const small = await Promise.all(times(8, i => submit(jobs.store, twoTasks(), { accountId: accounts[i % 4]! })))
  // one that is begun and declined waits elsewhere
  small.push(await submit(jobs.store, withCalendars(), { accountId: 'long' }))
  const done = await ended(jobs.store, small.slice(0, 8))
  t.same(ends(done), { completed: 8 })
  for (const job of done) t.equal(job.attempts, 1)
  await until('only the others run yet', () => node.inFlight() === 2)
  for (const job of waiting) t.equal((await jobs.store.read(job.accountId, job.jobId))!.attempts, 0, 'none was taken')
  for (const { accountId, jobId } of [...waiting, ...long]) await jobs.store.cancel(accountId, jobId)
  t.same(ends(await ended(jobs.store, [small[8]!])), { completed: 1 })
})

t.test(
  'a small job that is declined while every thread is busy for long runs on one in its first delivery',
  async t => {
    const jobs = await startJobs(t)
    const { node } = await startNode(t, jobs)
    await ended(jobs.store, [await submit(jobs.store, twoTasks())])
    const long = misbehaviour('slow', { ms: 1_000 })
    const running = await Promise.all(times(2, () => submit(jobs.store, long, { accountId: 'long' })))
    await until('no thread is free', () => node.inFlight() === 2)
    // so long that nothing is taken ahead for threads any more
    await new Promise(resolve => setTimeout(resolve, 300))
    const waiting = await Promise.all(times(6, i => submit(jobs.store, long, { accountId: `long-${i}` })))
    const small = await submit(jobs.store, withCalendars(), { accountId: 'small' })
    const [done] = await ended(jobs.store, [small])
    t.match(done, { state: 'completed', attempts: 1 })
    await ended(jobs.store, [...running, ...waiting])
  },
)

t.test('an account with few small jobs does not wait for thousands of another one', async t => {
  const jobs = await startJobs(t)
  await startNode(t, jobs)
  const work = twoTasks()
  const flood = await Promise.all(times(1_500, () => submit(jobs.store, work, { accountId: 'flood' })))
  const few = await Promise.all(times(4, () => submit(jobs.store, work, { accountId: 'few' })))
  const done = await ended(jobs.store, few)
  const rest = await ended(jobs.store, flood, 120_000)
  for (const { createdAtMs, startedAtMs } of done) {
    const between = rest.filter(job => job.startedAtMs! > createdAtMs && job.startedAtMs! < startedAtMs!)
    t.ok(between.length <= 100, `${between.length} of the flood began before a job that came later`)
  }
})

t.test('small jobs of a node that is killed are run by another one, each with one result', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const work = cpmWork(100, 3)
  const { child } = await forkNode(t, jobs.url)
  const isGone = once(child, 'exit')
  const submitting = Promise.all(times(300, i => submit(jobs.store, work, { accountId: `account-${i % 7}` })))
  const some = { state: 'completed', cursor: null, limit: 1 } as const
  // looked at from the first submission on: a quick node has soon ended all of them
  await until('it is among them', async () => (await jobs.store.list('account-0', some)).jobs.length > 0)
  child.kill('SIGKILL')
  await isGone
  const submitted = await submitting
  await forkNode(t, jobs.url)
  const done = await ended(jobs.store, submitted, 120_000)
  t.same(ends(done), { completed: 300 })
  t.comment(`${done.filter(({ attempts }) => attempts > 1).length} were delivered more than once`)
  const expected = envelopeOf(work)
  for (const job of done) if ((await resultOf(jobs.store, job)).text !== expected) t.fail(job.jobId)
})
