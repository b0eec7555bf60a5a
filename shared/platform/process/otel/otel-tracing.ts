/**
 * Tracing with the OpenTelemetry SDK: sampler, batching, OTLP over HTTP. Nothing is registered globally, and contexts are passed as
 * arguments, because tracking them through promises would slow down every promise.
 *
 * The collector cannot block anything: spans wait in a bounded queue, batches are sent one after the other, and a batch has one deadline
 * for all its retries. Spans that find the queue full or are not accepted are counted.
 */

import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  type Context,
  createNoopMeter,
  defaultTextMapGetter,
  type Link,
  type Meter,
  type MeterProvider,
  ROOT_CONTEXT,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import {
  type ExportResult,
  ExportResultCode,
  parseKeyPairsIntoRecord,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { Counter, type Registry } from 'prom-client'
import { API_VERSION } from '../../../contract/envelope.ts'
import type { Config } from '../../config/config.ts'
import { ERROR_TYPE, type SpanStart, type TraceContext, type TraceSpan, type Tracing } from '../../tracing/tracing.ts'
import type { Log } from '../log.ts'
import { METRIC_PREFIX } from '../metrics.ts'
import type { TracingParts } from '../open-tracing.ts'
import { collectorHeaders } from './collector.ts'
import { OtelSpan, optionsOf } from './otel-span.ts'

/** An exporter that logs its failures: once when they begin, and once when they end. */
class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Pick<Log, 'info' | 'warn'>
  #isFailing = false

  constructor(exporter: SpanExporter, log: Pick<Log, 'info' | 'warn'>) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, result => {
      this.#note(result)
      done(result)
    })
  }

  #note({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.#log.warn({ reason: reasonOf(error) }, 'traces cannot be exported; calls are not affected')
    else this.#log.info({}, 'traces are exported again')
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }
}

/** A system error name, or a status and the collector's name for it; never the collector's answer. */
function reasonOf(error: (Error & { code?: string | number }) | undefined): string {
  if (error === undefined) return 'unknown'
  return [error.code, error.message].filter(part => part !== undefined && part !== '').join(' ') || error.name
}

// Converts OTEL_TRACES_SAMPLER to a sampler of the SDK.

const PARENT_BASED = 'parentbased_'

/** What a sampler does with a trace that no caller decided about. */
type RootName = Exclude<Config['otelSampler'], `${typeof PARENT_BASED}${string}`>
const ROOTS: Readonly<Record<RootName, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: share => new TraceIdRatioBasedSampler(share),
}

function samplerOf({ otelSampler, otelSamplerShare }: Pick<Config, 'otelSampler' | 'otelSamplerShare'>): Sampler {
  const root = ROOTS[otelSampler.replace(PARENT_BASED, '') as RootName](otelSamplerShare)
  return otelSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root
}

// The number of exported and dropped spans, for /metrics. The batch processor reports it as OpenTelemetry's own metric
// otel.sdk.processor.span.processed; this file passes the counts to prom-client.

const PROCESSED = 'otel.sdk.processor.span.processed'
const QUEUE_FULL = 'queue_full'
const OUTCOMES = ['sent', QUEUE_FULL, 'not_taken'] as const

function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  if (error === undefined) return 'sent'
  return error === QUEUE_FULL ? QUEUE_FULL : 'not_taken'
}

function spanCounts(registry: Registry): MeterProvider {
  const spans = new Counter({
    name: `${METRIC_PREFIX}trace_spans_total`,
    help: 'Spans by outcome: sent to the collector; dropped because OTEL_BSP_MAX_QUEUE_SIZE spans were waiting (queue_full); dropped because the collector was unavailable, late or refused them (not_taken).',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of OUTCOMES) spans.inc({ outcome }, 0)
  const none = createNoopMeter()
  const processed = {
    add: (count: number, facts: Attributes = {}) => spans.inc({ outcome: outcomeOf(facts[ERROR_TYPE]) }, count),
  }
  const meter: Meter = Object.assign(Object.create(none) as Meter, {
    createCounter: (name: string) => (name === PROCESSED ? processed : none.createCounter(name)),
  })
  return { getMeter: () => meter }
}

/** Time for the last batches of a process that ends. */
const CLOSE_MS_MAX = 2_000
/** Spans per batch. A batch is serialised at once, which blocks the event loop for about 2 us per span. */
const BATCH_SPANS = 256
/** Concurrent batches. There is more than one only at the end, when the remaining ones are sent. */
const BATCHES_AT_ONCE_MAX = 8
/** Added to the exporter's deadline, in case the exporter does not keep it. */
const EXPORT_GRACE_MS = 1_000

type ExporterOptions = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>

/** Random ids, except for a span whose id is given. */
class SpanIds extends RandomIdGenerator {
  /** Id of the span that is started next. */
  next: string | undefined

  override generateSpanId(): string {
    const id = this.next ?? super.generateSpanId()
    this.next = undefined
    return id
  }
}

const propagator = new W3CTraceContextPropagator()

const contextOf = (parent: TraceContext | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter)

function linksTo(repeated: TraceContext | undefined): Link[] {
  const context = repeated && trace.getSpanContext(contextOf(repeated))
  return context ? [{ context, attributes: { 'sis.link': 'repeats' } }] : []
}

export class OtelTracing implements Tracing {
  readonly #ids = new SpanIds()
  readonly #provider: TracerProvider
  readonly #tracer: Tracer

  constructor(url: string, { config, role, registry, log }: TracingParts) {
    const exporter = new OTLPTraceExporter({
      url,
      headers: collectorHeaders(config),
      timeoutMillis: config.otlpTimeoutMs,
      compression: config.otlpCompression as NonNullable<ExporterOptions['compression']>,
      concurrencyLimit: BATCHES_AT_ONCE_MAX,
    })
    const processor = new BatchSpanProcessor({
      exporter: new LoggingExporter(exporter, log),
      maxQueueSize: config.otelQueueMax,
      maxExportBatchSize: Math.min(BATCH_SPANS, config.otelQueueMax),
      scheduledDelayMillis: config.otelDelayMs,
      exportTimeoutMillis: config.otlpTimeoutMs + EXPORT_GRACE_MS,
      selfObsMeterProvider: spanCounts(registry),
    })
    this.#provider = new TracerProvider({
      sampler: samplerOf(config),
      idGenerator: this.#ids,
      resource: defaultResource().merge(
        resourceFromAttributes({
          [ATTR_SERVICE_NAME]: `sis-${role}`,
          ...parseKeyPairsIntoRecord(config.otelResourceAttributes),
          ...(config.otelServiceName !== undefined && { [ATTR_SERVICE_NAME]: config.otelServiceName }),
          [ATTR_SERVICE_VERSION]: API_VERSION,
          [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
        }),
      ),
      spanProcessors: [processor],
    })
    this.#tracer = this.#provider.getTracer('schedule-intelligence-service', API_VERSION)
    log.info({ collector: new URL(url).host, sampler: config.otelSampler }, 'traces are sent')
  }

  begin(name: string, start: SpanStart): TraceSpan {
    const epochMs = Date.now() - performance.now()
    this.#ids.next = start.spanId
    const options = { ...optionsOf(start, epochMs), links: linksTo(start.repeats) }
    return new OtelSpan(this.#tracer, this.#tracer.startSpan(name, options, contextOf(start.parent)), epochMs)
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, CLOSE_MS_MAX)
    })
    // the log already has the reason for a rejected batch
    await Promise.race([this.#provider.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }
}
