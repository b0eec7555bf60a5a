/** Suspects: jobs whose node was killed under them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, forkNode, misbehaviour, SHORT_LEASE_MS, startJobs, submit, type TestJobs, twoTasks } from './jobs.ts'
import { ends, p95, times } from './node-scenarios.ts'

/** How many of these jobs a node works on in their delivery of that number. */
export const atWork = async ({ store }: TestJobs, jobs: readonly Job[], attempt: number): Promise<number> => {
  const read = await Promise.all(jobs.map(({ accountId, jobId }) => store.read(accountId, jobId)))
  return read.filter(job => job!.state === 'processing' && job!.attempts === attempt).length
}

/** The jobs run on a node, which is killed. */
export async function loseWith(t: Test, jobs: TestJobs, lost: readonly Job[]): Promise<void> {
  const { child } = await forkNode(t, jobs.url, { JOB_THREADS: '4' })
  await until('all of them run', async () => (await atWork(jobs, lost, 1)) === lost.length)
  child.kill('SIGKILL')
}

interface HeldUp {
  /** What each of the suspects takes. */
  readonly suspectMs: number
  /** Most time that 95 % of the jobs beside them wait. */
  readonly waitMsMax: number
}

/** Government jobs of two tasks beside three long suspects. */
export async function holdNobodyUp(t: Test, { suspectMs, waitMsMax }: HeldUp): Promise<void> {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  // without the processor: how long others wait for a core is the machine's
  const long = misbehaviour('idle', { ms: suspectMs })
  const suspects = await Promise.all(times(3, i => submit(jobs.store, long, { accountId: `lost-${i}` })))
  await loseWith(t, jobs, suspects)
  await forkNode(t, jobs.url)
  await until('a suspect runs', async () => (await atWork(jobs, suspects, 2)) > 0)
  const urgent: Job[] = []
  const small = twoTasks()
  for (let i = 0; i < 40; i++) {
    urgent.push(await submit(jobs.store, small, { accountId: 'ministry', jobClass: 'government' }))
    await pause(50)
  }
  const done = await ended(jobs.store, urgent)
  t.same(ends(done), { completed: 40 })
  const waitMs = p95(done.map(({ createdAtMs, startedAtMs }) => startedAtMs! - createdAtMs))
  t.ok(waitMs <= waitMsMax, `p95 of their waits: ${waitMs} ms`)
  t.ok((await atWork(jobs, suspects, 2)) > 0, 'a suspect still runs')
  const late = await ended(jobs.store, suspects)
  t.same(ends(late), { completed: 3 }, 'healthy suspects complete')
  for (const { attempts } of late) t.equal(attempts, 2)
}
