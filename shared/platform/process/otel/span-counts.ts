/**
 * The number of exported and dropped spans, for /metrics. The batch processor reports it as OpenTelemetry's own metric
 * otel.sdk.processor.span.processed; this file passes the counts to prom-client.
 */
import { type Attributes, createNoopMeter, type Meter, type MeterProvider } from '@opentelemetry/api'
import { Counter, type Registry } from 'prom-client'
import { ERROR_TYPE } from '../../tracing/attributes.ts'
import { METRIC_PREFIX } from '../metrics.ts'

const PROCESSED = 'otel.sdk.processor.span.processed'
const QUEUE_FULL = 'queue_full'
const OUTCOMES = ['sent', QUEUE_FULL, 'not_taken'] as const

function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  if (error === undefined) return 'sent'
  return error === QUEUE_FULL ? QUEUE_FULL : 'not_taken'
}

export function spanCounts(registry: Registry): MeterProvider {
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
