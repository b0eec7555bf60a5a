/** Estimated costs of calls, and where metrics are served. */
import type { SettingRow } from './setting-row.ts'

export const metricsSettings = {
  costUsdPerRequest: {
    env: 'COST_USD_PER_REQUEST',
    kind: 'number',
    default: 0.0001,
    minimum: 0,
    meaning: 'Estimated cost of a call, in the metering event.',
  },
  costUsdPerCpuSecond: {
    env: 'COST_USD_PER_CPU_SECOND',
    kind: 'number',
    default: 0.00005,
    minimum: 0,
    meaning: 'Estimated cost of one second of a worker.',
  },
  metricsHost: {
    env: 'METRICS_HOST',
    kind: 'text',
    default: '127.0.0.1',
    meaning: 'Address on which a process serves /metrics. Only your Prometheus should be able to reach it.',
  },
  metricsPort: {
    env: 'METRICS_PORT',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 65535,
    meaning: 'Port of /metrics, one per process. 0 chooses a free port, which is written to the log.',
  },
} as const satisfies Record<string, SettingRow>
