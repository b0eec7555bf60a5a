/** How many bytes of Redis are reserved for a job until it ends: for its frame and its result, without what is stored as an object. */
import type { WorkFrame } from '../../compute/worker/pool.ts'
import { INLINE_BYTES_MAX, inlineResultBytesMax } from '../../shared/platform/jobs/job-store.ts'

/** Stored bytes of a result: zstd takes a task of a critical path to 30 to 50 bytes; other results may be twice as long. */
const RESULT_BYTES_PER_TASK = 120
const RESULT_BYTES_LEAST = 4_096

export function reservedBytesOf(
  frame: Pick<WorkFrame, 'chunks' | 'taskCount' | 'linkCount'>,
  hasObjects: boolean,
): number {
  const frameBytes = frame.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  const resultBytes = RESULT_BYTES_LEAST + RESULT_BYTES_PER_TASK * frame.taskCount
  if (!hasObjects) return frameBytes + resultBytes
  return (frameBytes > INLINE_BYTES_MAX ? 0 : frameBytes) + Math.min(resultBytes, inlineResultBytesMax(frame))
}
