/**
 * Makes a kept schedule from the body: a worker makes the frame, its chunks are written, then one script counts and names it. The answer is
 * sent when that is on disk. Unnamed data of a process that died disappears by itself: chunks have a time to live, and objects are swept.
 */
import type { PoolOutcome, WorkLoaded, WorkSource } from '../../../compute/worker/pool.ts'
import { schedulePath } from '../../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { classOfTier } from '../../../shared/contract/job-classes.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { KEPT_SECONDS_DEFAULT, keptScheduleBytesMax, TIERS, type TierName } from '../../../shared/contract/tiers.ts'
import { packedChunks } from '../../../shared/platform/jobs/chunks.ts'
import { INLINE_BYTES_MAX } from '../../../shared/platform/jobs/job-store.ts'
import { type Keeping, type KeptSchedule, SCHEDULE_RECORD_BYTES } from '../../../shared/platform/jobs/schedule-store.ts'
import { inStep } from '../../../shared/platform/tracing/tracing.ts'
import { jsonReply, moment } from '../../call/answers.ts'
import type { End, ReceivedCall, SubmissionCall } from '../../call/call.ts'
import type { Reply } from '../../call/exchange.ts'
import type { Gateway } from '../../call/gateway.ts'
import { isRefusal, readFileQuery } from '../../call/query.ts'
import { idempotencyReused } from '../../jobs/refusals.ts'
import { scheduleRecord } from '../../schedules/schedules.ts'
import { loadSource } from './load-source.ts'
import { runWork } from './run-work.ts'

function kept(schedule: KeptSchedule, isReplayed: boolean): Reply {
  const headers = { location: schedulePath(schedule.scheduleId), 'cache-control': 'no-store' }
  return jsonReply(201, scheduleRecord(schedule), {
    ...headers,
    ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
  })
}

/** Seconds that the call requests; a refusal where the operator allows less. */
function secondsOf(call: ReceivedCall, { config }: Gateway): number | Refusal {
  const query = readFileQuery(call)
  if (isRefusal(query)) return query
  const { scheduleSecondsMax } = config
  const { ttl = Math.min(KEPT_SECONDS_DEFAULT, scheduleSecondsMax) } = query
  if (ttl <= scheduleSecondsMax) return ttl
  const msg = `ttl must be at most ${scheduleSecondsMax}, not ${ttl}.`
  return { ...refuse('validation'), faults: [{ loc: ['query', 'ttl'], msg, type: 'maximum' }], faultCount: 1 }
}

export async function keepSchedule(call: ReceivedCall & SubmissionCall, gateway: Gateway): Promise<End> {
  const ttlSeconds = secondsOf(call, gateway)
  if (typeof ttlSeconds !== 'number') return { refusal: ttlSeconds }
  const read = await runWork(call, gateway, {
    mode: 'load',
    syncTaskCountMax: Number.POSITIVE_INFINITY,
    syncHint: '',
    isKeyed: call.submission.keyHash !== null,
  })
  if (read.kind !== 'source') return keep(call, gateway, read, ttlSeconds)
  const first = await replayOf(call, gateway, read)
  if (first !== undefined) return first
  const loaded = await loadSource(call, gateway, read.sourceUrl)
  // a key stands for the request, not for what the address serves today
  return keep(
    call,
    gateway,
    loaded.kind === 'loaded' ? { ...loaded, fingerprint: read.fingerprint } : loaded,
    ttlSeconds,
  )
}

/** The key was used before with this address: what it named then is not fetched again. undefined: it was not, or that schedule is gone. */
async function replayOf(
  call: SubmissionCall,
  { jobs }: Gateway,
  { fingerprint }: WorkSource,
): Promise<End | undefined> {
  const { keyState } = call.submission
  if (keyState?.state !== 'answered') return undefined
  if (keyState.fingerprint !== fingerprint) return { refusal: idempotencyReused() }
  const schedule = await jobs.readSchedule(call.identity.accountId, keyState.job.jobId)
  return schedule === null ? undefined : { reply: kept(schedule, true) }
}

async function keep(
  call: ReceivedCall & SubmissionCall,
  gateway: Gateway,
  loaded: PoolOutcome,
  ttlSeconds: number,
): Promise<End> {
  if (loaded.kind === 'gone') return { gone: true }
  if (loaded.kind === 'refusal') return { refusal: loaded.refusal }
  if (loaded.kind !== 'loaded') throw new Error(`a worker made a ${loaded.kind} of a schedule that is to be kept`)
  const stored = await storeSchedule(call, gateway, loaded, ttlSeconds)
  return 'schedule' in stored ? { reply: kept(stored.schedule, stored.isReplayed) } : stored
}

interface StoredSchedule {
  readonly schedule: KeptSchedule
  /** True where this key and body came before. */
  readonly isReplayed: boolean
}

/** Writes a schedule that was read, and names it. */
export async function storeSchedule(
  call: ReceivedCall & SubmissionCall,
  { jobs, queueGuard }: Gateway,
  loaded: WorkLoaded,
  ttlSeconds: number,
): Promise<StoredSchedule | { readonly refusal: Refusal } | { readonly gone: true }> {
  const { accountId } = call.identity
  const { jobId: scheduleId, keyHash } = call.submission
  const { tier } = call.admitted
  const { chunks: made, fingerprint, kind: _, workerMs: __, ...facts } = loaded
  const chunks = await packedChunks(made)
  const storedBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  const isInline = chunks.length === 1 && storedBytes <= INLINE_BYTES_MAX
  const isInRedis = storedBytes <= INLINE_BYTES_MAX || jobs.objectsState() === 'absent'
  const refusal = await queueGuard.admit(
    isInRedis ? storedBytes + SCHEDULE_RECORD_BYTES : SCHEDULE_RECORD_BYTES,
    classOfTier(tier),
  )
  if (refusal !== undefined) return { refusal }
  const { span } = call.exchange
  const frameObject = isInline
    ? undefined
    : await inStep(span?.child('write frame'), jobs.writeFrame(accountId, scheduleId, chunks))
  const drop = (): void => {
    if (isInline) return
    // else it goes by itself
    jobs.dropFrame(accountId, scheduleId, chunks.length, frameObject).catch(() => {})
  }
  if (call.exchange.gone) {
    drop()
    return { gone: true }
  }
  const keeping = jobs.keepSchedule({
    ...facts,
    scheduleId,
    accountId,
    bytes: storedBytes + SCHEDULE_RECORD_BYTES,
    frameChunks: chunks.length,
    frameVersion: FRAME_VERSION,
    ...(frameObject !== undefined && { frameObject }),
    ttlMs: ttlSeconds * 1000,
    countMax: TIERS[tier].keptScheduleCountMax,
    bytesMax: keptScheduleBytesMax(tier),
    idempotency: keyHash === null ? null : { keyHash, fingerprint: fingerprint! },
    ...(isInline && { frame: chunks[0]! }),
  })
  const outcome = await inStep(span?.child('keep schedule'), keeping)
  if (outcome.state === 'kept') {
    call.submission.isAccepted = true
    return { schedule: outcome.schedule, isReplayed: false }
  }
  drop()
  if (outcome.state === 'replayed') return { schedule: outcome.schedule, isReplayed: true }
  return { refusal: refusalOf(outcome, tier, storedBytes + SCHEDULE_RECORD_BYTES) }
}

type NotKept = Exclude<Keeping, { readonly schedule: KeptSchedule }>

function refusalOf(outcome: NotKept, tier: TierName, bytes: number): Refusal {
  if (outcome.state === 'key_reused') return idempotencyReused()
  if (outcome.state === 'account_gone') return refuse('credentials_invalid')
  const { heldBytes, scheduleCount, nextAtMs } = outcome
  const { keptScheduleCountMax } = TIERS[tier]
  const isCount = scheduleCount >= keptScheduleCountMax
  return refuse('schedules_full', {
    scheduleCount,
    heldBytes,
    bytes,
    what: isCount ? `most schedules (${keptScheduleCountMax})` : `most bytes (${keptScheduleBytesMax(tier)})`,
    tier,
    nextAt: nextAtMs === null ? 'no time' : moment(nextAtMs),
  })
}
