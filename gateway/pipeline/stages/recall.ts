/**
 * What is known of the Idempotency-Key of a submission, asked before admission: a replay costs no unit of the month and runs
 * against the control window. Whether the caller may call at all is still for the admission that follows.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Gateway } from '../../gateway.ts'
import { keyFault } from '../../idempotency/key-fault.ts'
import { IDEMPOTENCY_KEY } from '../../jobs/refusals.ts'
import type { Call, StageOutcome } from '../call.ts'

export async function recall(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const key = call.exchange.header(IDEMPOTENCY_KEY.toLowerCase())
  const isUsable = key !== undefined && keyFault(call) === undefined
  const keyHash = isUsable ? createHash('sha256').update(key).digest('base64url') : null
  const recalled = keyHash === null ? null : await gateway.jobs.idempotency(call.identity!.accountId, keyHash)
  call.submission = { jobId: randomUUID(), keyHash, recalled, isClaimed: false, isAccepted: false }
  return undefined
}

/** The call adds no job: it is measured against the answer of an earlier one, or told to wait for it. */
export const isRepeated = ({ submission }: Call): boolean =>
  submission?.recalled != null && submission.recalled.state !== 'new'
