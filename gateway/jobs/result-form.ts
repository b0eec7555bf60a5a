/**
 * A stored result as a workbook or CSV: the stored chunks, still compressed, go to a worker thread, which reads them one by one. An account
 * has one such conversion at a time, and its bytes count like those of a body.
 */
import type { WorkHeader } from '../../compute/worker/pool.ts'
import type { EndpointId } from '../../shared/contract/catalogue/catalogue.ts'
import { FORM_BYTES_MAX, FORM_MEDIA_TYPES, type ResultForm } from '../../shared/contract/endpoint/result-forms.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { MEGABYTE } from '../../shared/contract/tiers.ts'
import type { Job, ResultPointer } from '../../shared/platform/jobs/job.ts'
import { resultTail } from '../../shared/platform/jobs/result-tail.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { payerOf } from '../limits/payer.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { noRoom } from '../reply/no-room.ts'
import { answerHeaders } from '../reply/worker-answer.ts'
import { namesTag } from '../request/byte-range.ts'
import { isRefusal, readQuery } from '../request/query.ts'

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

export async function formReply(
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
