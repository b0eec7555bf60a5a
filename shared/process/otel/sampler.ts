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

export function samplerOf({
  otelSampler,
  otelSamplerShare,
}: Pick<Config, 'otelSampler' | 'otelSamplerShare'>): Sampler {
  const root = rootOf(otelSampler.replace(PARENT_BASED, ''), otelSamplerShare)
  return otelSampler.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root
}

function rootOf(name: string, share: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share)
    default:
      throw new Error(`there is no sampler named ${name}`)
  }
}
