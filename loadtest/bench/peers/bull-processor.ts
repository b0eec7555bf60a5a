/** What BullMQ runs on a job, also in a thread (useWorkerThreads), and how it reaches its queue. */
import { analysers } from '../../../compute/engine/analysers.ts'
import { isRefusal } from '../../../compute/engine/result/result.ts'
import { writeEnvelope } from '../../../compute/engine/write/envelope.ts'
import type { WorkId } from '../../../shared/contract/catalogue/catalogue.ts'
import { decodeFrame } from '../../../shared/contract/schedule/frame.ts'

export default async (job: { readonly data: { readonly frame: string } }): Promise<string> =>
  analyseBase64(job.data.frame)

/** What both sides run on a job: the frame of a request in, the envelope of its answer out. */
export function analyse(frameBytes: Uint8Array<ArrayBuffer>): string {
  const { rowId, today, input, inputSha256 } = decodeFrame(frameBytes)
  const result = analysers[rowId as WorkId](input, { today })
  if (isRefusal(result)) throw new Error(result.code)
  const { taskCount, ignoredFields } = input
  const { chunks } = writeEnvelope(result, { taskCount, inputSha256, ignoredFields }, 'application/json')
  return Buffer.concat(chunks).toString()
}

/** A queue of BullMQ holds JSON: the frame travels as base64. */
export const analyseBase64 = (frame: string): string => analyse(new Uint8Array(Buffer.from(frame, 'base64')))

export const QUEUE = 'analyses'
/** What BullMQ requires of a connection that blocks. */
export const connectionTo = (socketPath: string) => ({ path: socketPath, maxRetriesPerRequest: null })
