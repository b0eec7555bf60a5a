/** What is done with the frame of a job, in whichever thread it is: analysed, its envelope written in chunks; and what an error means for the job. */
import { detailOf, detailWithFault, refuse } from '../../shared/errors.ts'
import type { JobError } from '../../shared/jobs/job.ts'
import type { Frame } from '../../shared/schedule/frame.ts'
import { type Analyser, isRefusal } from '../engine/result/result.ts'
import { writeEnvelope } from '../engine/write/envelope.ts'
import { giveBackUnshown } from '../engine/write/shown-buffers.ts'

export type Analysers = Readonly<Record<string, Analyser>>

/** Sends the chunks of the envelope, each valid until `send` returns. Returns why there is none, when the analysis refuses its input. */
export function answerFrame(
  { rowId, today, inputSha256, input }: Frame,
  analysers: Analysers,
  send: (chunk: Uint8Array) => void,
  checkpoint?: () => void,
): JobError | undefined {
  const result = analysers[rowId]!(input, checkpoint === undefined ? { today } : { today, checkpoint })
  if (isRefusal(result)) return { code: result.code, detail: detailWithFault(result) }
  const { taskCount, ignoredFields, imports } = input
  giveBackUnshown(result)
  writeEnvelope(result, { taskCount, inputSha256, ignoredFields, imports }, 'application/json', send)
  return undefined
}

/** fault: what to log. */
export type Failure =
  | { readonly kind: 'memory' }
  | { readonly kind: 'failed'; readonly error: JobError; readonly fault: string }

export function failureOf(error: unknown): Failure {
  if (error instanceof RangeError && /allocation|array length/i.test(error.message)) return { kind: 'memory' }
  const refusal = refuse('internal')
  const fault = (error as Error).stack ?? String(error)
  return { kind: 'failed', error: { code: refusal.code, detail: detailOf(refusal) }, fault }
}
