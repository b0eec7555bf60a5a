/** Converts OTEL_TRACES_SAMPLER to a sampler of the SDK. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config/config.ts'

const PARENT_BASED = 'parentbased_'

/** What a sampler does with a trace that no caller decided about. */
type RootName = Exclude<Config['otelSampler'], `${typeof PARENT_BASED}${string}`>
const ROOTS: Readonly<Record<RootName, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: share => new TraceIdRatioBasedSampler(share),
}

export function samplerOf({
  otelSampler,
  otelSamplerShare,
}: Pick<Config, 'otelSampler' | 'otelSamplerShare'>): Sampler {
  const root = ROOTS[otelSampler.replace(PARENT_BASED, '') as RootName](otelSamplerShare)
  return otelSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root
}
