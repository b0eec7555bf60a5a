/** Removes finished jobs, with all their data, after their retention. */

import { JOB_CLASSES, queuesOf } from '../../../contract/job-classes.ts'
import { script } from '../../redis/script.ts'
import type { JobStore } from '../job-store.ts'
import { type JobClient, runScript } from './retry-once.ts'

const SWEEP = script('job-sweep-1')
/** Jobs of one run of the script: it stays under a few milliseconds. */
const SWEEP_COUNT_MAX = 100
const CONSUMER_IDLE_MS = 3_600_000
const LOOK_AGAIN_MS = 3_600_000
/** Dead letters keep their result for so long. */
export const DEAD_LETTER_MS = 7 * 86_400_000

export function retention(client: JobClient, frameVersions: readonly number[]): Pick<JobStore, 'sweep'> {
  const queues = queuesOf(JOB_CLASSES, frameVersions)
  return {
    async sweep(shard) {
      let removedCount = 0
      for (;;) {
        const args = [SWEEP_COUNT_MAX, DEAD_LETTER_MS, LOOK_AGAIN_MS, CONSUMER_IDLE_MS, ...queues]
        const [looked, removed] = await runScript<[number, number]>(client, SWEEP, shard, args)
        removedCount += removed
        // those that a callback keeps are looked at later, and stand before no other
        if (looked < SWEEP_COUNT_MAX) return removedCount
      }
    },
  }
}
