/** A compute node in this process against a real Redis: what it does with good jobs and bad ones, cancels, drains, lanes. */
import { readdirSync } from 'node:fs'
import type { Registry } from 'prom-client'
import t from 'tap'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { until } from '../../../shared/test/until.ts'
import {
  cpmWork,
  ended,
  envelopeOf,
  misbehaviour,
  resultOf,
  startJobs,
  startNode,
  submit,
  triesOf,
} from '../helpers/jobs.ts'
import { ends, times } from '../helpers/node-scenarios.ts'

async function metric(registry: Registry, name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = (await registry.getSingleMetric(name)?.get())?.values.filter(value =>
    Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted),
  )
  return (found ?? []).reduce((sum, { value }) => sum + value, 0)
}

/** Small jobs wait for threads, too, instead of running in the event loop of the node (inline-jobs.test.ts). */
const ONLY_THREADS = { INLINE_JOB_BYTES: '0' }

t.test('the stored result is the envelope of the synchronous call, whichever node wrote it', async t => {
  const jobs = await startJobs(t)
  await startNode(t, jobs)
  await startNode(t, jobs)
  const works = [cpmWork(100, 1), cpmWork(3_000, 2)]
  for (const work of works) {
    const submitted = await Promise.all(times(6, () => submit(jobs.store, work)))
    const done = await ended(jobs.store, submitted)
    t.same(ends(done), { completed: 6 })
    const results = await Promise.all(done.map(job => resultOf(jobs.store, job)))
    t.equal(new Set(results.map(({ sha256 }) => sha256)).size, 1)
    t.equal(Buffer.byteLength(results[0]!.text), done[0]!.result!.bytes)
    t.equal(results[0]!.text, envelopeOf(work))
    t.equal(await triesOf(jobs, done[0]!), 1)
  }
})

t.test(
  'a node that starts with one thread has the next one when a job runs, so that a small job does not wait for a long one',
  async t => {
    const jobs = await startJobs(t)
    const threadsNow = () => readdirSync('/proc/self/task').length
    const before = threadsNow()
    const { node } = await startNode(t, jobs, {
      ...ONLY_THREADS,
      WORKER_START: 'first',
      JOB_THREADS: '2',
      JOB_SECONDS: '20',
    })
    t.equal(threadsNow() - before, 1)
    const long = await submit(jobs.store, misbehaviour('loop'))
    await until('the long job runs', async () => node.inFlight() === 1)
    t.same(ends(await ended(jobs.store, [await submit(jobs.store, cpmWork(100, 1))])), { completed: 1 })
    t.equal(threadsNow() - before, 2)
    await jobs.store.cancel(long.accountId, long.jobId)
  },
)

t.test('bad jobs fail with a named reason, good ones among them complete, and no thread is missing after', async t => {
  const jobs = await startJobs(t)
  const settings = { JOB_SECONDS: '3', JOB_MEMORY_MB: '128', WORKER_HEAP_MB: '64' }
  const { registry } = await startNode(t, jobs, settings)
  const good = cpmWork(100, 1)
  // whatever has an end is given a minute more, by its size: only the endless one may run out of time
  const linkCount = 240_000
  const works = [
    ...times(40, () => good),
    ...['loop', 'heap', 'columns', 'throw', 'heap', 'throw', 'search'].map(name => misbehaviour(name)),
  ]
  const submitted = await Promise.all(
    works.map((work, i) => {
      const size = work.rowId === 'test.loop' || work.rowId === 'test.search' ? {} : { linkCount }
      return submit(jobs.store, work, { accountId: `account-${i % 7}`, ...size })
    }),
  )
  const done = await ended(jobs.store, submitted)
  // a search is told in time, and answers with what it has
  t.same(ends(done), { completed: 41, 'failed: timeout': 1, 'failed: memory': 3, 'failed: internal': 2 })
  for (const job of done) t.equal(await triesOf(jobs, job), 1, `${job.rowId} was run once`)
  for (const { error } of done) {
    if (error?.code === 'timeout') t.match(error.detail, /within 3 seconds of a processor/)
    if (error?.code === 'memory') t.match(error.detail, /128 MB/)
  }
  const after = await ended(jobs.store, await Promise.all(times(10, () => submit(jobs.store, good))))
  t.same(ends(after), { completed: 10 })
  await until('both threads are free', async () => (await metric(registry, 'sis_job_threads', { lane: 'small' })) === 0)
  // an end is counted when it is stored, which others may see before the node is told
  await until('nothing is in flight', async () => (await metric(registry, 'sis_jobs_in_flight')) === 0)
  t.equal(await metric(registry, 'sis_jobs_ended_total', { code: 'memory' }), 3)
  t.equal(await metric(registry, 'sis_jobs_ended_total', { outcome: 'completed' }), 51)
})

t.test('a job that ends its thread is tried three times, then fails; nobody else is delivered twice', async t => {
  const jobs = await startJobs(t)
  await startNode(t, jobs)
  const good = cpmWork(100, 1)
  const works = times(40, i => (i % 20 === 10 ? misbehaviour('exit') : good))
  const done = await ended(jobs.store, await Promise.all(works.map(work => submit(jobs.store, work))))
  t.same(ends(done), { completed: 38, 'failed: node_lost': 2 })
  for (const job of done) t.equal(job.attempts, job.state === 'failed' ? 3 : 1)
})

t.test('cancelled jobs end as cancelled, running ones are stopped, and the next ones start', async t => {
  const jobs = await startJobs(t)
  const { node } = await startNode(t, jobs, ONLY_THREADS)
  const slow = misbehaviour('slow', { ms: 60_000 })
  const deaf = misbehaviour('deaf', { ms: 60_000 })
  const running = [await submit(jobs.store, slow), await submit(jobs.store, deaf)]
  await until('both run', () => node.inFlight() === 2)
  const good = cpmWork(100, 1)
  const queued = await Promise.all(times(40, () => submit(jobs.store, good)))
  const cancelled = [...running, ...queued.filter((_, i) => i % 2 === 0)]
  for (const { accountId, jobId } of cancelled) {
    t.equal((await jobs.store.cancel(accountId, jobId)).state, 'cancelled')
  }
  const done = await ended(jobs.store, [...running, ...queued])
  t.same(ends(done), { completed: 20, cancelled: 22 })
  await until('the deaf one is killed', () => node.inFlight() === 0)
  for (const { result } of done.filter(({ state }) => state === 'cancelled')) t.equal(result, null)
  const next = await ended(jobs.store, await Promise.all(times(20, () => submit(jobs.store, good))))
  t.same(ends(next), { completed: 20 })
})

t.test('cancel races the end of a job: exactly one of the two happens, and the answer says which', async t => {
  const jobs = await startJobs(t)
  await startNode(t, jobs)
  const good = cpmWork(100, 1)
  const seed = 7
  t.comment(`seed ${seed}`)
  let draw = seed
  const outcomes = await Promise.all(
    times(100, async i => {
      const { accountId, jobId } = await submit(jobs.store, good, { accountId: `account-${i % 5}` })
      draw = (draw * 1_103_515_245 + 12_345) % 2 ** 31
      const delayMs = draw % 120
      await new Promise(resolve => setTimeout(resolve, delayMs))
      const { state } = await jobs.store.cancel(accountId, jobId)
      const [job] = await ended(jobs.store, [{ accountId, jobId } as Job])
      return [state, job!.state, job!.result !== null].join(' ')
    }),
  )
  for (const outcome of new Set(outcomes)) {
    t.ok(['cancelled cancelled false', 'finished completed true'].includes(outcome), outcome)
  }
})

/** A small job of so many tasks is not quick: none is taken ahead of a thread for it. */
const NOT_QUICK = { taskCount: 20_000 }

t.test('a node that drains lets jobs end, gives the others back uncounted, and another one completes them', async t => {
  const jobs = await startJobs(t)
  const first = await startNode(t, jobs, { DRAIN_SECONDS: '3' })
  const long = misbehaviour('slow', { ms: 600_000 })
  const short = misbehaviour('slow', { ms: 200 })
  const [longJob, shortJob] = [await submit(jobs.store, long, NOT_QUICK), await submit(jobs.store, short, NOT_QUICK)]
  await until('both run', () => first.node.inFlight() === 2)
  const waiting = await submit(jobs.store, short, NOT_QUICK)
  await first.node.drain()
  const of = async ({ accountId, jobId }: Job) => (await jobs.store.read(accountId, jobId))!
  t.equal((await of(shortJob)).state, 'completed', 'it ended in time')
  t.equal((await of(longJob)).state, 'queued', 'it was given back')
  t.equal((await of(waiting)).attempts, 0, 'nothing was taken after the drain began')
  const second = await startNode(t, jobs)
  t.same(ends(await ended(jobs.store, [waiting])), { completed: 1 })
  await until('the other one runs the long one', () => second.node.inFlight() === 1)
  t.equal((await of(longJob)).state, 'processing')
  await jobs.store.cancel(longJob.accountId, longJob.jobId)
})

t.test('small jobs do not wait for large ones, of which one less runs than there are threads', async t => {
  const jobs = await startJobs(t)
  const { node, registry } = await startNode(t, jobs)
  const slow = misbehaviour('slow', { ms: 600_000 })
  const large = await Promise.all(times(3, () => submit(jobs.store, slow, { taskCount: 100_000 })))
  await until('a large one runs', () => node.inFlight() > 0)
  const small = await ended(jobs.store, await Promise.all(times(20, () => submit(jobs.store, cpmWork(100, 1)))))
  t.same(ends(small), { completed: 20 })
  const open = await Promise.all(large.map(({ accountId, jobId }) => jobs.store.read(accountId, jobId)))
  t.same(ends(open as Job[]), { processing: 1, queued: 2 }, 'they were done while the first large one ran')
  t.equal(await metric(registry, 'sis_job_threads', { lane: 'large' }), 1)
  for (const { accountId, jobId } of large) await jobs.store.cancel(accountId, jobId)
  t.same(ends(await ended(jobs.store, large)), { cancelled: 3 })
})

t.test('a job of a class that waits is taken before a flood of a lower one', async t => {
  const jobs = await startJobs(t)
  const { node } = await startNode(t, jobs)
  const endless = misbehaviour('slow', { ms: 600_000 })
  const blockers = await Promise.all(
    times(2, i => submit(jobs.store, endless, { accountId: `blocker-${i}`, ...NOT_QUICK })),
  )
  await until('no thread is free', () => node.inFlight() === 2)
  const work = misbehaviour('slow', { ms: 5 })
  const flood = await Promise.all(times(60, i => submit(jobs.store, work, { accountId: `account-${i % 40}` })))
  const urgent = await submit(jobs.store, work, { accountId: 'ministry', jobClass: 'government' })
  // beside jobs that were taken ahead it is taken at once; where none were, it is the next one
  const stateOf = async (submitted: { accountId: string; jobId: string }) =>
    (await jobs.store.read(submitted.accountId, submitted.jobId))!.state
  await until('none that was taken ahead stands before it', async () => {
    const states = await Promise.all(flood.map(stateOf))
    return (await stateOf(urgent)) !== 'queued' || states.every(state => state === 'queued')
  })
  await jobs.store.cancel(blockers[0]!.accountId, blockers[0]!.jobId)
  const [first] = await ended(jobs.store, [urgent])
  const rest = await ended(jobs.store, flood)
  t.ok(
    rest.every(({ completedAtMs }) => completedAtMs! >= first!.completedAtMs!),
    'the free thread ran it first',
  )
  await jobs.store.cancel(blockers[1]!.accountId, blockers[1]!.jobId)
})

t.test('each end of a job is one metering event: time, tasks, tokens, estimated cost', async t => {
  const jobs = await startJobs(t)
  const { log } = await startNode(t, jobs, { COST_USD_PER_CPU_SECOND: '2' })
  const events: Record<string, unknown>[] = []
  log.info = (facts: Record<string, unknown>) => void events.push(facts)
  const good = await submit(jobs.store, cpmWork(100, 1))
  const bad = await submit(jobs.store, misbehaviour('throw'))
  const done = await ended(jobs.store, [good, bad])
  const metered = () => events.filter(({ event }) => event === 'metering')
  await until('both are metered', () => metered().length >= 2)
  for (const job of done) {
    const [event, ...others] = metered().filter(({ jobId }) => jobId === job.jobId)
    t.equal(others.length, 0)
    t.match(event, {
      accountId: job.accountId,
      keyId: job.keyId,
      requestId: job.requestId,
      endpoint: job.endpoint,
      status: job.state,
      durationMs: Math.round(job.workerMs!),
      taskCount: job.taskCount,
      tokenConsumption: 0,
    })
    t.ok(Math.abs(Number(event!.estimatedCostUsd) - job.workerMs! / 500) < 1e-5, 'seconds of a worker by their price')
    t.ok(Number(event!.waitMs) >= 0)
  }
})

t.test('/metrics of a node tells queues, threads and ends', async t => {
  const jobs = await startJobs(t)
  await submit(jobs.store, cpmWork(100, 1), { jobClass: 'enterprise' })
  const { registry } = await startNode(t, jobs)
  await until('it is done', async () => (await metric(registry, 'sis_jobs_ended_total')) === 1)
  await until('its thread is free', async () => (await metric(registry, 'sis_jobs_in_flight')) === 0)
  const text = await registry.metrics()
  for (const line of [
    'sis_jobs_queued{class="enterprise"} 0',
    'sis_jobs_processing{class="enterprise"} 0',
    'sis_jobs_oldest_queued_seconds{class="standard"} 0',
    'sis_jobs_suspects 0',
    'sis_jobs_reserved_bytes 0',
    'sis_jobs_store_up 1',
    'sis_jobs_taken_total{class="enterprise"} 1',
    'sis_jobs_in_flight{class="enterprise"} 0',
    'sis_jobs_reclaimed_total 0',
    'sis_job_threads{lane="all"} 2',
  ]) {
    t.ok(text.split('\n').includes(line), line)
  }
  t.match(text, /^sis_jobs_ended_total\{class="enterprise",outcome="completed",code=""\} 1$/m)
})

t.test('an account alone gets every thread of the cluster, and a second one its turn at once', async t => {
  const jobs = await startJobs(t)
  const threads = { JOB_THREADS: '6' }
  await startNode(t, jobs, threads)
  await startNode(t, jobs, threads)
  const idle = misbehaviour('idle', { ms: 150 })
  const flood = await Promise.all(times(72, () => submit(jobs.store, idle, NOT_QUICK)))
  await until('it runs', async () => (await jobs.store.depths()).some(({ processing }) => processing >= 6))
  const other = await submit(jobs.store, idle, { accountId: 'other', ...NOT_QUICK })
  const [late] = await ended(jobs.store, [other])
  const done = await ended(jobs.store, flood)
  const busiest = Math.max(
    ...done.map(
      ({ startedAtMs: atMs }) =>
        done.filter(({ startedAtMs, completedAtMs }) => startedAtMs! <= atMs! && completedAtMs! > atMs!).length,
    ),
  )
  t.ok(busiest >= 11, `${busiest} of its jobs at once on 12 threads`)
  const ahead = done.filter(({ startedAtMs }) => startedAtMs! > other.createdAtMs && startedAtMs! < late!.startedAtMs!)
  t.ok(ahead.length <= 14, `${ahead.length} of the flood began before the job that came later`)
})
