/** A job that broke a limit completes once the operator raised the limit and queued it again. */
import t from 'tap'
import { retryJob } from '../../../shared/platform/jobs/redis/failed-jobs.ts'
import type { Log } from '../../../shared/platform/process/log.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, misbehaviour, resultOf, startJobs, startNode, submit } from '../helpers/jobs.ts'

t.test('a job that took too long is queued again under its id and completes on a node with a higher limit', async t => {
  const jobs = await startJobs(t)
  const lines: { event?: string; jobId: string; fence: number }[] = []
  const keep = (facts: (typeof lines)[number]) => void lines.push(facts)
  const log = { info: keep, warn: keep, error: keep } as unknown as Log
  const work = misbehaviour('busy', { ms: 3_000 })
  const job = await submit(jobs.store, work)
  const { node } = await startNode(t, jobs, { JOB_SECONDS: '1' }, log)
  t.match(await ended(jobs.store, [job]), [{ state: 'failed', error: { code: 'timeout' } }])
  await node.close()
  t.equal(await retryJob(jobs.client, job), 'queued')
  await startNode(t, jobs, { JOB_SECONDS: '60' }, log)
  const [again] = await ended(jobs.store, [job])
  t.match(again, { jobId: job.jobId, state: 'completed', error: null, attempts: 2 })
  t.ok((await resultOf(jobs.store, again!)).text.length > 0)
  const metered = () => lines.filter(line => line.event === 'metering' && line.jobId === job.jobId)
  await until('both ends are metered', () => metered().length === 2)
  t.same(
    metered()
      .map(({ fence }) => fence)
      .sort(),
    [1, 2],
    'each under its own fence',
  )
})

t.test('a job has its limit of a processor: while others have all of them, no time of it passes', async t => {
  const jobs = await startJobs(t)
  // it waits without a processor, as on a machine that is busy with others, for three times its limit
  const job = await submit(jobs.store, misbehaviour('idle', { ms: 3_000 }))
  await startNode(t, jobs, { JOB_SECONDS: '1' })
  t.match(await ended(jobs.store, [job]), [{ state: 'completed' }])
})

t.test('a job that waits for ever ends, after ten times its limit by the clock', async t => {
  const jobs = await startJobs(t)
  const job = await submit(jobs.store, misbehaviour('idle', { ms: 600_000 }))
  await startNode(t, jobs, { JOB_SECONDS: '0.1' })
  t.match(await ended(jobs.store, [job]), [{ state: 'failed', error: { code: 'timeout' } }])
})
