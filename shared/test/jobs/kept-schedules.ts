/** Schedules that an account keeps, for tests of the store. */
import { randomUUID } from 'node:crypto'
import { FRAME_VERSION } from '../../contract/schedule/frame-versions.ts'
import type { JobStore } from '../../platform/jobs/job-store.ts'
import type { KeptSchedule, NewSchedule } from '../../platform/jobs/schedule-store.ts'

export const FRAME = Buffer.from([0xdd, 1, 2])

export const newSchedule = (accountId: string, changes: Partial<NewSchedule> = {}): NewSchedule => ({
  scheduleId: randomUUID(),
  accountId,
  taskCount: 4,
  linkCount: 3,
  calendarCount: 0,
  statusDate: null,
  sha256: '0'.repeat(64),
  imports: [],
  bytes: 2_003,
  frameChunks: 1,
  frameBytes: FRAME.length,
  frameVersion: FRAME_VERSION,
  ttlMs: 60_000,
  countMax: 1_000,
  bytesMax: 1_000_000,
  idempotency: null,
  frame: FRAME,
  ...changes,
})

/** Throws unless it is kept. */
export async function keptSchedule(
  store: JobStore,
  accountId: string,
  changes: Partial<NewSchedule> = {},
): Promise<KeptSchedule> {
  const outcome = await store.keepSchedule(newSchedule(accountId, changes))
  if (outcome.state !== 'kept') throw new Error(outcome.state)
  return outcome.schedule
}
