/** Frames of kept schedules that come with a call; the reader uses them in place of their ids. */
import { frameOfChunks } from '../../shared/jobs/chunks.ts'
import { bodyBytesOf, decodeFrame } from '../../shared/schedule/frame.ts'
import { type KeptSchedules, keptSchedule } from '../engine/read/kept/kept-schedule.ts'

/** A kept schedule as it is stored. chunks: null = the account keeps no such schedule. */
export interface KeptFrame {
  readonly scheduleId: string
  readonly chunks: readonly Uint8Array<ArrayBuffer>[] | null
  readonly frameBytes: number
}

/** What they would be as JSON. */
export const sentBytesOf = (frames: readonly KeptFrame[]): number =>
  bodyBytesOf(frames.reduce((sum, { frameBytes }) => sum + frameBytes, 0))

export const keptOf = (frames: readonly KeptFrame[]): KeptSchedules =>
  new Map(
    frames.map(({ scheduleId, chunks, frameBytes }) => [
      scheduleId,
      chunks === null ? null : keptSchedule(decodeFrame(frameOfChunks(chunks, frameBytes)).input),
    ]),
  )
