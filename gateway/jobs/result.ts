/** GET /api/v1/jobs/{job_id}/result: the envelope alone, as the synchronous call would have answered it. */

import type { WorkHeader } from '../../compute/worker/pool.ts'
import { MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import type { EndpointId } from '../../shared/contract/catalogue/catalogue.ts'
import {
  FORM_BYTES_MAX,
  FORM_MEDIA_TYPES,
  type ResultForm,
  resultFormOf,
} from '../../shared/contract/endpoint/result-forms.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { FINAL_STATES } from '../../shared/contract/job-states.ts'
import { type Job, type ResultPointer, resultTail } from '../../shared/platform/jobs/job.ts'
import { answerHeaders, namesTag, noRoom } from '../call/answers.ts'
import { type CallTo, type IdentifiedCall, payerOf } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { findJob, jobNotFound } from './jobs.ts'
import { resultRemoved } from './refusals.ts'
import { resultReply } from './result-body.ts'

/**
 * Parts of a body by the Range header (RFC 9110, 14): one range of bytes. Several ranges, other units and unreadable values are ignored, as
 * the RFC allows.
 */
interface ByteRange {
  readonly from: number
  /** The byte behind the last one. */
  readonly to: number
}

/** Whole header; fifteen digits are exact as numbers. */
const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i
const HEADER_CHARACTERS_MAX = 64

/** undefined: the whole body. unsatisfiable: the range has none of its bytes. */
export function rangeOf(header: string | undefined, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return undefined
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return within(byteLength - Math.min(byteLength, Number(last)), byteLength, byteLength)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return within(Number(first), last === '' ? byteLength : Math.min(byteLength, Number(last) + 1), byteLength)
}

const within = (from: number, to: number, byteLength: number): ByteRange | 'unsatisfiable' =>
  from < byteLength ? { from, to } : 'unsatisfiable'

export const contentRange = ({ from, to }: ByteRange, byteLength: number): string =>
  `bytes ${from}-${to - 1}/${byteLength}`
export const contentRangeOfNone = (byteLength: number): string => `bytes */${byteLength}`

/** The bytes of a range out of chunks that come in order; ends with its last byte. */
export async function* cutRange(
  chunks: AsyncIterable<Uint8Array>,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, from - at), to - at)
    at += chunk.length
    if (piece.length > 0) yield piece
    if (at >= to) return
  }
}

/**
 * A stored result as a workbook or CSV: the stored chunks, still compressed, go to a worker thread, which reads them one by one. An account
 * has one such conversion at a time, and its bytes count like those of a body.
 */
type ResultCall = CallTo<'jobs.result', IdentifiedCall>

const tooLarge = (form: ResultForm, bytes: number): Refusal => ({
  ...refuse('validation'),
  faults: [
    {
      loc: ['header', 'accept'],
      msg: `The result has ${Math.ceil(bytes / MEGABYTE)} MB as JSON, but ${FORM_MEDIA_TYPES[form]} is only available up to ${FORM_BYTES_MAX / MEGABYTE} MB. Request application/json.`,
      type: 'too_large',
    },
  ],
  faultCount: 1,
})

export async function storedSlabs(gateway: Gateway, job: Job): Promise<Uint8Array<ArrayBuffer>[]> {
  const slabs: Uint8Array<ArrayBuffer>[] = []
  // a copy owns its memory and can be transferred
  for await (const chunk of gateway.jobs.readResult(job)) slabs.push(new Uint8Array(chunk))
  return [...slabs, new Uint8Array(resultTail(job))]
}

function headerOf({ exchange }: ResultCall, job: Job, table: string | undefined): WorkHeader {
  return {
    mode: 'render',
    rowId: job.rowId as EndpointId,
    ...(table !== undefined && { table }),
    endpoint: job.endpoint,
    requestId: exchange.requestId,
    today: job.today,
    accept: exchange.header('accept') ?? '',
    acceptEncoding: exchange.header('accept-encoding') ?? '',
    // of a body, which there is not
    mediaType: 'application/json',
    encoding: null,
    tier: 'demo',
    payloadBytesMax: 0,
    taskCountMax: 0,
    syncTaskCountMax: 0,
    syncHint: '',
  }
}

async function formReply(
  gateway: Gateway,
  call: ResultCall,
  job: Job,
  result: ResultPointer,
  form: ResultForm,
): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { exchange, identity } = call
  if (result.bytes > FORM_BYTES_MAX) return { refusal: tooLarge(form, result.bytes) }
  const header = headerOf(call, job, query.table)
  const etag = `"${job.jobId}-${result.fence}-${form}${query.table === undefined ? '' : `-${encodeURIComponent(query.table)}`}"`
  if (namesTag(exchange.header('if-none-match'), etag))
    return { status: 304, headers: { etag, vary: 'accept, accept-encoding', 'cache-control': 'no-store' } }
  return gateway.accountMutex.run(identity.accountId, async (): Promise<Answer> => {
    // the caller has left, so nobody reads the answer
    const left: Answer = { refusal: refuse('internal') }
    if (exchange.gone) return left
    const claim = gateway.bytesInFlight.claim(identity.accountId)
    exchange.whenEnded(() => claim.release())
    if (!claim.grow(result.storedBytes)) return { refusal: noRoom() }
    const slabs = await storedSlabs(gateway, job)
    const { budgetId } = payerOf(call, header.tier)
    const whenGone = (listener: () => void): void => exchange.whenGone(listener)
    const outcome = await gateway.pool.run('large', identity.accountId, header, slabs, whenGone, { budgetId })
    if (outcome.kind === 'refusal') return { refusal: outcome.refusal }
    if (outcome.kind !== 'answer') return left
    // what waits for a slow reader is counted as what it is, which a form of compressed chunks may be many times
    const written = outcome.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (!claim.hold(written)) return { refusal: noRoom() }
    return { status: 200, headers: { ...answerHeaders(outcome), etag }, body: outcome.chunks }
  })
}

export async function readResult(gateway: Gateway, call: CallTo<'jobs.result', IdentifiedCall>): Promise<Answer> {
  const job = await findJob(gateway, call)
  if (job === null) return jobNotFound()
  const { state, result, resultRemoved: removed } = job
  if (result !== null) {
    await gateway.jobs.checkResult(job)
    const form = resultFormOf(job.rowId, call.exchange.header('accept'))
    if (form !== undefined) return formReply(gateway, call, job, result, form)
    return resultReply(gateway, call, job, result)
  }
  if (removed !== null) return { refusal: resultRemoved(removed) }
  return { refusal: refuse(FINAL_STATES.includes(state) ? 'job_without_result' : 'job_not_finished', { state }) }
}
