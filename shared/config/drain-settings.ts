/** How a process ends. */
import type { SettingRow } from './setting-row.ts'

export const drainSettings = {
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    kind: 'number',
    default: 20,
    minimum: 0,
    maximum: 600,
    meaning: 'Time for running calls and jobs to end after SIGTERM; jobs that did not are given back.',
  },
  drainDelaySeconds: {
    env: 'DRAIN_DELAY_SECONDS',
    kind: 'number',
    default: 0,
    minimum: 0,
    maximum: 120,
    meaning: 'Time between /ready answering 503 and the listener closing, for balancers that probe.',
  },
} as const satisfies Record<string, SettingRow>
