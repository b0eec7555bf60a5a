/** Tracing of a process according to its settings. The packages are loaded only when tracing is on. */

import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Log } from './log.ts'

export interface TracingParts {
  readonly config: Config
  readonly role: 'gateway' | 'node' | 'deliverer'
  readonly registry: Registry
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** The address for traces; undefined: tracing is off. */
export function tracesUrl({ otelDisabled, otlpTracesEndpoint, otlpEndpoint }: Config): string | undefined {
  if (otelDisabled === 'true') return undefined
  if (otlpTracesEndpoint !== undefined) return otlpTracesEndpoint
  return otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`
}

/** null: tracing is off. */
export async function openTracing(parts: TracingParts): Promise<Tracing | null> {
  const url = tracesUrl(parts.config)
  if (url === undefined) return null
  const { OtelTracing } = await import('./otel/otel-tracing.ts')
  return new OtelTracing(url, parts)
}
