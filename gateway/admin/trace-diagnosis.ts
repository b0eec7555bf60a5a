/** Whether tracing is enabled, and whether the collector accepts traces. */
import type { ConfigOutcome } from '../../shared/config/config.ts'
import { tracesUrl } from '../../shared/process/open-tracing.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'traces'

export async function traces(outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const url = tracesUrl(outcome.config)
  if (url === undefined) return [ok(CHECK, 'off: OTEL_EXPORTER_OTLP_ENDPOINT is not set, or OTEL_SDK_DISABLED is true')]
  const { rejectionReason: whyNotTaken } = await import('../../shared/process/otel/collector.ts')
  const { host } = new URL(url)
  const reason = await whyNotTaken(url, outcome.config)
  if (reason !== undefined)
    return [
      problem(
        CHECK,
        `the collector at ${host} rejects traces: ${reason}; calls are not affected, but spans are dropped`,
      ),
    ]
  const { otelSampler, otelSamplerShare } = outcome.config
  const share = otelSampler.endsWith('traceidratio') ? ` ${otelSamplerShare}` : ''
  return [ok(CHECK, `the collector at ${host} accepts traces; sampler ${otelSampler}${share}`)]
}
