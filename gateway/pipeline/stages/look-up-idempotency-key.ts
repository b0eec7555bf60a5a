/**
 * What is known of the Idempotency-Key of a submission, asked before admission: a replay costs no unit of the month and runs
 * against the control window. Whether the caller may call at all is still for the admission that follows.
 */
import { randomUUID } from 'node:crypto'
import type { Gateway } from '../../gateway.ts'
import { readKeyHash } from '../../idempotency/idempotency-key.ts'
import { type Call, type IdentifiedCall, type Outcome, type SubmissionCall, setSubmission } from '../call.ts'

export async function lookUpIdempotencyKey(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<SubmissionCall>> {
  const keyHash = readKeyHash(call)
  const keyState = keyHash === null ? null : await gateway.jobs.idempotency(call.identity.accountId, keyHash)
  setSubmission(call, { jobId: randomUUID(), keyHash, keyState, isKeyReserved: false, isAccepted: false })
  return call
}

/** The call adds no job: it is measured against the answer of an earlier one, or told to wait for it. */
export const isRepeated = ({ submission }: Call): boolean =>
  submission?.keyState != null && submission.keyState.state !== 'new'
