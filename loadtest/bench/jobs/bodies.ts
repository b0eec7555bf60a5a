/** Bodies of jobs by size. */
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { makeSchedule, requestBytes, TASK_COUNT_MIN } from '../../schedules.ts'
import type { Body } from './caller.ts'

/** Larger ones are sent as gzip. */
const PLAIN_BYTES_MAX = 2 ** 20

const TWO_TASKS = {
  tasks: [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ],
}

const TWO = Buffer.from(JSON.stringify(TWO_TASKS))

export async function bodyOf(taskCount: number, seed: number, callbackUrl?: string): Promise<Body> {
  if (callbackUrl !== undefined)
    return { bytes: Buffer.from(JSON.stringify({ ...TWO_TASKS, callback_url: callbackUrl })), isGzip: false }
  const bytes = taskCount < TASK_COUNT_MIN ? TWO : requestBytes(makeSchedule({ seed, taskCount }))
  if (bytes.length <= PLAIN_BYTES_MAX) return { bytes, isGzip: false }
  return { bytes: await promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED }), isGzip: true }
}
