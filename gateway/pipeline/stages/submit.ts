/**
 * Turns the body of a submission into a job: a worker makes the frame, its chunks are written, then one script adds the job to the
 * queue. The answer is sent when the job is on disk. The body counts as bytes in flight until then.
 */
import type { WorkFrame } from '../../../compute/worker/pool.ts'
import type { EndpointId } from '../../../shared/contract/catalogue/catalogue.ts'
import { jobPath } from '../../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { classOfTier } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { TIERS } from '../../../shared/contract/tiers.ts'
import { packedChunks } from '../../../shared/platform/jobs/chunks.ts'
import { type AcceptedJob, INLINE_BYTES_MAX, type NewJob } from '../../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { inStep, JOB_CLASS, JOB_ID, type TraceContext } from '../../../shared/platform/tracing/tracing.ts'
import { jsonReply, moment } from '../../call/answers.ts'
import type { End, ReceivedCall, SubmissionCall } from '../../call/call.ts'
import type { Reply } from '../../call/exchange.ts'
import type { Gateway } from '../../call/gateway.ts'
import { workRow } from '../../call/routes.ts'
import { reservedBytesOf } from '../../jobs/memory-shares.ts'
import { idempotencyReused, queueFull, queueShare, submissionUnknown } from '../../jobs/refusals.ts'
import { runWork } from './run-work.ts'

type ReceivedSubmission = ReceivedCall & SubmissionCall

const recordOf = (job: AcceptedJob) => ({
  job_id: job.jobId,
  status: 'queued',
  created_at: moment(job.createdAtMs),
  polling_url: jobPath(job.jobId),
})

const accepted = (job: AcceptedJob, isReplayed: boolean): Reply =>
  jsonReply(202, recordOf(job), {
    location: jobPath(job.jobId),
    'cache-control': 'no-store',
    ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
  })

/** What a job runs: its id, and the path that its result is of. */
interface SubmittedRow {
  readonly id: EndpointId
  readonly path: string
}

/** A submission that is in the queue. */
interface Enqueued {
  readonly job: AcceptedJob
  readonly isReplayed: boolean
  readonly record: object
}
const enqueued = (job: AcceptedJob, isReplayed: boolean): Enqueued => ({ job, isReplayed, record: recordOf(job) })

/** The key was used before: the same body gets the first answer again. */
async function replay(
  call: ReceivedCall,
  gateway: Gateway,
  first: { readonly job: AcceptedJob; readonly fingerprint: string },
): Promise<End> {
  const outcome = await runWork(call, gateway, { mode: 'fingerprint', syncTaskCountMax: 0, syncHint: '' })
  if (outcome.kind === 'gone') return { gone: true }
  if (outcome.kind === 'refusal') return { refusal: outcome.refusal }
  if (outcome.kind !== 'fingerprint') throw new Error(`the worker returned ${outcome.kind} instead of a fingerprint`)
  if (outcome.fingerprint !== first.fingerprint) return { refusal: idempotencyReused() }
  return { reply: accepted(first.job, true) }
}

interface StoredFrame extends Required<Pick<NewJob, 'reservedBytes' | 'heldBytesMax'>> {
  readonly frameObject: string | undefined
  /** Context of the parent span for the spans of the job. */
  readonly trace: TraceContext | undefined
}

function newJob(
  call: ReceivedSubmission,
  frame: WorkFrame,
  row: SubmittedRow,
  { frameObject, trace, ...room }: StoredFrame,
): NewJob {
  const { jobId, keyHash } = call.submission
  const { tier } = call.admitted
  return {
    ...call.identity,
    jobId,
    jobClass: classOfTier(tier),
    rowId: row.id,
    endpoint: row.path,
    requestId: call.exchange.requestId,
    taskCount: frame.taskCount,
    linkCount: frame.linkCount,
    today: call.today,
    frameChunks: frame.chunks.length,
    frameBytes: frame.frameBytes,
    frameVersion: FRAME_VERSION,
    ...(frameObject !== undefined && { frameObject }),
    callbackUrl: frame.callbackUrl,
    ...trace,
    ...room,
    queuedCountMax: TIERS[tier].queuedJobCountMax,
    idempotency: keyHash === null ? null : { keyHash, fingerprint: frame.fingerprint! },
    ...(isInline(frame) && { frame: frame.chunks[0]! }),
  }
}

/** Whether the frame is sent with the submission: one fsync instead of two. */
const isInline = ({ chunks }: WorkFrame): boolean => chunks.length === 1 && chunks[0]!.byteLength <= INLINE_BYTES_MAX

export async function submit(call: ReceivedSubmission, gateway: Gateway): Promise<End> {
  const { keyHash, keyState } = call.submission
  if (keyState?.state === 'answered') return replay(call, gateway, keyState)
  const frame = await runWork(call, gateway, {
    mode: 'frame',
    syncTaskCountMax: Number.POSITIVE_INFINITY,
    syncHint: '',
    isKeyed: keyHash !== null,
  })
  if (frame.kind === 'gone') return { gone: true }
  if (frame.kind === 'refusal') return { refusal: frame.refusal }
  if (frame.kind !== 'frame') throw new Error(`the worker returned ${frame.kind} instead of a frame`)
  if (frame.callbackUrl !== null) {
    const refusal = await gateway.callbacks.refusal(call.identity.accountId, frame.callbackUrl)
    if (refusal !== undefined) return { refusal }
  }
  if (call.exchange.gone) return { gone: true }
  const outcome = await enqueue(call, gateway, frame, workRow(call.route))
  return 'job' in outcome ? { reply: accepted(outcome.job, outcome.isReplayed) } : outcome
}

/** Writes the frame of an analysis and adds its job to the queue. */
export async function enqueue(
  call: ReceivedSubmission,
  gateway: Gateway,
  made: WorkFrame,
  row: SubmittedRow,
): Promise<Enqueued | { readonly refusal: Refusal } | { readonly gone: true }> {
  const { jobs, queueGuard, log } = gateway
  const { accountId } = call.identity
  const submission = call.submission
  const { jobId } = submission
  const frame = { ...made, chunks: await packedChunks(made.chunks) }
  const reservedBytes = reservedBytesOf(frame, jobs.objectsState() !== 'absent')
  const jobClass = classOfTier(call.admitted.tier)
  const refusal = await queueGuard.admit(reservedBytes, jobClass)
  if (refusal !== undefined) return { refusal }
  const heldBytesMax = queueGuard.accountBytesMax(jobClass)
  const { span } = call.exchange
  const frameObject = isInline(frame)
    ? undefined
    : await inStep(span?.child('write frame'), jobs.writeFrame(accountId, jobId, frame.chunks))
  const drop = (): void => {
    if (isInline(frame)) return
    jobs.dropFrame(accountId, jobId, frame.chunks.length, frameObject).catch(() => {
      // the frame expires by itself, and an unreferenced object is swept
    })
  }
  if (call.exchange.gone) {
    drop()
    return { gone: true }
  }
  const step = span?.child('enqueue job', { kind: 'producer', attributes: { [JOB_ID]: jobId, [JOB_CLASS]: jobClass } })
  const trace = (step ?? span)?.context
  try {
    const job = newJob(call, frame, row, { reservedBytes, heldBytesMax, frameObject, trace })
    const outcome = await inStep(step, jobs.submit(job))
    switch (outcome.state) {
      case 'queued':
        submission.isAccepted = true
        return enqueued(outcome.job, false)
      case 'replayed':
        drop()
        return enqueued(outcome.job, true)
      case 'key_reused':
        drop()
        return { refusal: idempotencyReused() }
      case 'account_gone':
        drop()
        return { refusal: refuse('credentials_invalid') }
      case 'queue_full':
        drop()
        return { refusal: queueFull(call.admitted.tier) }
      case 'share_full':
        drop()
        return { refusal: queueShare(outcome, heldBytesMax) }
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ ...call.exchange.logIds, jobId, reason: error.message }, 'no reply to a submission')
    return { refusal: submissionUnknown(jobId) }
  }
}
