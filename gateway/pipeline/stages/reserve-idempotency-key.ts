/**
 * Reserves the Idempotency-Key of a submission whose body is there, so that of many at once one is worked on and the others are told to
 * wait. That no two become jobs is seen to by the submission itself.
 */
import type { Gateway } from '../../gateway.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import type { Call, Outcome, SubmissionCall } from '../call.ts'
import { isRepeated } from './look-up-idempotency-key.ts'

/** Tries to give a key back, and the time between two. */
const RELEASES_MAX = 20
const RELEASE_RETRY_MS = 1_000

export async function reserveIdempotencyKey(call: SubmissionCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const { submission, identity } = call
  const { jobId, keyHash } = submission
  if (keyHash === null || isRepeated(call)) return call
  // the reservation may be there though its reply is lost
  submission.isKeyReserved = true
  if (await gateway.jobs.reserveIdempotency(identity.accountId, keyHash, jobId)) return call
  submission.isKeyReserved = false
  return { refusal: idempotencyRunning() }
}

/**
 * Gives the key of a submission that came to nothing back, before it is answered: a corrected body may come at once. While the
 * store is away nobody waits for it; the key of a job that was accepted after all stays.
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
