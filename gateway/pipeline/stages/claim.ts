/**
 * Holds the Idempotency-Key of a submission whose body is there, so that of many at once one is worked on and the others are told to
 * wait. That no two become jobs is seen to by the submission itself.
 */
import type { Gateway } from '../../gateway.ts'
import { idempotencyRunning } from '../../jobs/refusals.ts'
import type { Call, StageOutcome } from '../call.ts'
import { isRepeated } from './recall.ts'

/** Tries to give a key back, and the time between two. */
const RELEASES_MAX = 20
const RELEASE_RETRY_MS = 1_000

export async function claim(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const submission = call.submission!
  const { jobId, keyHash } = submission
  if (keyHash === null || isRepeated(call)) return undefined
  // the claim may be there though its reply is lost
  submission.isClaimed = true
  if (await gateway.jobs.claimIdempotency(call.identity!.accountId, keyHash, jobId)) return undefined
  submission.isClaimed = false
  return { refusal: idempotencyRunning() }
}

/**
 * Gives the key of a submission that came to nothing back, before it is answered: a corrected body may come at once. While the
 * store is away nobody waits for it; the key of a job that was accepted after all stays.
 */
export async function release(call: Call, gateway: Gateway): Promise<void> {
  const { submission, identity } = call
  if (submission === undefined || !submission.isClaimed || submission.isAccepted) return
  const { jobId, keyHash } = submission
  const giveBack = () => gateway.jobs.releaseIdempotency(identity!.accountId, keyHash!, jobId)
  const tryAgain = (left: number): void => {
    setTimeout(() => giveBack().catch(() => left > 0 && tryAgain(left - 1)), RELEASE_RETRY_MS).unref()
  }
  await giveBack().catch(() => tryAgain(RELEASES_MAX))
}
