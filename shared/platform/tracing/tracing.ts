/**
 * Tracing as the rooms of the service use it. The implementation is OpenTelemetry (shared/platform/process/otel), which is loaded only if tracing is
 * on; otherwise there is no Tracing object, and a call costs one comparison.
 */
import type { TraceContext } from './trace-context.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** server: answers a call; producer, consumer: hands on a job, takes one; client: calls another service. */
export type SpanKind = 'internal' | 'server' | 'producer' | 'consumer' | 'client'

export interface SpanStart {
  /** Default internal. */
  readonly kind?: SpanKind
  /** performance.now() of its begin; default now. */
  readonly startMs?: number
  readonly attributes?: SpanAttributes
  /** The span of another process that it is part of; absent: it begins a trace. */
  readonly parent?: TraceContext | undefined
  /** Default random. */
  readonly spanId?: string
  /** An earlier try at the same. */
  readonly repeats?: TraceContext
}

/** An operation, measured. */
export interface TraceSpan {
  readonly traceId: string
  /** Whether it is kept. One that is not still has a trace, for the log and for those that are called. */
  readonly isRecorded: boolean
  /** For those that go on with the trace elsewhere. */
  readonly context: TraceContext
  /** A part of it in this process; undefined: it is not kept. */
  child(name: string, start?: Omit<SpanStart, 'parent' | 'spanId' | 'repeats'>): TraceSpan | undefined
  rename(name: string): void
  note(facts: SpanAttributes): void
  /** error: in a word, what went wrong on our side. */
  end(error?: string): void
}

export interface Tracing {
  begin(name: string, start: SpanStart): TraceSpan
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>
}

/** A step of a span: its time, and the name of the error that it ends with. */
export async function inStep<Value>(step: TraceSpan | undefined, work: Promise<Value>): Promise<Value> {
  if (step === undefined) return work
  try {
    const value = await work
    step.end()
    return value
  } catch (error) {
    step.end((error as Error).name)
    throw error
  }
}
