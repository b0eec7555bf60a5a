/**
 * Traces, under the names that OpenTelemetry gives its settings (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables and
 * /docs/specs/otel/protocol/exporter). Without an address nothing is traced.
 */
import { checkPairs, httpUrl } from './checks.ts'
import type { SettingRow } from './setting-row.ts'

export const tracingSettings = {
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'text',
    default: undefined,
    check: httpUrl,
    meaning:
      'Where an OpenTelemetry collector takes traces over HTTP, as http://host:4318; /v1/traces is appended. Absent: nothing is traced. Set the OTEL_ settings alike for gateways, nodes and deliverers.',
  },
  otlpTracesEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind: 'text',
    default: undefined,
    check: httpUrl,
    meaning: 'The same as a whole URL, to which nothing is appended; goes before OTEL_EXPORTER_OTLP_ENDPOINT.',
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
    meaning: 'How traces are sent; collectors take it on port 4318.',
  },
  otlpCompression: {
    env: 'OTEL_EXPORTER_OTLP_COMPRESSION',
    kind: 'choice',
    default: 'none',
    choices: ['none', 'gzip'],
    meaning: 'gzip pays off when the collector is reached over a network that costs money.',
  },
  otlpTimeoutMs: {
    env: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    kind: 'integer',
    default: 10_000,
    minimum: 1,
    maximum: 60_000,
    meaning: 'Milliseconds for a batch with all its tries; then it is dropped and counted.',
  },
  otelServiceName: {
    env: 'OTEL_SERVICE_NAME',
    kind: 'text',
    default: undefined,
    meaning: 'Name of the service in traces. Absent: sis-gateway, sis-node or sis-deliverer.',
  },
  otelResourceAttributes: {
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    kind: 'text',
    default: undefined,
    check: checkPairs,
    meaning:
      'What else is said of the service in traces: name=value,name=value, such as deployment.environment.name=production.',
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
      'Which calls are traced. With parentbased_ the traceparent of the caller decides where there is one, so that any caller can have its calls traced; traceidratio asks the trace id alone.',
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
    meaning: 'Spans that wait to be sent, about 1 KB of memory each; further ones are dropped and counted.',
  },
  otelDelayMs: {
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    kind: 'integer',
    default: 5_000,
    minimum: 1,
    maximum: 60_000,
    meaning: 'Milliseconds that spans wait for others to go with them.',
  },
  otelDisabled: {
    env: 'OTEL_SDK_DISABLED',
    kind: 'choice',
    default: 'false',
    choices: ['true', 'false'],
    meaning: 'true: nothing is traced, whatever else is set.',
  },
} as const satisfies Record<string, SettingRow>
