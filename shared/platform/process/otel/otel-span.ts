/** Wraps a span of the SDK as a span of the service. */
import {
  type Attributes,
  type Context,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  ERROR_TYPE,
  type SpanAttributes,
  type SpanKind as SpanKindName,
  type SpanStart,
  type TraceContext,
  type TraceSpan,
} from '../../tracing/tracing.ts'

const KINDS: Readonly<Record<SpanKindName, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
}

const propagator = new W3CTraceContextPropagator()

/** epochMs: the time of day at which performance.now() was 0. */
export function optionsOf({ kind = 'internal', startMs, attributes: facts }: SpanStart, epochMs: number): SpanOptions {
  return {
    kind: KINDS[kind],
    startTime: epochMs + (startMs ?? performance.now()),
    ...(facts !== undefined && { attributes: facts as Attributes }),
  }
}

export class OtelSpan implements TraceSpan {
  readonly traceId: string
  readonly isRecorded: boolean
  readonly #tracer: Tracer
  readonly #span: Span
  /** The clock that all spans of a trace in this process share; separate clock readings would differ by a millisecond. */
  readonly #epochMs: number
  #otelContext: Context | undefined
  #context: TraceContext | undefined

  constructor(tracer: Tracer, span: Span, epochMs: number) {
    this.#tracer = tracer
    this.#span = span
    this.#epochMs = epochMs
    const { traceId, traceFlags } = span.spanContext()
    this.traceId = traceId
    this.isRecorded = (traceFlags & TraceFlags.SAMPLED) !== 0
  }

  get #asParent(): Context {
    return (this.#otelContext ??= trace.setSpan(ROOT_CONTEXT, this.#span))
  }

  get context(): TraceContext {
    if (this.#context === undefined) {
      const headers: Record<string, string> = {}
      propagator.inject(this.#asParent, headers, defaultTextMapSetter)
      this.#context = headers as unknown as TraceContext
    }
    return this.#context
  }

  child(name: string, start: SpanStart = {}): TraceSpan | undefined {
    if (!this.isRecorded) return undefined
    const span = this.#tracer.startSpan(name, optionsOf(start, this.#epochMs), this.#asParent)
    return new OtelSpan(this.#tracer, span, this.#epochMs)
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  note(facts: SpanAttributes): void {
    if (!this.isRecorded) return
    for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) this.#span.setAttribute(name, fact)
  }

  end(error?: string): void {
    if (!this.isRecorded) return
    if (error !== undefined) this.#span.setAttribute(ERROR_TYPE, error).setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end(this.#epochMs + performance.now())
  }
}
