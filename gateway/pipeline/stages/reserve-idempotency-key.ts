/**
 * Reserves the Idempotency-Key of a received submission. Of many concurrent ones only one is processed; the others are told to wait. The
 * submission script itself guarantees that no two become jobs.
 */
import type { Gateway } from '../../gateway.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import type { Call, Outcome, SubmissionCall } from '../call.ts'
import { isRepeated } from './look-up-idempotency-key.ts'

/** Attempts to release a key, and the time between them. */
const RELEASES_MAX = 20
const RELEASE_RETRY_MS = 1_000

export async function reserveIdempotencyKey(call: SubmissionCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const { submission, identity } = call
  const { jobId, keyHash } = submission
  if (keyHash === null || isRepeated(call)) return call
  // the reservation may exist even if its reply is lost
  submission.isKeyReserved = true
  if (await gateway.jobs.reserveIdempotency(identity.accountId, keyHash, jobId)) return call
  submission.isKeyReserved = false
  return { refusal: idempotencyRunning() }
}

/**
 * Releases the key of a refused submission before it is answered, so that the client may send a corrected body at once. The release is
 * retried in the background when the store is unavailable. The key of an accepted job stays.
 */
export async function releaseIdempotencyKey({ submission, identity }: Call, gateway: Gateway): Promise<void> {
  if (submission === undefined || identity === undefined) return
  const { jobId, keyHash, isKeyReserved, isAccepted } = submission
  if (keyHash === null || !isKeyReserved || isAccepted) return
  const giveBack = () => gateway.jobs.releaseIdempotency(identity.accountId, keyHash, jobId)
  const tryAgain = (left: number): void => {
    setTimeout(() => giveBack().catch(() => left > 0 && tryAgain(left - 1)), RELEASE_RETRY_MS).unref()
  }
  await giveBack().catch(() => tryAgain(RELEASES_MAX))
}
