/**
 * What one call may write, counted while it is written: the sinks add what they hand on, writers of long parts say beforehand how long they will be. A call
 * that comes to its bound is stopped there, so the memory for the rest is never taken. The bound is that of a thread, as a thread has one call at a time;
 * outside of calls (the command line) there is none.
 */
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import {
  ANSWER_BYTES_PER_BODY_BYTE,
  ANSWER_MEGABYTES_FREE,
  ANSWER_PAYLOADS_MAX,
  answerBytesMax,
  TIERS,
  type TierName,
} from '../../../shared/contract/tiers.ts'

/** words: which part it was, as a sentence behind a blank, or nothing. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
  readonly words: string

  constructor(words: string) {
    super(words)
    this.words = words
  }
}

let bytesMax = Number.POSITIVE_INFINITY
let bytes = 0

/** To be called before a call writes anything. */
export function beginOutput(max: number): void {
  bytesMax = max
  bytes = 0
}

/** Begins the answer anew in another form: what was written so far is not sent. */
export function beginForm(): void {
  bytes = 0
}

/** part: name of what they belong to. */
export function addOutput(count: number, part: string): void {
  bytes += count
  if (bytes > bytesMax) throw new AnswerTooLarge(part === '' ? '' : ` It was stopped in ${JSON.stringify(part)}.`)
}

/** A part that would be so long; words: a sentence that names it. Nothing is counted yet. */
export function expectOutput(count: number, words: () => string): void {
  if (bytes + count > bytesMax) throw new AnswerTooLarge(` ${words()}`)
}

const ONE_DECIMAL = 10

export const megabytesText = (count: number): string =>
  `${Math.max(1, Math.round((ONE_DECIMAL * count) / MEGABYTE)) / ONE_DECIMAL} MB`

/** bodyBytes: of the body as it was read; undefined: a stored result. */
export function answerTooLarge({ words }: AnswerTooLarge, tier: TierName, bodyBytes: number | undefined): Refusal {
  return refuse('answer_too_large', {
    limit: megabytesText(answerBytesMax(tier, bodyBytes)),
    freeMegabytes: ANSWER_MEGABYTES_FREE,
    perByte: ANSWER_BYTES_PER_BODY_BYTE,
    megabytesMax: ANSWER_PAYLOADS_MAX * TIERS[tier].payloadMegabytesMax,
    tier,
    words,
  })
}
