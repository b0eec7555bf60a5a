/** From which load on a gateway refuses calls. */
import { MEGABYTE } from '../tiers.ts'
import type { Machine, SettingRow } from './setting-row.ts'

export const loadSettings = (machine: Machine) =>
  ({
    largeBodyBytes: {
      env: 'LARGE_BODY_BYTES',
      kind: 'integer',
      default: MEGABYTE,
      minimum: 1,
      meaning: 'Bodies over this, and encoded ones, take the lane of large bodies.',
    },
    laneQueueMax: {
      env: 'LANE_QUEUE_MAX',
      kind: 'integer',
      default: 512,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Calls that may wait in a lane; beyond it 503.',
    },
    laneWaitMs: {
      env: 'LANE_WAIT_MS',
      kind: 'integer',
      default: 15,
      minimum: 1,
      maximum: 60_000,
      meaning:
        'Wait in a lane (or that of four calls, if longer) from which on its queue stands: calls are taken as threads get free, others 503.',
    },
    bytesInFlightMax: {
      env: 'BYTES_IN_FLIGHT_MAX',
      kind: 'integer',
      default: Math.floor(machine.memoryBytes / 2),
      minimum: MEGABYTE,
      meaning:
        'Budget for bodies being worked on, counted at four times their inflated size; at most half for one account.',
    },
    publicWindowCalls: {
      env: 'PUBLIC_WINDOW_CALLS',
      kind: 'integer',
      default: 60_000,
      minimum: 1,
      meaning: 'Calls of liveness and public pages per window and address, counted in each process.',
    },
  }) as const satisfies Record<string, SettingRow>
