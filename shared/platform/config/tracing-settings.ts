/**
 * Traces, with OpenTelemetry's names of settings (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables and
 * /docs/specs/otel/protocol/exporter). Without an address nothing is traced.
 */
import { checkPairs, httpUrl, type SettingRow } from './setting-row.ts'

export const tracingSettings = {
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'text',
    default: undefined,
    check: httpUrl,
    meaning:
      'Address of an OpenTelemetry collector that accepts traces over HTTP, such as http://host:4318; /v1/traces is appended. Absent: nothing is traced. Use the same OTEL_ settings for gateways, nodes and deliverers.',
  },
  otlpTracesEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind: 'text',
    default: undefined,
    check: httpUrl,
    meaning:
      'The same as a complete URL, to which nothing is appended. It takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: 'text',
    default: undefined,
    secret: true,
    check: checkPairs,
    meaning: 'Headers for the collector, such as its key: name=value,name=value, percent-encoded.',
  },
  otlpProtocol: {
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    kind: 'choice',
    default: 'http/protobuf',
    choices: ['http/protobuf'],
    meaning: 'Protocol for sending traces; collectors accept it on port 4318.',
  },
  otlpCompression: {
    env: 'OTEL_EXPORTER_OTLP_COMPRESSION',
    kind: 'choice',
    default: 'none',
    choices: ['none', 'gzip'],
    meaning: 'Compression of the traces. gzip is worthwhile when traffic to the collector costs money.',
  },
  otlpTimeoutMs: {
    env: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    kind: 'integer',
    default: 10_000,
    minimum: 1,
    maximum: 60_000,
    meaning: 'Milliseconds for a batch including all retries. After that it is dropped and counted.',
  },
  otelServiceName: {
    env: 'OTEL_SERVICE_NAME',
    kind: 'text',
    default: undefined,
    meaning: 'Service name in traces. Absent: sis-gateway, sis-node or sis-deliverer.',
  },
  otelResourceAttributes: {
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    kind: 'text',
    default: undefined,
    check: checkPairs,
    meaning:
      'Further attributes of the service in traces: name=value,name=value, such as deployment.environment.name=production.',
  },
  otelSampler: {
    env: 'OTEL_TRACES_SAMPLER',
    kind: 'choice',
    default: 'parentbased_always_on',
    choices: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    meaning:
      "Which calls are traced. With parentbased_, the caller's traceparent decides if there is one, so any caller can have its calls traced. traceidratio decides by the trace id alone.",
  },
  otelSamplerShare: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    kind: 'number',
    default: 1,
    minimum: 0,
    maximum: 1,
    meaning: 'Share of the traces that samplers with traceidratio keep, such as 0.01.',
  },
  otelQueueMax: {
    env: 'OTEL_BSP_MAX_QUEUE_SIZE',
    kind: 'integer',
    default: 2_048,
    minimum: 1,
    maximum: 65_536,
    meaning: 'Spans that may wait to be sent, about 1 KB of memory each. Further ones are dropped and counted.',
  },
  otelDelayMs: {
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    kind: 'integer',
    default: 5_000,
    minimum: 1,
    maximum: 60_000,
    meaning: 'Milliseconds that spans wait to be sent together.',
  },
  otelDisabled: {
    env: 'OTEL_SDK_DISABLED',
    kind: 'choice',
    default: 'false',
    choices: ['true', 'false'],
    meaning: 'true: nothing is traced, whatever the other settings are.',
  },
} as const satisfies Record<string, SettingRow>
