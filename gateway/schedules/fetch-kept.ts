/** Frames of the kept schedules that a body names, for the worker that reads it. */
import type { KeptFrame } from '../../compute/worker/pool.ts'
import type { Refusal } from '../../shared/errors.ts'
import type { KeptSchedule } from '../../shared/jobs/schedule-store.ts'
import { ObjectLost } from '../../shared/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import type { Gateway } from '../gateway.ts'
import { storeUnavailable } from '../limits/refusals.ts'
import type { ReceivedCall } from '../pipeline/call.ts'
import { noRoom } from '../reply/no-room.ts'

type Caller = Pick<ReceivedCall, 'exchange' | 'identity' | 'bytesClaim'>

/** Never rejects. What is not there, or another account's, is told alike. What is read counts against the bytes in flight. */
export async function fetchKept(
  { exchange, identity, bytesClaim }: Caller,
  gateway: Gateway,
  scheduleIds: readonly string[],
): Promise<readonly KeptFrame[] | Refusal> {
  const frames: KeptFrame[] = []
  try {
    for (const scheduleId of scheduleIds) {
      const schedule = await gateway.jobs.readSchedule(identity.accountId, scheduleId)
      if (schedule !== null && bytesClaim?.grow(schedule.frameBytes) === false) return noRoom()
      const chunks = schedule === null ? null : await chunksOf(schedule, gateway)
      frames.push({ scheduleId, chunks, frameBytes: schedule?.frameBytes ?? 0 })
    }
    return frames
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    gateway.log.warn({ ...exchange.logIds, reason: error.message }, 'a kept schedule could not be read')
    return storeUnavailable('kept schedules')
  }
}

/** null: it went while it was read. */
async function chunksOf(schedule: KeptSchedule, { jobs }: Gateway): Promise<Uint8Array<ArrayBuffer>[] | null> {
  try {
    return (await jobs.readScheduleFrame(schedule)).map(owned)
  } catch (error) {
    const isGone = (await jobs.readSchedule(schedule.accountId, schedule.scheduleId)) === null
    if (isGone && (error instanceof StoreUnavailable || error instanceof ObjectLost)) return null
    throw error
  }
}

/** A chunk as a buffer of its own, which can be moved: what came from a socket may share its memory with other replies. */
const owned = (chunk: Uint8Array): Uint8Array<ArrayBuffer> =>
  chunk.byteLength === chunk.buffer.byteLength && chunk.buffer instanceof ArrayBuffer
    ? (chunk as Uint8Array<ArrayBuffer>)
    : new Uint8Array(chunk)
