/**
 * Looks up the Idempotency-Key of a submission. This comes before admission, because a replay costs no unit of the month and counts
 * against the control window. Admission, the next stage, decides whether the caller may call.
 */
import { randomUUID } from 'node:crypto'
import type { Gateway } from '../../gateway.ts'
import { readKeyHash } from '../../idempotency/idempotency-key.ts'
import { type Call, type IdentifiedCall, type Outcome, type SubmissionCall, setSubmission } from '../call.ts'

export async function lookUpIdempotencyKey(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const keyHash = readKeyHash(call)
  const keyState = keyHash === null ? null : await gateway.jobs.idempotency(call.identity.accountId, keyHash)
  setSubmission(call, { jobId: randomUUID(), keyHash, keyState, keyRenewal: undefined, isAccepted: false })
  return call
}

/** The key is already known: the call gets the answer of the earlier submission, or must wait for it. */
export const isRepeated = ({ submission }: Call): boolean =>
  submission?.keyState != null && submission.keyState.state !== 'new'
