/**
 * Tracing by the SDK of OpenTelemetry: sampler, batches, OTLP over HTTP. Nothing is registered for the whole process, and contexts are handed on
 * as arguments: what follows them through promises would cost every promise something.
 *
 * The collector can hold up nobody: spans wait in a queue of bounded length, batches are sent one after the other, a batch has one deadline
 * for all its tries, and what found no place or was not taken is counted.
 */
import { randomUUID } from 'node:crypto'
import { type Context, defaultTextMapGetter, type Link, ROOT_CONTEXT, type Tracer, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { API_VERSION } from '../../envelope.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'
import type { SpanStart, TraceSpan, Tracing } from '../../tracing/tracing.ts'
import type { TracingParts } from '../open-tracing.ts'
import { collectorHeaders } from './collector.ts'
import { OtelSpan, optionsOf } from './otel-span.ts'
import { samplerOf } from './sampler.ts'
import { spanCounts } from './span-counts.ts'
import { ToldExporter } from './told-exporter.ts'

/** For the last batches of a process that ends. */
const CLOSE_MS_MAX = 2_000
/** Spans of a batch: it is written in one go, which takes the event loop some 2 us for each. */
const BATCH_SPANS = 256
/** Batches under way at once: only at the end there is more than one, those that are left. */
const BATCHES_AT_ONCE_MAX = 8
/** Beyond the deadline of the exporter, for one that does not keep it. */
const EXPORT_GRACE_MS = 1_000

type ExporterOptions = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>

/** Random ids, but for a span that is named. */
class SpanIds extends RandomIdGenerator {
  /** Of the span that is started next. */
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
      exporter: new ToldExporter(exporter, log),
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
    // why a batch was not taken stands in the log
    await Promise.race([this.#provider.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }
}
