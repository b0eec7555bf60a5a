/**
 * What compute nodes must live through (RELIABILITY T1 to T5, T22, T23), in the size the caller wants: short in `npm test`, long in
 * `npm run test:reliability`. Real processes, real signals; what is random comes from the seed that is printed.
 */

import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { JobClass } from '../../../shared/contract/job-classes.ts'
import { DELIVERIES_MAX } from '../../../shared/contract/job-states.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { LEASE_MS } from '../../../shared/platform/jobs/job-store.ts'
import { findJob } from '../../../shared/platform/jobs/redis/failed-jobs.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { until } from '../../../shared/test/until.ts'
import {
  cpmWork,
  ended,
  envelopeOf,
  forkNode,
  misbehaviour,
  nodeCrew,
  resultOf,
  SHORT_LEASE_MS,
  startJobs,
  submit,
  type TestJobs,
} from './jobs.ts'
import { pick, random } from './random.ts'

export const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** How many jobs ended how: "completed", "failed: timeout" ... */
export function ends(jobs: readonly Job[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state, error } of jobs) {
    const name = error === null ? state : `${state}: ${error.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const CLASSES: readonly JobClass[] = ['government', 'enterprise', 'standard']
export const ACCOUNT_COUNT = 11
export const accountOf = (i: number) => ({ accountId: `account-${i % ACCOUNT_COUNT}`, jobClass: CLASSES[i % 3]! })

/** Stored chunks of results that are kept, which is more than all that completed jobs point to when one was stored twice. */
async function keptChunks({ client }: TestJobs): Promise<number> {
  const names = await namesOf(client, '*:result:*')
  const lives = await Promise.all(names.map(name => client.pttl(name)))
  return lives.filter(ms => ms === -1).length
}

export interface KillPlan {
  readonly seed: number
  readonly jobCount: number
  readonly killCount: number
  readonly nodeCount: number
}

/** T1. A node is killed each time another share of the jobs is done, so that all kills meet work. */
export async function killNodes(t: Test, { seed, jobCount, killCount, nodeCount }: KillPlan): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const works = [cpmWork(100, seed), cpmWork(400, seed + 1), cpmWork(1_500, seed + 2)]
  const submitted = await Promise.all(times(jobCount, i => submit(jobs.store, works[i % works.length]!, accountOf(i))))
  const crew = await nodeCrew(t, jobs.url, nodeCount)
  const openCount = async () => (await jobs.store.depths()).reduce((sum, one) => sum + one.queued + one.processing, 0)
  for (let kill = 0; kill < killCount; kill++) {
    const doneCount = Math.floor(((kill + 0.5) * jobCount) / killCount)
    await until(`${doneCount} jobs are done`, async () => jobCount - (await openCount()) >= doneCount, 120_000)
    await until('a node is there', () => crew.nodes().length > 0)
    pick(rnd, crew.nodes()).child.kill('SIGKILL')
  }
  const done = await ended(jobs.store, submitted, 120_000)
  t.same(ends(done), { completed: jobCount }, 'every job completed')
  await until('every kill was noticed', () => crew.deaths() === killCount)
  const again = done.filter(({ attempts }) => attempts > 1).length
  t.comment(`${again} of ${jobCount} jobs were delivered more than once`)
  const inRedis = done.filter(({ result }) => result!.object === undefined)
  t.comment(`${done.length - inRedis.length} of ${jobCount} results are objects`)
  const chunkCount = inRedis.reduce((sum, { result }) => sum + result!.chunkCount, 0)
  t.equal(await keptChunks(jobs), chunkCount, 'one result is kept of each')
  const expected = works.map(envelopeOf)
  const wrong: string[] = []
  for (const [i, job] of done.entries()) {
    if ((await resultOf(jobs.store, job)).text !== expected[i % works.length]) wrong.push(job.jobId)
  }
  t.same(wrong, [], 'the bytes are those of a run without a fault')
}

/** T3. A node that slept through its leases wakes up and finds its jobs done by somebody else. */
export async function zombies(t: Test, roundCount: number): Promise<void> {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  // longer than a starved node takes to begin the other one, and than its end takes to come
  const work = misbehaviour('idle', { ms: 3_000 })
  const zombie = await forkNode(t, jobs.url)
  for (let round = 0; round < roundCount; round++) {
    const pair = await Promise.all(times(2, () => submit(jobs.store, work)))
    const read = () => Promise.all(pair.map(({ accountId, jobId }) => jobs.store.read(accountId, jobId)))
    await until('both run', async () => (await read()).every(job => job!.state === 'processing'))
    zombie.child.kill('SIGSTOP')
    const healthy = await forkNode(t, jobs.url)
    const done = await ended(jobs.store, pair)
    await pause(SHORT_LEASE_MS)
    const isGone = once(healthy.child, 'exit')
    healthy.child.kill('SIGKILL')
    // while it dies it may still be given a job
    await isGone
    zombie.child.kill('SIGCONT')
    // it goes on with the next jobs once it has given up the old ones
    const [next] = await ended(jobs.store, [await submit(jobs.store, misbehaviour('slow', { ms: 1 }))])
    t.equal(next!.state, 'completed', 'it works again')
    // one that was taken ahead and waited for too long goes back, and comes again
    t.equal((await findJob(jobs.client, next!.jobId))!.tries, 1)
    t.same(await read(), done, 'what the other node had stored is as it was')
    t.same(
      done.map(({ attempts, result }) => [attempts, result?.fence]),
      [
        [2, 2],
        [2, 2],
      ],
    )
  }
  zombie.child.kill('SIGKILL')
}

interface PoisonPlan {
  readonly goodCount: number
  readonly poisonCount: number
  /** Analyser of misbehaving-analysers.ts: exit ends the thread, crash the node. */
  readonly name: 'exit' | 'crash'
}

/** T4. Jobs that take their thread or node along, among good ones. Returns the p95 of the waits of the good ones, ms. */
export async function poison(t: Test, { goodCount, poisonCount, name }: PoisonPlan): Promise<number> {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const good = cpmWork(1_000, 1)
  const every = Math.floor(goodCount / Math.max(1, poisonCount))
  const submitted: Job[] = []
  const isPoison: boolean[] = []
  const add = async (i: number, isBad: boolean): Promise<void> => {
    submitted.push(await submit(jobs.store, isBad ? misbehaviour(name) : good, accountOf(i)))
    isPoison.push(isBad)
  }
  for (let i = 0, bad = 0; i < goodCount; i++) {
    await add(i, false)
    if (bad < poisonCount && i % every === Math.floor(every / 2)) await add(bad++, true)
  }
  const crew = await nodeCrew(t, jobs.url, 2)
  const done = await ended(jobs.store, submitted, 600_000)
  const ofKind = (bad: boolean) => done.filter((_, i) => isPoison[i] === bad)
  t.same(ends(ofKind(false)), { completed: goodCount }, 'all good ones completed')
  const again = ofKind(false).filter(({ attempts }) => attempts > 2).length
  // a job of a node that is killed may run there as a suspect of another such job
  if (name === 'exit') t.equal(again, 0, 'none was taken along more than once')
  else t.comment(`${again} good ones were taken along by two jobs`)
  if (poisonCount > 0) t.same(ends(ofKind(true)), { 'failed: node_lost': poisonCount }, 'all bad ones failed')
  const lives = await Promise.all(ofKind(true).map(({ jobId }) => findJob(jobs.client, jobId)))
  t.ok(
    lives.every(life => life!.tries === DELIVERIES_MAX),
    'after exactly three deliveries that count: one that ended with its node, while it ran apart, does not',
  )
  if (name === 'exit') t.equal(crew.deaths(), 0, 'no node ended')
  else t.ok(crew.deaths() <= poisonCount, `${crew.deaths()} nodes ended, none by a second delivery`)
  const waits = ofKind(false)
    .map(({ createdAtMs, startedAtMs }) => startedAtMs! - createdAtMs)
    .sort((a, b) => a - b)
  return waits[Math.floor(waits.length * 0.95)]!
}

/** T22. Jobs without end, in time or memory, among good ones; the nodes keep all their threads. */
export async function endlessJobs(t: Test, goodCount: number, badCount: number): Promise<void> {
  // the lease of production: nobody dies here, and a starved node is not to lose a short one
  const jobs = await startJobs(t, { leaseMs: LEASE_MS })
  const limits = { JOB_SECONDS: '2', JOB_MEMORY_MB: '128', WORKER_HEAP_MB: '64' }
  const crew = await nodeCrew(t, jobs.url, 1, limits, LEASE_MS)
  const good = cpmWork(100, 1)
  const names = ['loop', 'heap', 'columns'] as const
  const bad = times(badCount, i => names[i % names.length]!)
  const [goodJobs, badJobs] = await Promise.all([
    Promise.all(times(goodCount, i => submit(jobs.store, good, accountOf(i)))),
    Promise.all(
      bad.map((name, i) =>
        // those that fill the memory are given more time, by their size
        submit(jobs.store, misbehaviour(name), { ...accountOf(i), linkCount: name === 'loop' ? 0 : 20_000 }),
      ),
    ),
  ])
  t.same(ends(await ended(jobs.store, goodJobs, 600_000)), { completed: goodCount }, 'all good ones completed')
  const failed = await ended(jobs.store, badJobs, 600_000)
  const loopCount = bad.filter(name => name === 'loop').length
  t.same(ends(failed), { 'failed: timeout': loopCount, 'failed: memory': badCount - loopCount }, 'each for its reason')
  // one that was taken ahead and waited for too long goes back, and comes again
  const lives = await Promise.all(failed.map(({ jobId }) => findJob(jobs.client, jobId)))
  t.ok(
    lives.every(life => life!.tries === 1 && life!.losses.length === 0),
    'after one delivery that counts',
  )
  const after = await ended(jobs.store, await Promise.all(times(20, () => submit(jobs.store, good))))
  t.same(ends(after), { completed: 20 }, 'the next ones complete')
  const { metricsPort } = crew.nodes()[0]!
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  t.match(text, /^sis_job_threads\{lane="all",role="node"\} 2$/m)
  t.equal(crew.deaths(), 0, 'no node ended')
}

interface Fairness {
  readonly floodCount: number
  readonly fewCount: number
}

/**
 * T6. One account floods, another of the same class and one of a higher class have a few. Returns the waits of the few in ms, their
 * bound, and those of the same few without a flood.
 */
export async function flood(t: Test, { floodCount, fewCount }: Fairness) {
  const jobs = await startJobs(t)
  const threadCount = 2
  await forkNode(t, jobs.url, { JOB_THREADS: String(threadCount) }, LEASE_MS)
  const work = cpmWork(100, 1)
  const few = (accountId: string, jobClass: JobClass) =>
    Promise.all(times(fewCount, () => submit(jobs.store, work, { accountId, jobClass })))
  const p95Of = async (some: readonly Job[]) => p95((await ended(jobs.store, some)).map(waitMs))
  const idleMs = await p95Of(await few('B', 'standard'))
  const floodJobs: Job[] = []
  for (let i = 0; i < floodCount; i += SUBMIT_AT_ONCE) {
    const count = Math.min(SUBMIT_AT_ONCE, floodCount - i)
    floodJobs.push(...(await Promise.all(times(count, () => submit(jobs.store, work, { accountId: 'A' })))))
  }
  const [usualJobs, priorityJobs] = await Promise.all([few('B', 'standard'), few('C', 'enterprise')])
  const [usualMs, priorityMs] = [await p95Of(usualJobs), await p95Of(priorityJobs)]
  const done = await ended(jobs.store, floodJobs, 600_000)
  t.same(ends(done), { completed: floodCount }, 'the flood ends, too')
  // of the part that ran while the few waited, with all that belongs to a job: frame, thread, result, fsync
  const spanMs = Math.max(...done.map(job => job.completedAtMs!)) - Math.min(...done.map(job => job.startedAtMs!))
  const serviceMs = (spanMs * threadCount) / floodCount
  const boundMs = 50 + 4 * serviceMs * 3
  t.comment(
    `p95 of the waits: ${usualMs} ms beside a flood of ${floodCount}, ${idleMs} ms without, ${priorityMs} ms in a higher class; a job takes ${serviceMs.toFixed(1)} ms, bound ${boundMs.toFixed(0)} ms`,
  )
  return { usualMs, priorityMs, idleMs, serviceMs, boundMs, floodMs: p95(done.map(waitMs)) }
}

const SUBMIT_AT_ONCE = 250
const waitMs = ({ createdAtMs, startedAtMs }: Job): number => startedAtMs! - createdAtMs

export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1]!
}

/** The nodes' half of T2: redis-server is killed while they work. */
export async function killRedis(t: Test, jobCount: number, killCount: number): Promise<void> {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const work = misbehaviour('slow', { ms: 20 })
  const submitted = await Promise.all(times(jobCount, i => submit(jobs.store, work, accountOf(i))))
  const crew = await nodeCrew(t, jobs.url, 2)
  for (let kill = 0; kill < killCount; kill++) {
    await pause(200)
    await jobs.killRedis()
    await until('Redis is back', async () => (await jobs.client.ping().catch(() => '')) === 'PONG')
  }
  const read = async (job: Job) => (await ended(jobs.store, [job], 120_000))[0]!
  const done: Job[] = []
  for (const job of submitted) done.push(await read(job))
  t.same(ends(done), { completed: jobCount })
  t.equal(crew.deaths(), 0, 'no node ended')
}
