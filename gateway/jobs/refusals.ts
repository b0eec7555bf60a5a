/** Refusals of submissions with more details than their sentence. */

import { jobPath } from '../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse, type ValidationFault } from '../../shared/contract/errors.ts'
import { TIERS, type TierName } from '../../shared/contract/tiers.ts'
import type { RemovalReason, ResultRemoval } from '../../shared/platform/jobs/job.ts'
import { moment } from '../call/answers.ts'
import { IDEMPOTENCY_KEY } from '../call/idempotency-key.ts'
import { megabytes } from './memory-shares.ts'

const RUNNING_RETRY_SECONDS = 1
const UNKNOWN_RETRY_SECONDS = 1
/** A place comes free when a job is taken. */
const QUEUE_RETRY_SECONDS = 5

const withFault = (fault: ValidationFault): Pick<Refusal, 'faults' | 'faultCount'> => ({
  faults: [fault],
  faultCount: 1,
})

/** What the 422 of a key with another body has beside its code. */
export const keyReused = (): Pick<Refusal, 'faults' | 'faultCount'> =>
  withFault({
    loc: ['header', IDEMPOTENCY_KEY],
    msg: 'This key was already used with a different body.',
    type: 'reused',
  })

export const idempotencyReused = (): Refusal => ({ ...refuse('idempotency_reused'), ...keyReused() })

export const idempotencyRunning = (): Refusal =>
  refuse('idempotency_running', { retryAfterSeconds: RUNNING_RETRY_SECONDS })

export const callbackRefused = (reason: string): Refusal => ({
  ...refuse('validation'),
  ...withFault({ loc: ['body', 'callback_url'], msg: reason, type: 'callback_url' }),
})

export const queueFull = (tier: TierName): Refusal =>
  refuse('queue_full', {
    queuedCountMax: TIERS[tier].queuedJobCountMax,
    tier,
    retryAfterSeconds: QUEUE_RETRY_SECONDS,
  })

/** Jobs of the account hold more than its share. */
export const queueShare = (
  held: { readonly heldBytes: number; readonly jobCount: number },
  bytesMax: number,
): Refusal =>
  refuse('queue_share', {
    held: megabytes(held.heldBytes),
    jobCount: held.jobCount,
    share: megabytes(bytesMax),
    retryAfterSeconds: QUEUE_RETRY_SECONDS,
  })

const REMOVAL_REASONS: Readonly<Record<RemovalReason, string>> = {
  memory: "the memory was needed for other jobs, and the account's results used most of it",
  disk: "the disk for results was nearly full, and the account's results used most of it",
  operator: 'the operator freed memory',
}

export const resultRemoved = ({ atMs, why }: ResultRemoval): Refusal =>
  refuse('result_removed', { at: moment(atMs), reason: REMOVAL_REASONS[why] })

/** The store did not say what became of the submission. */
export const submissionUnknown = (jobId: string): Refusal => ({
  ...refuse('submission_unknown', {
    jobId,
    pollingUrl: jobPath(jobId),
    retryAfterSeconds: UNKNOWN_RETRY_SECONDS,
  }),
  members: { outcome: 'unknown', job_id: jobId },
})
