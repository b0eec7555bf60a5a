/**
 * Traces through the real OpenTelemetry Collector (go.opentelemetry.io/collector, built here): what it hands on is a whole trace, and while it
 * is killed, frozen and started again no call fails or waits for it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { startReceiver } from '../../../compute/test/deliverer/helpers/receivers.ts'
import { CPM, FOUR_TASKS } from '../../../gateway/test/helpers/networks.ts'
import { until } from '../../../shared/test/until.ts'
import { collectorOfTest } from '../tracing/collector.ts'
import { startOtlpReceiver } from '../tracing/otlp-receiver.ts'
import { startProcesses } from '../tracing/processes.ts'

const ROUNDS = 5
const CALLS_PER_SECOND = 30
/** Time in each state of the collector: there, dead, frozen. */
const STATE_MS = 3_000
const DEADLINE_MS = 1_000

const backend = await startOtlpReceiver(t)
const collector = await collectorOfTest(t, backend.url)
await collector.start()
const receiver = await startReceiver(t, response => response.end())
const service = await startProcesses(t, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_BSP_MAX_QUEUE_SIZE: '500',
  OTEL_EXPORTER_OTLP_TIMEOUT: String(DEADLINE_MS),
})

/** Spans of a process so far, by what became of them; and its memory. */
async function traced(role: 'gateway' | 'node' | 'deliverer') {
  const text = await (await fetch(service[role].metricsUrl)).text()
  const spans = Object.fromEntries(
    [...text.matchAll(/^sis_trace_spans_total\{outcome="(\w+)".*\} (\d+)$/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  )
  const [, bytes] = /^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(text)!
  return { spans, bytes: Number(bytes) }
}

t.test('the collector hands on one trace from the caller to the receiver of the callback', async t => {
  await service.call('/api/v1/account/webhook-secret', { body: {} })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await service.call(`${CPM}/async`, {
    body: { tasks: FOUR_TASKS, callback_url: `http://${receiver.host}/` },
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  t.equal(answer.status, 202)
  const spans = () => backend.spans.filter(span => span.traceId === traceId)
  await until('the spans of all three are here', () => new Set(spans().map(({ service }) => service)).size === 3)
  await until('the call is here', () => spans().some(({ kind }) => kind === 'SERVER'))
  await until('the job is here', () => spans().some(({ kind }) => kind === 'CONSUMER'))
  const of = (kind: string) => spans().find(span => span.kind === kind)!
  t.equal(of('SERVER').parentSpanId, 'b7ad6b7169203331')
  t.equal(of('PRODUCER').parentSpanId, of('SERVER').spanId)
  t.equal(of('CONSUMER').parentSpanId, of('PRODUCER').spanId)
  t.equal(of('CLIENT').parentSpanId, of('CONSUMER').spanId)
  t.equal(receiver.received[0]!.headers.traceparent, `00-${traceId}-${of('CLIENT').spanId}-01`)
})

t.test('no call fails or waits while the collector is dead or frozen, and it gets traces again', async t => {
  const states = ['there', 'dead', 'frozen'] as const
  const times: Record<(typeof states)[number], number[]> = { there: [], dead: [], frozen: [] }
  const wrong: string[] = []
  let state: (typeof states)[number] = 'there'
  const running = new Set<Promise<void>>()
  const call = async (): Promise<void> => {
    const during = state
    const beganMs = performance.now()
    try {
      const answer = await service.call(CPM, { body: { tasks: FOUR_TASKS } })
      const text = await answer.text()
      if (answer.status === 200) times[during].push(performance.now() - beganMs)
      else wrong.push(`${answer.status} while it is ${during}: ${text}`)
    } catch (error) {
      wrong.push(`${(error as Error).message} while it is ${during}`)
    }
  }
  const timer = setInterval(() => {
    const one = call().finally(() => running.delete(one))
    running.add(one)
  }, 1000 / CALLS_PER_SECOND)
  const memory: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    state = 'there'
    await pause(STATE_MS)
    memory.push((await traced('gateway')).bytes)
    state = 'dead'
    await collector.kill('SIGKILL')
    await pause(STATE_MS)
    await collector.start()
    state = 'frozen'
    await collector.kill('SIGSTOP')
    await pause(STATE_MS)
    await collector.kill('SIGCONT')
  }
  clearInterval(timer)
  await Promise.all(running)
  t.same(wrong, [])
  const at = (of: readonly number[], share: number): number =>
    of.toSorted((a, b) => a - b)[Math.floor(of.length * share)]!
  for (const one of states)
    t.comment(
      `${one}: ${times[one].length} calls, p50 ${at(times[one], 0.5).toFixed(1)} ms, p99 ${at(times[one], 0.99).toFixed(1)} ms`,
    )
  t.comment(`memory of the gateway, by round: ${memory.map(bytes => `${Math.round(bytes / 2 ** 20)} MB`).join(', ')}`)
  // what waited for the collector would take its deadline
  for (const one of ['dead', 'frozen'] as const)
    t.ok(
      at(times[one], 0.5) < DEADLINE_MS / 4,
      `half of the calls while it is ${one} take less than a quarter of the deadline of a batch`,
    )
  const { spans } = await traced('gateway')
  t.comment(JSON.stringify(spans))
  t.ok(spans.sent! > 0 && spans.not_taken! > 0, 'some were sent, some were not taken')
  const before = backend.spans.length
  t.equal((await service.call(CPM, { body: { tasks: FOUR_TASKS } })).status, 200)
  await until('the collector hands on again', () => backend.spans.length > before)
  t.ok(service.gateway.lines.some(({ msg }) => msg === 'traces are exported again'))
})

t.test('processes end within their time while the collector is frozen', async t => {
  await collector.kill('SIGSTOP')
  for (let i = 0; i < 20; i++) await service.call(CPM, { body: { tasks: FOUR_TASKS } })
  for (const role of ['deliverer', 'node', 'gateway'] as const) {
    const beganMs = performance.now()
    t.equal(await service[role].stop(), 0, role)
    t.comment(`${role}: ${Math.round(performance.now() - beganMs)} ms`)
    t.ok(performance.now() - beganMs < 15_000)
  }
  await collector.kill('SIGCONT')
})
