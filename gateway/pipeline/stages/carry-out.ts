/**
 * What a tool requests from the gateway, done as its REST counterpart does it: keeps a schedule, lists, submits a job, reads one. What it finds goes to a
 * thread as JSON, with the chunks of a result as they are stored. Nothing of a schedule or a result is read here.
 */
import { randomUUID } from 'node:crypto'
import type { OrderOutcome, WorkOrder } from '../../../compute/worker/pool.ts'
import { type AnalysisId, analysisRow, isAnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { deliverableRows } from '../../../shared/contract/deliverables/rows.ts'
import type { DeliverableId } from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { FORM_BYTES_MAX } from '../../../shared/contract/endpoint/result-forms.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { APP_NAME, COMMON_RULES, type ResourceAddress, SKILL_NAME } from '../../../shared/contract/mcp/protocol.ts'
import { KEPT_SECONDS_DEFAULT } from '../../../shared/contract/tiers.ts'
import { ObjectsUnavailable } from '../../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { noRoom } from '../../call/answers.ts'
import { type ReceivedCall, type SubmissionCall, setSubmission } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { storeUnavailable } from '../../call/limiter.ts'
import { skillText } from '../../docs/assets.ts'
import { methodText } from '../../docs/method-pages/pages.ts'
import { isJobId, jobRecord } from '../../jobs/jobs.ts'
import { storedSlabs } from '../../jobs/result.ts'
import { appText } from '../../page/agent-app.ts'
import { isScheduleId, schedulePage, scheduleRecord } from '../../schedules/schedules.ts'
import { storeSchedule } from './keep-schedule.ts'
import { loadSource } from './load-source.ts'
import type { WhenCancelled } from './run-work.ts'
import { enqueue } from './submit.ts'

type Slabs = readonly Uint8Array<ArrayBuffer>[]
interface Found {
  readonly outcome: OrderOutcome
  readonly result?: Slabs
}

const bytesOf = (value: OrderOutcome): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(JSON.stringify(value)))
const refused = (refusal: Refusal): Found => ({ outcome: { refusal } })

/** undefined: the client has left, or has taken the call back. whenCancelled: of a message. Never rejects. */
export async function carryOut(
  call: ReceivedCall,
  gateway: Gateway,
  ordered: WorkOrder,
  whenCancelled?: WhenCancelled,
): Promise<Slabs | undefined> {
  // metered as such also when its client does not stay for the answer
  call.called = ordered.resume.called
  try {
    const found = await perform(call, gateway, ordered, whenCancelled)
    return found === undefined || call.exchange.gone ? undefined : [bytesOf(found.outcome), ...(found.result ?? [])]
  } catch (error) {
    const isAway = error instanceof StoreUnavailable
    const { logIds } = call.exchange
    if (isAway) gateway.log.warn({ ...logIds, reason: error.message }, 'the order of a tool could not be carried out')
    else gateway.log.error({ ...logIds, stack: (error as Error).stack }, 'the order of a tool failed')
    const what =
      error instanceof ObjectsUnavailable ? storeUnavailable('large schedules and results') : storeUnavailable()
    return [bytesOf({ refusal: isAway ? what : refuse('internal') })]
  }
}

function perform(
  call: ReceivedCall,
  gateway: Gateway,
  { order, chunks }: WorkOrder,
  whenCancelled: WhenCancelled | undefined,
): Promise<Found | undefined> {
  switch (order.do) {
    case 'keep':
      return keep(call, gateway, { ...order.loaded, chunks, kind: 'loaded', workerMs: 0 }, order.ttlSeconds)
    case 'keep_source':
      return keepSource(call, gateway, order, whenCancelled)
    case 'list':
      return list(call, gateway, order)
    case 'submit':
      return submit(call, gateway, { ...order.frame, chunks, kind: 'frame', workerMs: 0 }, rowOfJob(order.rowId))
    case 'read_job':
      return readJob(call, gateway, order.jobId)
    case 'cancel_job':
      return cancelTask(call, gateway, order.jobId)
    case 'list_resources':
      return listResources(call, gateway)
    case 'read_resource':
      return readResource(call, gateway, order.address)
  }
}

const rowOfJob = (id: AnalysisId | DeliverableId): Parameters<typeof enqueue>[3] =>
  isAnalysisId(id) ? analysisRow(id) : deliverableRows.find(row => row.id === id)!

/** An agent sends no Idempotency-Key. */
function asSubmission(call: ReceivedCall): ReceivedCall & SubmissionCall {
  setSubmission(call, { jobId: randomUUID(), keyHash: null, keyState: null, keyRenewal: undefined, isAccepted: false })
  return call
}

async function keep(
  call: ReceivedCall,
  gateway: Gateway,
  loaded: Parameters<typeof storeSchedule>[2],
  ttlSeconds: number | undefined,
): Promise<Found | undefined> {
  const { scheduleSecondsMax } = gateway.config
  const seconds = Math.min(ttlSeconds ?? KEPT_SECONDS_DEFAULT, scheduleSecondsMax)
  const outcome = await storeSchedule(asSubmission(call), gateway, loaded, seconds)
  if ('schedule' in outcome) return { outcome: { record: scheduleRecord(outcome.schedule) } }
  return 'refusal' in outcome ? refused(outcome.refusal) : undefined
}

async function keepSource(
  call: ReceivedCall,
  gateway: Gateway,
  { sourceUrl, ttlSeconds }: { readonly sourceUrl: string; readonly ttlSeconds?: number },
  whenCancelled: WhenCancelled | undefined,
): Promise<Found | undefined> {
  const loaded = await loadSource(call, gateway, sourceUrl, whenCancelled)
  if (loaded.kind === 'gone') return undefined
  if (loaded.kind === 'refusal') return refused(loaded.refusal)
  if (loaded.kind !== 'loaded') throw new Error(`a worker made a ${loaded.kind} of a schedule that is to be kept`)
  return keep(call, gateway, loaded, ttlSeconds)
}

async function list(
  call: ReceivedCall,
  gateway: Gateway,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<Found> {
  const { identity, admitted } = call
  return { outcome: { record: await schedulePage(gateway, identity.accountId, admitted.tier, { cursor, limit }) } }
}

async function submit(
  call: ReceivedCall,
  gateway: Gateway,
  frame: Parameters<typeof enqueue>[2],
  row: Parameters<typeof enqueue>[3],
): Promise<Found | undefined> {
  const outcome = await enqueue(asSubmission(call), gateway, frame, row)
  if ('record' in outcome) return { outcome: { record: outcome.record } }
  return 'refusal' in outcome ? refused(outcome.refusal) : undefined
}

async function readJob(call: ReceivedCall, gateway: Gateway, jobId: string): Promise<Found> {
  const { accountId } = call.identity
  const job = isJobId(jobId) ? await gateway.jobs.read(accountId, jobId.toLowerCase()) : null
  if (job === null) return refused(refuse('job_not_found'))
  const { result } = job
  const record = { ...jobRecord(job), row_id: job.rowId, queue_position: await gateway.jobs.queuePosition(job) }
  if (result === null || result.bytes > FORM_BYTES_MAX) return { outcome: { record } }
  await gateway.jobs.checkResult(job)
  if (call.bytesClaim?.grow(result.storedBytes) === false) return refused(noRoom())
  return { outcome: { record }, result: await storedSlabs(gateway, job) }
}

/** A job that is over stays as it is: whoever cancelled it is told so by its state. */
async function cancelTask(call: ReceivedCall, gateway: Gateway, jobId: string): Promise<Found> {
  const { accountId } = call.identity
  const { state } = isJobId(jobId)
    ? await gateway.jobs.cancel(accountId, jobId.toLowerCase())
    : { state: 'unknown' as const }
  return state === 'unknown' ? refused(refuse('job_not_found')) : { outcome: { record: {} } }
}

/** Most of each kind that are listed, newest first: what a client shows to pick from. */
const LISTED_MAX = 50

async function listResources({ identity, admitted }: ReceivedCall, gateway: Gateway): Promise<Found> {
  const range = { cursor: null, limit: LISTED_MAX }
  const { schedules } = await schedulePage(gateway, identity.accountId, admitted.tier, range)
  const { jobs } = await gateway.jobs.list(identity.accountId, { state: 'completed', ...range })
  return { outcome: { record: { schedules, jobs: jobs.filter(({ result }) => result !== null).map(jobRecord) } } }
}

async function readResource(call: ReceivedCall, gateway: Gateway, { scheme, name }: ResourceAddress): Promise<Found> {
  switch (scheme) {
    case 'skill':
      return name === SKILL_NAME ? { outcome: { record: { text: skillText } } } : refused(refuse('schedule_not_found'))
    case 'ui':
      return name === APP_NAME ? { outcome: { record: { text: appText() } } } : refused(refuse('schedule_not_found'))
    case 'method':
      return { outcome: { record: { text: await methodText(name === COMMON_RULES ? undefined : name) } } }
    case 'job': {
      const { outcome, ...found } = await readJob(call, gateway, name)
      return { ...found, outcome: 'record' in outcome ? { record: { job: outcome.record } } : outcome }
    }
    case 'schedule': {
      const id = name.toLowerCase()
      const schedule = isScheduleId(id) ? await gateway.jobs.readSchedule(call.identity.accountId, id) : null
      return schedule === null
        ? refused(refuse('schedule_not_found'))
        : { outcome: { record: scheduleRecord(schedule) } }
    }
  }
}
