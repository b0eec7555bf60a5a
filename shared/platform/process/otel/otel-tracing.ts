/**
 * Tracing with the OpenTelemetry SDK: sampler, batching, OTLP over HTTP. Nothing is registered globally, and contexts are passed as
 * arguments, because tracking them through promises would slow down every promise.
 *
 * The collector cannot block anything: spans wait in a bounded queue, batches are sent one after the other, and a batch has one deadline
 * for all its retries. Spans that find the queue full or are not accepted are counted.
 */
import { randomUUID } from 'node:crypto'
import { type Context, defaultTextMapGetter, type Link, ROOT_CONTEXT, type Tracer, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { API_VERSION } from '../../../contract/envelope.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'
import type { SpanStart, TraceSpan, Tracing } from '../../tracing/tracing.ts'
import type { TracingParts } from '../open-tracing.ts'
import { collectorHeaders } from './collector.ts'
import { LoggingExporter } from './logging-exporter.ts'
import { OtelSpan, optionsOf } from './otel-span.ts'
import { samplerOf } from './sampler.ts'
import { spanCounts } from './span-counts.ts'

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
