/** The load at which a gateway begins to refuse calls. */
import { MEGABYTE } from '../../contract/tiers.ts'
import type { Machine, SettingRow } from './setting-row.ts'

export const loadSettings = (machine: Machine) =>
  ({
    largeBodyBytes: {
      env: 'LARGE_BODY_BYTES',
      kind: 'integer',
      default: MEGABYTE,
      minimum: 1,
      meaning: 'Bodies larger than this, and compressed ones, use the lane for large bodies.',
    },
    laneQueueMax: {
      env: 'LANE_QUEUE_MAX',
      kind: 'integer',
      default: 512,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Calls that may wait in a lane; further ones get 503.',
    },
    laneWaitMs: {
      env: 'LANE_WAIT_MS',
      kind: 'integer',
      default: 15,
      minimum: 1,
      maximum: 60_000,
      meaning:
        'A lane is overloaded when its first call has waited this long (or as long as four calls take, if longer). It then accepts calls only as threads become free, and others get 503.',
    },
    bytesInFlightMax: {
      env: 'BYTES_IN_FLIGHT_MAX',
      kind: 'integer',
      default: Math.floor(machine.memoryBytes / 2),
      minimum: MEGABYTE,
      meaning:
        'Memory budget for bodies in progress. Each body counts four times its inflated size. One account may use half of the budget.',
    },
    publicWindowCalls: {
      env: 'PUBLIC_WINDOW_CALLS',
      kind: 'integer',
      default: 60_000,
      minimum: 1,
      meaning: 'Calls of liveness and public pages per window and address, counted in each process.',
    },
  }) as const satisfies Record<string, SettingRow>
