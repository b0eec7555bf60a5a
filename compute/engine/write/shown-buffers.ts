/** What the writer reads of a large call stays; the memory of its other long arrays is given back before its reply is written. */
import { giveBackAllBut } from '../ids/short-arrays.ts'
import type { AnalysisResult } from '../result/result.ts'
import { replyMembers } from './envelope.ts'

/** Before a reply is written: nothing else of the call is looked at any more. */
export const giveBackUnshown = (result: AnalysisResult): void => giveBackAllBut(() => shownBuffers(result))

/** Where the numbers and texts of a reply lie. */
function shownBuffers(result: AnalysisResult): ReadonlySet<ArrayBufferLike> {
  const buffers = new Set<ArrayBufferLike>()
  addBuffers(replyMembers(result), buffers)
  return buffers
}

/** Adds the buffers of all arrays of numbers in plain values, tables and columns. */
function addBuffers(value: unknown, buffers: Set<ArrayBufferLike>): void {
  if (typeof value !== 'object' || value === null) return
  if (ArrayBuffer.isView(value)) buffers.add(value.buffer)
  else for (const member of Object.values(value)) addBuffers(member, buffers)
}
