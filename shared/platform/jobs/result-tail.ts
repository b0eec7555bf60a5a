/** The bytes after the stored result of a job, in replies and in callbacks. They are the same at each reading. */
import { jsonTail } from '../../contract/envelope.ts'
import type { Job } from './job.ts'

/** The id of the request is that of the submission. */
export const resultTail = ({ endpoint, requestId, workerMs }: Job): Uint8Array =>
  jsonTail({ endpoint, requestId, processingTimeMs: Math.round(workerMs ?? 0) })
