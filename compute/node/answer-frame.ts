/** What is done with the frame of a job, in whichever thread it is: analysed, its envelope written in chunks; and what an error means for the job. */
import { detailOf, detailWithFault, refuse } from '../../shared/contract/errors.ts'
import { bodyBytesOf, type Frame } from '../../shared/contract/schedule/frame.ts'
import { answerBytesMax, TIER_NAMES, type TierName } from '../../shared/contract/tiers.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import { type Analyser, isRefusal } from '../engine/result/result.ts'
import { recoverScratch } from '../engine/write/byte-sink.ts'
import { writeEnvelope } from '../engine/write/envelope.ts'
import { AnswerTooLarge, answerTooLarge, beginOutput } from '../engine/write/output-bound.ts'
import { giveBackUnshown } from '../engine/write/shown-buffers.ts'

/** Of frames of earlier versions, which do not name theirs. */
const HIGHEST_TIER: TierName = 'government'

export type Analysers = Readonly<Record<string, Analyser>>

/** Sends the chunks of the envelope, each valid until `send` returns. Returns why there is none, when the analysis refuses its input. */
export function answerFrame(
  frame: Frame,
  frameBytes: number,
  analysers: Analysers,
  send: (chunk: Uint8Array) => void,
  checkpoint?: () => void,
): JobError | undefined {
  const bodyBytes = bodyBytesOf(frameBytes)
  const tier = TIER_NAMES.find(name => name === frame.tier) ?? HIGHEST_TIER
  beginOutput(answerBytesMax(tier, bodyBytes))
  try {
    return writeAnswer(frame, analysers, send, checkpoint)
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error
    recoverScratch()
    const refusal = answerTooLarge(error, tier, bodyBytes)
    return { code: refusal.code, detail: detailOf(refusal) }
  } finally {
    beginOutput(Number.POSITIVE_INFINITY)
  }
}

function writeAnswer(
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
