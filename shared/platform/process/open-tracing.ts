/** Tracing of a process according to its settings. The packages are loaded only when tracing is on. */

import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import type { Registry } from 'prom-client'
import { request } from 'undici'
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

// The collector from the settings, and a check whether it accepts traces.

const TRY_MS_MAX = 5_000

export const collectorHeaders = ({ otlpHeaders }: Pick<Config, 'otlpHeaders'>): Record<string, string> =>
  parseKeyPairsIntoRecord(otlpHeaders)

/** Sends an empty request, which every collector accepts. Returns the reason if it is not accepted, else undefined. */
export async function rejectionReason(url: string, config: Pick<Config, 'otlpHeaders'>): Promise<string | undefined> {
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { ...collectorHeaders(config), 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(0),
      signal: AbortSignal.timeout(TRY_MS_MAX),
    })
    await body.dump()
    return statusCode >= 200 && statusCode < 300 ? undefined : `it answers ${statusCode}`
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string }
    return name === 'TimeoutError' ? `no answer in ${TRY_MS_MAX / 1000} s` : (code ?? message)
  }
}
