/**
 * The node's own thread as a host of small jobs (inline-jobs.ts): it takes a frame whose work is bounded by its size, and a result of one chunk, and declines
 * all others. Loaded apart, since it brings the engine along.
 */

import { decodeFrame, type Frame, headBytesOf } from '../../shared/contract/schedule/frame.ts'
import { packResultChunk } from '../../shared/platform/jobs/chunks.ts'
import { analysers } from '../engine/analysers.ts'
import { type Host, runJob, Unanswered } from './frame-work.ts'
import type { JobEnd } from './job-runner.ts'

/** The head of a frame has about 1 KB of its own; what stands beside the tasks comes on top. */
const HEAD_BYTES_MAX = 2_048

/** One list of tasks with little beside it, whose days are not reckoned in calendars. */
function isPlain({ input: { schedules } }: Frame): boolean {
  if (schedules.size > 1) return false
  for (const { setting } of schedules.values()) if (setting !== undefined) return false
  return true
}

let lastChunk: Uint8Array<ArrayBuffer> | undefined
let byteCount = 0

const host: Host = {
  analysers,
  open(bytes) {
    if (headBytesOf(bytes) > HEAD_BYTES_MAX) throw new Unanswered('declined')
    const frame = decodeFrame(bytes)
    if (!isPlain(frame)) throw new Unanswered('declined')
    return frame
  },
  send(chunk) {
    if (lastChunk !== undefined) throw new Unanswered('declined')
    byteCount = chunk.length
    lastChunk = packResultChunk(chunk)
  },
  result: () => ({ chunkCount: 1, byteCount, lastChunk: lastChunk! }),
  waitedMs: () => 0,
  clear() {
    lastChunk = undefined
  },
}

/** chunk: the only one of the frame, as it is stored. */
export const runSmallJob = (chunk: Uint8Array, frameBytes: number): JobEnd =>
  runJob({ chunks: [chunk], frameBytes }, host)
