/** Spans of jobs that do not go well: lost with their node, failed, given back. */
import t from 'tap'
import { type ReceivedSpan, startOtlpReceiver } from '../../../deploy/test/tracing/otlp-receiver.ts'
import { namedSpanId } from '../../../shared/platform/tracing/tracing.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, forkNode, misbehaviour, SHORT_LEASE_MS, startJobs, submit, twoTasks } from '../helpers/jobs.ts'

const SUBMISSION = 'b7ad6b7169203331'
const traceOf = (i: number) => `0af7651916cd43dd8448eb211c80319${i}`
const traced = (i: number) => ({ traceparent: `00-${traceOf(i)}-${SUBMISSION}-01` })

const otlp = await startOtlpReceiver(t)
const TRACED = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_BSP_SCHEDULE_DELAY: '50' }

/** The deliveries of a trace that were sent, once there are so many. */
async function deliveries(i: number, count: number): Promise<ReceivedSpan[]> {
  const found = () => otlp.spans.filter(({ traceId, kind }) => traceId === traceOf(i) && kind === 'CONSUMER')
  await until(`${count} deliveries are sent`, () => found().length === count)
  return found()
}

t.test('the delivery after a lost node points to the one that died without a word', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const { child } = await forkNode(t, jobs.url, TRACED)
  const job = await submit(jobs.store, misbehaviour('idle', { ms: 2_000 }), traced(1))
  await until('it runs', async () => (await jobs.store.read(job.accountId, job.jobId))!.state === 'processing')
  child.kill('SIGKILL')
  await forkNode(t, jobs.url, TRACED)
  await ended(jobs.store, [job])
  const [second] = await deliveries(1, 1)
  t.equal(second!.parentSpanId, SUBMISSION, 'it is part of the submission as the first one was')
  t.match(second!.facts, { 'sis.job.delivery': 2, 'sis.job.outcome': 'completed' })
  const lost = namedSpanId({ traceparent: traced(1).traceparent }, 'delivery', job.jobId, 1)
  t.same(second!.links, [{ traceId: traceOf(1), spanId: lost }])
})

t.test('a job that fails, and one whose submission was not traced, have their span', async t => {
  const jobs = await startJobs(t)
  await forkNode(t, jobs.url, TRACED)
  const failing = await submit(jobs.store, misbehaviour('throw'), traced(2))
  const untraced = await submit(jobs.store, twoTasks(), { traceparent: 'damaged' })
  await ended(jobs.store, [failing, untraced])
  const [failed] = await deliveries(2, 1)
  t.ok(failed!.isError)
  t.match(failed!.facts, { 'sis.job.outcome': 'failed', 'sis.code': 'internal', 'error.type': 'internal' })
  const own = () => otlp.spans.find(({ facts, kind }) => facts['sis.job.id'] === untraced.jobId && kind === 'CONSUMER')
  await until('the other one is sent', () => own() !== undefined)
  t.equal(own()!.parentSpanId, '', 'it begins a trace')
})
