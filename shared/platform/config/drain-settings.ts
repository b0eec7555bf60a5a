/** Shutdown of a process. */
import type { SettingRow } from './setting-row.ts'

export const drainSettings = {
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    kind: 'number',
    default: 20,
    minimum: 0,
    maximum: 600,
    meaning:
      'Time that running calls and jobs have to finish after SIGTERM. Jobs that are still running then are returned to the queue.',
  },
  drainDelaySeconds: {
    env: 'DRAIN_DELAY_SECONDS',
    kind: 'number',
    default: 0,
    minimum: 0,
    maximum: 120,
    meaning: 'Time between the first 503 of /ready and the closing of the listener, for load balancers that probe.',
  },
} as const satisfies Record<string, SettingRow>
