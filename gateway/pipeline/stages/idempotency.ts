/** Two stages of a submission with an Idempotency-Key: whether its key is known, before admission, and its reservation, before the work. */
import { randomUUID } from 'node:crypto'
import { CLAIM_MS } from '../../../shared/platform/jobs/job-store.ts'
import {
  type Call,
  type IdentifiedCall,
  type Outcome,
  type SubmissionCall,
  type SubmissionState,
  setSubmission,
} from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { readKeyHash } from '../../call/idempotency-key.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'

/**
 * Looks up the Idempotency-Key of a submission. This comes before admission, because a replay costs no unit of the month and counts
 * against the control window. Admission, the next stage, decides whether the caller may call.
 */
export async function lookUpIdempotencyKey(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const keyHash = readKeyHash(call)
  const keyState = keyHash === null ? null : await gateway.jobs.idempotency(call.identity.accountId, keyHash)
  setSubmission(call, { jobId: randomUUID(), keyHash, keyState, keyRenewal: undefined, isAccepted: false })
  return call
}

/** The key is already known: the call gets the answer of the earlier submission, or must wait for it. */
export const isRepeated = ({ submission }: Call): boolean =>
  submission?.keyState != null && submission.keyState.state !== 'new'

// Reserves the Idempotency-Key of a received submission. Of many concurrent ones only one is processed; the others are told to wait. The
// reservation is short and renewed, so that a gateway that dies holds nobody up for long. The submission script itself guarantees that no
// two become jobs, even if a gateway stood still and lost its reservation.

/** A gateway may stand still for the rest of CLAIM_MS and keeps its reservation. */
const RENEW_MS = CLAIM_MS / 5
/** Attempts to release a key, and the time between them. */
const RELEASES_MAX = 20
const RELEASE_RETRY_MS = 1_000

export async function reserveIdempotencyKey(call: SubmissionCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const { submission, identity } = call
  const { jobId, keyHash } = submission
  if (keyHash === null || isRepeated(call)) return call
  const reserve = () => gateway.jobs.reserveIdempotency(identity.accountId, keyHash, jobId)
  // the reservation may exist even if its reply is lost; a renewal that fails is made up for by the next one
  submission.keyRenewal = setInterval(() => reserve().catch(() => {}), RENEW_MS).unref()
  if (await reserve()) return call
  endRenewal(submission)
  return { refusal: idempotencyRunning() }
}

function endRenewal(submission: SubmissionState): void {
  clearInterval(submission.keyRenewal)
  submission.keyRenewal = undefined
}

/**
 * Releases the key of a refused submission before it is answered, so that the client may send a corrected body at once. The release is
 * retried in the background when the store is unavailable. The key of an accepted job stays.
 */
export async function releaseIdempotencyKey({ submission, identity }: Call, gateway: Gateway): Promise<void> {
  if (submission === undefined || identity === undefined) return
  const { jobId, keyHash, keyRenewal, isAccepted } = submission
  endRenewal(submission)
  if (keyHash === null || keyRenewal === undefined || isAccepted) return
  const giveBack = () => gateway.jobs.releaseIdempotency(identity.accountId, keyHash, jobId)
  const tryAgain = (left: number): void => {
    setTimeout(() => giveBack().catch(() => left > 0 && tryAgain(left - 1)), RELEASE_RETRY_MS).unref()
  }
  await giveBack().catch(() => tryAgain(RELEASES_MAX))
}
