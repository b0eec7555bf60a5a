/** Where the numbers and texts of a reply lie: what the writer reads. */
import type { AnalysisResult } from '../result/result.ts'
import { replyMembers } from './envelope.ts'

export function shownBuffers(result: AnalysisResult): ReadonlySet<ArrayBufferLike> {
  const buffers = new Set<ArrayBufferLike>()
  addBuffers(replyMembers(result), buffers)
  return buffers
}

/** Of all arrays of numbers in plain values, tables and columns. */
function addBuffers(value: unknown, buffers: Set<ArrayBufferLike>): void {
  if (typeof value !== 'object' || value === null) return
  if (ArrayBuffer.isView(value)) buffers.add(value.buffer)
  else for (const member of Object.values(value)) addBuffers(member, buffers)
}
