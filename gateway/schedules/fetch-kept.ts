/** Frames of the kept schedules that a body names, for the worker that reads it. */
import type { KeptFrame } from '../../compute/worker/pool.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { payloadBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import type { KeptSchedule } from '../../shared/platform/jobs/schedule-store.ts'
import { ObjectLost } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { noRoom } from '../call/answers.ts'
import type { ReceivedCall } from '../call/call.ts'
import type { Gateway } from '../call/gateway.ts'
import { storeUnavailable } from '../call/limiter.ts'

type Caller = Pick<ReceivedCall, 'exchange' | 'identity' | 'bytesClaim'>

/** A frame may be larger than the text that it was read from, most of all that of short tasks. */
const FRAME_BYTES_PER_PAYLOAD_BYTE = 2

/**
 * Never rejects. What is not there, or another account's, gets the same answer. scheduleIds has a name as often as the body does: the schedules
 * together are bounded as if they had been sent, before any of them is read, and count so against the bytes in flight.
 */
export async function fetchKept(
  { exchange, identity, bytesClaim }: Caller,
  gateway: Gateway,
  tier: TierName,
  scheduleIds: readonly string[],
): Promise<readonly KeptFrame[] | Refusal> {
  try {
    const schedules = new Map<string, KeptSchedule | null>()
    for (const id of new Set(scheduleIds)) schedules.set(id, await gateway.jobs.readSchedule(identity.accountId, id))
    const frameBytes = scheduleIds.reduce((sum, id) => sum + (schedules.get(id)?.frameBytes ?? 0), 0)
    if (frameBytes > FRAME_BYTES_PER_PAYLOAD_BYTE * payloadBytesMax(tier)) return tooLarge(frameBytes, tier)
    if (bytesClaim?.grow(frameBytes) === false) return noRoom()
    const frames: KeptFrame[] = []
    for (const [scheduleId, schedule] of schedules) {
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

const tooLarge = (frameBytes: number, tier: TierName): Refusal =>
  refuse('payload_too_large', {
    payloadBytes: frameBytes,
    tier,
    payloadBytesMax: FRAME_BYTES_PER_PAYLOAD_BYTE * payloadBytesMax(tier),
    payloadMegabytesMax: FRAME_BYTES_PER_PAYLOAD_BYTE * TIERS[tier].payloadMegabytesMax,
  })

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
