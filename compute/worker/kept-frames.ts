/** Frames of kept schedules that come with a call; the reader uses them in place of their ids. */
import { bodyBytesOf } from '../../shared/contract/schedule/frame.ts'

/** A kept schedule as it is stored. chunks: null = the account keeps no such schedule. */
export interface KeptFrame {
  readonly scheduleId: string
  readonly chunks: readonly Uint8Array<ArrayBuffer>[] | null
  readonly frameBytes: number
}

/** What they would be as JSON. */
export const sentBytesOf = (frames: readonly KeptFrame[]): number =>
  bodyBytesOf(frames.reduce((sum, { frameBytes }) => sum + frameBytes, 0))
