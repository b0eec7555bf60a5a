/** Traces of a whole service: three processes as in production, a receiver of OTLP, a receiver of callbacks. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import t, { type Test } from 'tap'
import { type Receiver, startReceiver } from '../../compute/test/deliverer/helpers/receivers.ts'
import { CPM, FOUR_TASKS } from '../../gateway/test/helpers/networks.ts'
import { until } from '../../shared/test/until.ts'
import { type ReceivedSpan, startOtlpReceiver } from './tracing/otlp-receiver.ts'
import { type Processes, startProcesses } from './tracing/processes.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN_ID = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`
const TRACESTATE = 'congo=t61rcWkgMzE'
/** In a body, a key and a path: what nothing of a trace may hold. */
const CONTENT = 'Excavate the secret cellar'
const UNKNOWN_PATH = 'path-of-somebody-else'
const HOOK_PATH = '/hook/secret-of-the-receiver'

const body = { tasks: FOUR_TASKS.map(task => ({ ...task, name: CONTENT })) }

/** A submission with a callback; the id of its job. */
async function submit(service: Processes, callbackUrl: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await service.call(`${CPM}/async`, { body: { ...body, callback_url: callbackUrl }, headers })
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { job_id: string }).job_id
}

/** A call as fetch would not send it: any method, a header more than once. */
async function bareCall(url: string, method: string, headers: Record<string, string | string[]>): Promise<number> {
  const sent = request(url, { method, headers })
  sent.end(method === 'POST' ? JSON.stringify(body) : undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode!
}

const meteringOf = ({ lines }: { readonly lines: readonly Record<string, unknown>[] }) =>
  lines.find(({ event }) => event === 'metering')

/** The one span of this name, in `parent` where it is given. */
function oneSpan(t: Test, spans: readonly ReceivedSpan[], name: string, parent?: ReceivedSpan): ReceivedSpan {
  const found = spans.filter(
    span => span.name === name && (parent === undefined || span.parentSpanId === parent.spanId),
  )
  t.equal(found.length, 1, `one span ${name}${parent === undefined ? '' : ` in ${parent.name}`}`)
  return found[0]!
}

function checkCall(t: Test, spans: readonly ReceivedSpan[]): ReceivedSpan {
  const call = oneSpan(t, spans, `POST ${CPM}/async`)
  t.equal(call.kind, 'SERVER')
  t.equal(call.parentSpanId, CALLER_SPAN_ID, 'the call is part of the span of its caller')
  t.equal(call.service, 'sis-gateway')
  t.match(call.facts, {
    'http.request.method': 'POST',
    'http.route': `${CPM}/async`,
    'http.response.status_code': 202,
    'sis.request_id': 'traced-1',
    'sis.endpoint': /\.async$/,
    'sis.tier': 'government',
    'sis.task_count': 4,
  })
  return call
}

function checkJob(t: Test, spans: readonly ReceivedSpan[], call: ReceivedSpan, jobId: string): ReceivedSpan {
  for (const name of ['admit', 'receive body', 'queue', 'compute'])
    t.equal(oneSpan(t, spans, name, call).kind, 'INTERNAL')
  const enqueued = oneSpan(t, spans, 'enqueue job', call)
  t.equal(enqueued.kind, 'PRODUCER')
  const job = spans.find(({ kind }) => kind === 'CONSUMER')!
  t.match(job.name, /^job /)
  t.equal(job.parentSpanId, enqueued.spanId, 'the job is part of what put it into the queue')
  t.equal(job.service, 'sis-node')
  t.match(job.facts, {
    'sis.job.id': jobId,
    'sis.job.delivery': 1,
    'sis.job.outcome': 'completed',
    'sis.task_count': 4,
  })
  t.same(job.links, [])
  for (const name of ['read frame', 'compute', 'store result']) oneSpan(t, spans, name, job)
  return job
}

function checkCallbacks(t: Test, spans: readonly ReceivedSpan[], job: ReceivedSpan, receiver: Receiver): void {
  const [first, second] = spans.filter(({ name }) => name === 'POST').sort((a, b) => Number(a.startNs - b.startNs))
  t.equal(first!.kind, 'CLIENT')
  t.equal(first!.service, 'sis-deliverer')
  t.equal(first!.parentSpanId, job.spanId, 'the callback is part of the job')
  t.match(first!.facts, {
    'http.response.status_code': 500,
    'server.address': '127.0.0.1',
    'server.port': receiver.port,
  })
  t.ok(first!.isError)
  t.same(second!.links, [{ traceId: TRACE_ID, spanId: first!.spanId }], 'a retry points to what it repeats')
  t.equal(second!.parentSpanId, job.spanId)
  t.equal(second!.facts['sis.callback.attempt'], 2)
  for (const [i, span] of [first!, second!].entries()) {
    t.equal(
      receiver.received[i]!.headers.traceparent,
      `00-${TRACE_ID}-${span.spanId}-01`,
      'the receiver gets its parent',
    )
    t.equal(receiver.received[i]!.headers.tracestate, TRACESTATE)
  }
}

t.test('one trace goes from the caller through gateway, pool, job and callback to the receiver', async t => {
  const otlp = await startOtlpReceiver(t)
  const receiver = await startReceiver(t, (response, count) => response.writeHead(count === 0 ? 500 : 200).end())
  const quick = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  const service = await startProcesses(
    t,
    {
      ...quick,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
    // sent at its end alone
    { node: { OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' } },
  )
  await service.call('/api/v1/account/webhook-secret', { body: {} })
  const jobId = await submit(service, `http://${receiver.host}${HOOK_PATH}?token=x`, {
    traceparent: TRACEPARENT,
    tracestate: TRACESTATE,
    'x-request-id': 'traced-1',
  })
  await until('the callback is repeated', () => receiver.received.length === 2)
  await service.call('/health')
  t.equal(await bareCall(`${service.url}/${UNKNOWN_PATH}`, 'PURGE', {}), 404)
  t.equal(await service.node.stop(), 0)
  const ofTrace = () => otlp.spans.filter(({ traceId }) => traceId === TRACE_ID)
  await until('the spans are here', () => ofTrace().filter(({ name }) => name === 'POST').length === 2)
  await until('the span of the call is here', () => ofTrace().some(({ kind }) => kind === 'SERVER'))

  const spans = ofTrace()
  const call = checkCall(t, spans)
  const job = checkJob(t, spans, call, jobId)
  checkCallbacks(t, spans, job, receiver)
  for (const span of spans) {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
    t.ok(parent !== undefined || span === call, `${span.name} has its parent in the trace`)
    t.ok(span.endNs >= span.startNs, `${span.name} ends after its begin`)
    if (parent?.service === span.service) t.ok(span.startNs >= parent.startNs, `${span.name} begins after its parent`)
  }
  t.notOk(
    otlp.spans.some(({ name }) => name.includes('health')),
    'probes are not traced',
  )
  const unknown = () => otlp.spans.find(({ facts }) => facts['http.response.status_code'] === 404)
  await until('the call of an unknown path is here', () => unknown() !== undefined)
  t.equal(unknown()!.name, 'HTTP')
  t.match(unknown()!.facts, { 'http.request.method': '_OTHER', 'http.request.method_original': 'PURGE' })
  t.equal(unknown()!.facts['http.route'], undefined)
  t.notOk(unknown()!.isError, 'a refusal is no error of ours')
  t.ok(otlp.headers.every(headers => headers['x-collector-key'] === 'abc'))
  t.equal(meteringOf(service.gateway)?.trace_id, TRACE_ID, 'the line of the call names its trace')
  t.equal(meteringOf(service.node)?.trace_id, TRACE_ID, 'and so does that of the job')
  const sent = Buffer.concat(otlp.bodies).toString('latin1')
  for (const secret of [service.key, CONTENT, HOOK_PATH, 'token=x', UNKNOWN_PATH])
    t.notOk(sent.includes(secret), `no trace holds ${secret}`)
  t.ok(sent.includes('deployment.environment.name'))
  const metrics = await (await fetch(service.gateway.metricsUrl)).text()
  t.match(metrics, /sis_trace_spans_total\{outcome="sent",role="gateway"\} [1-9]/)
})

/** Nothing of a trace is made, whatever comes. */
async function isOff(t: Test, env: Readonly<Record<string, string>>): Promise<void> {
  const receiver = await startReceiver(t, response => response.end())
  // a bundle (shared/platform/process/bundles.mjs) would hide what is loaded of its packages; the interface alone, which prom-client loads, lies in one always
  const service = await startProcesses(t, { QUICK_BUNDLES: '', ...env })
  await service.call('/api/v1/account/webhook-secret', { body: {} })
  await submit(service, `http://${receiver.host}/`, { traceparent: TRACEPARENT, tracestate: TRACESTATE })
  await until('the callback is made', () => receiver.received.length === 1)
  t.equal(receiver.received[0]!.headers.traceparent, undefined)
  const twice = {
    'x-api-key': service.key,
    'content-type': 'application/json',
    traceparent: [TRACEPARENT, TRACEPARENT],
  }
  t.equal(await bareCall(service.url + CPM, 'POST', twice), 200)
  for (const role of ['gateway', 'node', 'deliverer'] as const) {
    t.equal(await service[role].stop(), 0)
    t.same([...service[role].packages], [], `the ${role} has loaded nothing of OpenTelemetry for traces`)
  }
  t.equal(meteringOf(service.gateway)?.trace_id, TRACE_ID, 'the log names the trace of the caller all the same')
  const metered = service.gateway.lines.filter(({ event }) => event === 'metering')
  t.equal(metered.length, 2)
  t.equal(metered[1]!.trace_id, undefined, 'one that is said twice is not believed')
}

t.test('without an endpoint nothing is traced and no package of it is loaded', t => isOff(t, {}))

t.test('OTEL_SDK_DISABLED=true turns it off whatever else is set', async t => {
  const otlp = await startOtlpReceiver(t)
  await isOff(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_SDK_DISABLED: 'true' })
  t.equal(otlp.headers.length, 0)
})
