/** Traces of one process: what it takes from a caller, which spans it keeps, and a collector that is away, late or refuses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import type { Test } from 'tap'
import t from 'tap'
import { type OtlpReceiver, startOtlpReceiver } from '../../../deploy/test/tracing/otlp-receiver.ts'
import { readConfig } from '../../platform/config/config.ts'
import { callbackPlace, deliveryPlace } from '../../platform/jobs/job-trace.ts'
import { openTracing } from '../../platform/process/open-tracing.ts'
import { readTraceContext, type Tracing, traceIdOf } from '../../platform/tracing/tracing.ts'
import { until } from '../until.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const SAMPLED = `00-${TRACE_ID}-${SPAN_ID}-01`
const UNSAMPLED = `00-${TRACE_ID}-${SPAN_ID}-00`
const MACHINE = { coreCount: 2, memoryBytes: 8 * 2 ** 30 }

interface Opened {
  readonly tracing: Tracing
  readonly lines: { readonly level: string; readonly sentence: string; readonly [name: string]: unknown }[]
  /** Spans so far, by what became of them. */
  counts(): Promise<Readonly<Record<string, number>>>
}

async function open(t: Test, url: string, env: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const outcome = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20', ...env }, MACHINE)
  if (!outcome.ok) throw new Error(outcome.mistakes.join('\n'))
  const registry = new Registry()
  const lines: Opened['lines'] = []
  const log = {
    info: (facts: object, sentence: string) => lines.push({ level: 'info', sentence, ...facts }),
    warn: (facts: object, sentence: string) => lines.push({ level: 'warn', sentence, ...facts }),
  } as unknown as Parameters<typeof openTracing>[0]['log']
  const tracing = await openTracing({ config: outcome.config, role: 'gateway', registry, log })
  if (tracing === null) throw new Error('nothing is traced')
  t.teardown(() => tracing.close())
  return {
    tracing,
    lines,
    async counts() {
      const [metric] = await registry.getMetricsAsJSON()
      return Object.fromEntries(metric!.values.map(({ labels, value }) => [labels.outcome, value]))
    },
  }
}

function spans(tracing: Tracing, count: number): void {
  for (let i = 0; i < count; i++) tracing.begin('call', { kind: 'server' }).end()
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b)

t.test('a traceparent is read as the standard says, and nothing else is', async t => {
  for (const text of [SAMPLED, UNSAMPLED, `cc-${TRACE_ID}-${SPAN_ID}-01-what-a-later-version-adds`])
    t.equal(traceIdOf(readTraceContext(text, undefined)!), TRACE_ID, text)
  const wrong = [
    '',
    'abc',
    SAMPLED.toUpperCase(),
    SAMPLED.slice(0, -1),
    `${SAMPLED}-more`,
    ` ${SAMPLED}`,
    `ff-${TRACE_ID}-${SPAN_ID}-01`,
    `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `cc-${TRACE_ID}-${SPAN_ID}-01${'x'.repeat(20)}`,
    `cc-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(100)}`,
    `${SAMPLED}\n`,
  ]
  for (const text of wrong) t.equal(readTraceContext(text, undefined), undefined, JSON.stringify(text))
  t.equal(readTraceContext(SAMPLED, 'congo=1')?.tracestate, 'congo=1')
  t.equal(readTraceContext(SAMPLED, 'x'.repeat(513))?.tracestate, undefined, 'more than 512 characters are left out')
})

t.test('settings that cannot be meant are mistakes', async t => {
  const mistakes: readonly (readonly [string, string, RegExp])[] = [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be an http or https URL/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /must be one of http\/protobuf/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', /=\*\*\*: must be comma-separated name=value pairs/],
    ['OTEL_TRACES_SAMPLER', 'sometimes', /must be one of always_on/],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /must be at most 1/],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '0', /must be at least 1/],
  ]
  for (const [name, text, reason] of mistakes) {
    const outcome = readConfig({ [name]: text }, MACHINE)
    t.match(outcome.ok ? '' : outcome.mistakes[0], reason)
  }
})

/** How many of the spans that begin in such a way are kept. */
async function kept(t: Test, sampler: string, share: string, traceparent?: string): Promise<number> {
  const { tracing } = await open(t, 'http://127.0.0.1:1', {
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  })
  const parent = traceparent === undefined ? undefined : { traceparent }
  return Array.from({ length: 1000 }, () => tracing.begin('call', { parent }).isRecorded).filter(Boolean).length
}

t.test('the sampler decides which traces are kept, with parentbased_ the caller', async t => {
  t.equal(await kept(t, 'always_on', '1'), 1000)
  t.equal(await kept(t, 'always_off', '1', SAMPLED), 0)
  t.equal(await kept(t, 'parentbased_always_on', '1', UNSAMPLED), 0)
  t.equal(await kept(t, 'parentbased_traceidratio', '0', SAMPLED), 1000)
  t.equal(await kept(t, 'traceidratio', '0', SAMPLED), 0, 'without it no caller can have its calls traced')
  const share = await kept(t, 'traceidratio', '0.25')
  t.ok(share > 150 && share < 350, `${share} of 1000 with a share of 0.25`)
})

t.test('a span that is not sampled still passes on its trace', async t => {
  const { tracing } = await open(t, 'http://127.0.0.1:1')
  const span = tracing.begin('call', { parent: { traceparent: UNSAMPLED, tracestate: 'congo=1' } })
  t.equal(span.traceId, TRACE_ID)
  t.match(span.context.traceparent, new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`))
  t.not(span.context.traceparent, UNSAMPLED, 'under the id of its own')
  t.equal(span.context.tracestate, 'congo=1')
  t.equal(span.child('step'), undefined)
})

t.test('whoever knows a job knows the ids of its spans', async t => {
  const job = { jobId: 'a-job', attempts: 2, traceparent: SAMPLED }
  const [first, second, third] = [1, 2, 3].map(fence => deliveryPlace(job, fence))
  t.equal(first!.parent?.traceparent, SAMPLED)
  t.equal(first!.repeats, undefined)
  t.equal(third!.repeats?.traceparent, `00-${TRACE_ID}-${second!.spanId}-01`, 'a delivery repeats the one before it')
  t.same(deliveryPlace(job, 2), second, 'in whichever process')
  const callback = callbackPlace(job, 1)
  t.equal(callback.parent?.traceparent, `00-${TRACE_ID}-${second!.spanId}-01`, 'of the delivery that ended the job')
  t.equal(
    callbackPlace({ ...job, attempts: 0 }, 1).parent?.traceparent,
    SAMPLED,
    'of one that no node had: the submission',
  )
  t.same(deliveryPlace({ jobId: 'a-job' }, 2), {}, 'a job that was not traced has none')
  t.same(deliveryPlace({ ...job, traceparent: 'damaged' }, 2), {})
})

t.test(
  'a collector that is away costs no call anything, memory has its bound, and what is lost is counted',
  async t => {
    const closed = createServer()
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise(resolve => closed.close(resolve))
    const { tracing, lines, counts } = await open(t, `http://127.0.0.1:${port}`, {
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    })
    spans(tracing, 5_000)
    t.equal(
      (await counts()).queue_full,
      5_000 - 200,
      '100 are on their way, 100 wait, and the others are dropped at once',
    )
    await until('all are accounted for', async () => sum(await counts()) === 5_000)
    t.equal((await counts()).not_taken, 200)
    spans(tracing, 10)
    await until('they are given up, too', async () => (await counts()).not_taken === 210)
    const warnings = lines.filter(({ level }) => level === 'warn')
    t.equal(warnings.length, 1, 'it is logged once')
    t.match(warnings[0], { sentence: /traces cannot be exported/, reason: /ECONNREFUSED/ })
  },
)

/** Spans that a collector does not want are given up, and it is taken back as soon as it answers. */
async function recovers(t: Test, otlp: OtlpReceiver, status: number): Promise<void> {
  otlp.status = status
  // so long a collector that answers may take on a busy machine
  const { tracing, lines, counts } = await open(t, otlp.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '2000' })
  spans(tracing, 10)
  await until('they are given up', async () => (await counts()).not_taken === 10)
  otlp.status = 200
  spans(tracing, 7)
  await until('the next ones are sent', async () => (await counts()).sent === 7)
  t.equal(otlp.spans.length, 7)
  otlp.spans.length = 0
  t.same(
    lines.slice(1).map(({ level, sentence }) => [level, sentence]),
    [
      ['warn', 'traces cannot be exported; calls are not affected'],
      ['info', 'traces are exported again'],
    ],
  )
}

t.test('a collector that never answers, refuses, or has no room is left alone until it takes traces', async t => {
  const otlp = await startOtlpReceiver(t)
  for (const status of [0, 400, 503]) await t.test(`${status || 'no answer'}`, t => recovers(t, otlp, status))
})

t.test('the end of a process waits for a collector, but not for long', async t => {
  const otlp = await startOtlpReceiver(t)
  const quick = await open(t, otlp.url, { OTEL_BSP_SCHEDULE_DELAY: '60000' })
  spans(quick.tracing, 1_000)
  await quick.tracing.close()
  t.equal(otlp.spans.length, 1_000, 'what waited was sent')
  otlp.status = 0
  const slow = await open(t, otlp.url, { OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' })
  spans(slow.tracing, 1_000)
  const beganMs = performance.now()
  await slow.tracing.close()
  const tookMs = performance.now() - beganMs
  t.ok(tookMs < 30_000, `${Math.round(tookMs)} ms, the time of the collector is 60 s`)
})
