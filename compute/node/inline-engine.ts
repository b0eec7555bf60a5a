/**
 * A small job in the node's own thread, from its stored frame to its packed result. Loaded apart (inline-jobs.ts), since it brings the engine along.
 */

import { decodeFrame, type Frame, headBytesOf } from '../../shared/contract/schedule/frame.ts'
import { frameForNow, packResultChunk } from '../../shared/platform/jobs/chunks.ts'
import { analysers } from '../engine/analysers.ts'
import { beginCall } from '../engine/ids/short-arrays.ts'
import { answerFrame, failureOf } from './answer-frame.ts'
import type { InlineEnd } from './inline-jobs.ts'

/** The head of a frame has about 1 KB of its own; what stands beside the tasks comes on top. */
const HEAD_BYTES_MAX = 2_048

class Declined extends Error {}

/** One list of tasks with little beside it, whose days are not reckoned in calendars. */
function isPlain({ input: { schedules } }: Frame): boolean {
  if (schedules.size > 1) return false
  for (const { setting } of schedules.values()) if (setting !== undefined) return false
  return true
}

/** chunk: the only one of the frame, as it is stored. */
export function runSmallJob(chunk: Uint8Array, frameBytes: number): InlineEnd {
  const startedMs = performance.now()
  const workerMs = (): number => performance.now() - startedMs
  beginCall(true)
  try {
    const bytes = frameForNow([chunk], frameBytes)
    if (headBytesOf(bytes) > HEAD_BYTES_MAX) return { kind: 'declined', workerMs: workerMs() }
    const frame = decodeFrame(bytes)
    if (!isPlain(frame)) return { kind: 'declined', workerMs: workerMs() }
    let lastChunk: Uint8Array<ArrayBuffer> | undefined
    let byteCount = 0
    const error = answerFrame(frame, frameBytes, analysers, written => {
      if (lastChunk !== undefined) throw new Declined()
      byteCount = written.length
      lastChunk = packResultChunk(written)
    })
    return error !== undefined
      ? { kind: 'failed', error, workerMs: workerMs() }
      : { kind: 'done', chunkCount: 1, byteCount, lastChunk: lastChunk!, workerMs: workerMs() }
  } catch (error) {
    if (error instanceof Declined) return { kind: 'declined', workerMs: workerMs() }
    return { ...failureOf(error), workerMs: workerMs() }
  }
}
