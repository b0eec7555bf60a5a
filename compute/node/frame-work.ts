/**
 * The work of a job, the same on every host: its frame is read and analysed, its envelope written in chunks, and an error becomes an end of the job. A host is a
 * thread of a node (job-worker.ts) or the node's own thread (inline-engine.ts); a thread in the process of a suspect is the former.
 */

import { commitOf } from '../../shared/contract/envelope.ts'
import { detailOf, detailWithFault, refuse } from '../../shared/contract/errors.ts'
import { bodyBytesOf, type Frame } from '../../shared/contract/schedule/frame.ts'
import { answerBytesMax, TIER_NAMES, type TierName } from '../../shared/contract/tiers.ts'
import { frameForNow } from '../../shared/platform/jobs/chunks.ts'
import type { JobError } from '../../shared/platform/jobs/job.ts'
import { beginCall, endCall } from '../engine/ids/short-arrays.ts'
import { type Analyser, type AnalysisContext, isRefusal } from '../engine/result/result.ts'
import { recoverScratch } from '../engine/write/byte-sink.ts'
import { writeEnvelope } from '../engine/write/envelope.ts'
import { AnswerTooLarge, answerTooLarge, beginOutput } from '../engine/write/output-bound.ts'
import { giveBackUnshown } from '../engine/write/shown-buffers.ts'
import type { JobEnd, ThreadJob, ThreadResult } from './job-runner.ts'

/** The tier of frames of earlier versions, which do not name theirs. */
const HIGHEST_TIER: TierName = 'government'

export type Analysers = Readonly<Record<string, Analyser>>

/** How somebody beside the work stops it between passes, and hears how far it has come. */
type WorkWatch = Pick<AnalysisContext, 'checkpoint' | 'progress' | 'isTimeUp'>

/** Sends the chunks of the envelope, each valid until `send` returns. Returns why there is none, when the analysis refuses its input. */
export function answerFrame(
  frame: Frame,
  frameBytes: number,
  analysers: Analysers,
  send: (chunk: Uint8Array) => void,
  watch: WorkWatch = {},
): JobError | undefined {
  const bodyBytes = bodyBytesOf(frameBytes)
  const tier = TIER_NAMES.find(name => name === frame.tier) ?? HIGHEST_TIER
  beginOutput(answerBytesMax(tier, bodyBytes))
  try {
    return writeAnswer(frame, analysers, send, watch)
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
  watch: WorkWatch,
): JobError | undefined {
  const result = analysers[rowId]!(input, { today, ...commitOf(process.env), ...watch })
  if (isRefusal(result)) return { code: result.code, detail: detailWithFault(result) }
  const { taskCount, ignoredFields, imports } = input
  giveBackUnshown(result)
  writeEnvelope(result, { taskCount, inputSha256, ignoredFields, imports }, 'application/json', send)
  return undefined
}

/** Thrown by a host: the job ends so, and nothing came of it. */
export class Unanswered extends Error {
  readonly kind: 'stopped' | 'declined'

  constructor(kind: 'stopped' | 'declined') {
    super(kind)
    this.kind = kind
  }
}

/** What work needs of the thread that it runs on. A host has one job at a time. */
export interface Host {
  readonly analysers: Analysers
  /** Reads the frame, if it takes such a one. */
  readonly open: (bytes: Uint8Array<ArrayBuffer>) => Frame
  /** Takes a chunk of the envelope, which is valid until this returns. */
  readonly send: (chunk: Uint8Array) => void
  /** Absent: nobody can stop the work. */
  readonly watch?: WorkWatch
  /** When all chunks were taken. */
  readonly result: () => Omit<ThreadResult, 'workerMs'>
  /** How long the host waited for others while the job ran. */
  readonly waitedMs: () => number
  /** Forgets the job, which has ended. */
  readonly clear: () => void
}

/** Takes the chunks of the frame away from the job as soon as they are read. */
export function runJob(job: ThreadJob, host: Host): JobEnd {
  const startedMs = performance.now()
  const workerMs = (): number => performance.now() - startedMs - host.waitedMs()
  // nothing of a job outlives it but packed bytes
  beginCall(true)
  try {
    const frame = host.open(frameForNow(job.chunks, job.frameBytes))
    job.chunks = []
    const error = answerFrame(frame, job.frameBytes, host.analysers, host.send, host.watch)
    if (error !== undefined) return { kind: 'failed', error, workerMs: workerMs() }
    const result = host.result()
    return { kind: 'done', ...result, workerMs: workerMs() }
  } catch (error) {
    if (error instanceof Unanswered) return { kind: error.kind, workerMs: workerMs() }
    if (error instanceof RangeError && /allocation|array length/i.test(error.message))
      return { kind: 'memory', workerMs: workerMs() }
    const refusal = refuse('internal')
    const fault = (error as Error).stack ?? String(error)
    return { kind: 'failed', error: { code: refusal.code, detail: detailOf(refusal) }, workerMs: workerMs(), fault }
  } finally {
    host.clear()
    endCall()
  }
}
