/** Jobs that are cancelled while a store, nodes and deliverers work on them. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { until } from '../../../shared/test/until.ts'
import { connectTo, startDeliverer, urlOf } from '../deliverer/helpers/deliverers.ts'
import { giveSecret } from '../deliverer/helpers/finished-jobs.ts'
import { startReceiver, withStatus } from '../deliverer/helpers/receivers.ts'
import { cpmWork, ended, misbehaviour, nodeCrew, SHORT_LEASE_MS, startJobs, submit, type Work } from './jobs.ts'
import { ACCOUNT_COUNT, accountOf, ends, times } from './node-scenarios.ts'
import { between, random } from './random.ts'

/** T23 and T5. Cancels some of the jobs at seeded moments; each ends in one state, and the answer names it. */
export async function cancelSome(t: Test, seed: number, jobCount: number, cancelCount: number): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  await nodeCrew(t, jobs.url, 2)
  const work = misbehaviour('slow', { ms: 10 })
  const submitted = await Promise.all(times(jobCount, i => submit(jobs.store, work, accountOf(i))))
  const answers = new Map<string, string>()
  const step = Math.floor(jobCount / cancelCount)
  for (let i = 0; i < cancelCount; i++) {
    const { accountId, jobId } = submitted[i * step]!
    answers.set(jobId, (await jobs.store.cancel(accountId, jobId)).state)
    if (rnd() < 0.2) await pause(between(rnd, 1, 15))
  }
  const done = await ended(jobs.store, submitted, 600_000)
  const cancelled = [...answers.values()].filter(state => state === 'cancelled').length
  t.comment(`${cancelled} of ${cancelCount} were cancelled before they ended`)
  t.same(ends(done), { ...(cancelled > 0 && { cancelled }), completed: jobCount - cancelled })
  for (const { jobId, state, result } of done) {
    if ((answers.get(jobId) === 'cancelled') !== (state === 'cancelled')) t.fail(`${jobId} is ${state}`)
    if ((state === 'cancelled') === (result !== null)) t.fail(`${jobId} is ${state} and has a result or none`)
  }
  const next = await ended(jobs.store, await Promise.all(times(100, () => submit(jobs.store, work))))
  t.same(ends(next), { completed: 100 }, 'the next hundred complete')
}

/** T5. Cancels in each state, racing the take and the end; every job has a callback, which agrees with how it ended. */
export async function cancelInEveryState(t: Test, seed: number, countOfEach: number): Promise<void> {
  t.comment(`seed ${seed}`)
  const rnd = random(seed)
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const callbacks = connectTo(t, jobs.url)
  for (let i = 0; i < ACCOUNT_COUNT; i++) await giveSecret(callbacks.client, accountOf(i).accountId)
  await startDeliverer(t, callbacks)
  const receiver = await startReceiver(t, withStatus(200))
  await nodeCrew(t, jobs.url, 2)
  const callbackUrl = urlOf(receiver)
  const [quick, slow, bad] = [cpmWork(100, seed), misbehaviour('slow', { ms: 250 }), misbehaviour('throw')]
  const read = async ({ accountId, jobId }: Job) => (await jobs.store.read(accountId, jobId))!
  const cancelOf = async (job: Job) => (await jobs.store.cancel(job.accountId, job.jobId)).state
  const moments: Readonly<Record<string, (add: (work: Work) => Promise<Job>) => Promise<[Job, string]>>> = {
    async queued(add) {
      const job = await add(quick)
      return [job, await cancelOf(job)]
    },
    async processing(add) {
      const job = await add(slow)
      await until('it runs', async () => (await read(job)).state !== 'queued')
      return [job, await cancelOf(job)]
    },
    async ending(add) {
      const job = await add(quick)
      await pause(between(rnd, 1, 60))
      return [job, await cancelOf(job)]
    },
    async ended(add) {
      const job = await add(rnd() < 0.5 ? quick : bad)
      await ended(jobs.store, [job])
      return [job, await cancelOf(job)]
    },
  }
  const all: Job[] = []
  for (const [moment, cancelAt] of Object.entries(moments)) {
    const answers = await Promise.all(
      times(countOfEach, i => cancelAt(work => submit(jobs.store, work, { ...accountOf(i), callbackUrl }))),
    )
    const done = await ended(
      jobs.store,
      answers.map(([job]) => job),
    )
    const counts: Record<string, number> = {}
    for (const [i, job] of done.entries()) {
      const name = `told ${answers[i]![1]}, is ${job.state}`
      counts[name] = (counts[name] ?? 0) + 1
      if ((answers[i]![1] === 'cancelled') !== (job.state === 'cancelled')) t.fail(`${moment}: ${job.jobId} ${name}`)
    }
    t.comment(`${moment}: ${JSON.stringify(counts)}`)
    if (moment === 'ended') t.notOk(Object.keys(counts).some(name => name.includes('cancelled')))
    all.push(...done)
  }
  const called = all.filter(({ state }) => state !== 'cancelled')
  const answers = () => new Map(receiver.received.map(({ body }) => parsed(body)).map(one => [one.job_id, one.status]))
  await until('all that completed or failed have their callback', () => answers().size >= called.length)
  t.same(answers(), new Map(called.map(({ jobId, state }) => [jobId, state])), 'each callback says how its job ended')
  t.same(await Promise.all(all.map(read)), all, 'one end each, which stays')
}

const parsed = (body: Buffer): { job_id: string; status: string } => JSON.parse(body.toString())
