/**
 * Whose budget of thread time a call uses (compute/worker/thread-time.ts), and the headers that tell the caller of it. Playground keys are made without
 * an identity, several from one address, so they share the budget of their address.
 */
import type { Payer, ThreadTime } from '../../compute/worker/pool.ts'
import { LIFETIME_QUOTA_TIER, type TierName } from '../../shared/contract/tiers.ts'
import type { IdentifiedCall } from '../pipeline/call.ts'
import { addressName } from './address.ts'

export const payerOf = (
  { address, identity }: Pick<IdentifiedCall, 'address' | 'identity'>,
  tier: TierName,
): Payer => ({
  budgetId: tier === LIFETIME_QUOTA_TIER ? `address ${addressName(address)}` : identity.accountId,
  tier,
})

/** Milliseconds of processor time that the call took on threads, and that its payer may use before its calls wait behind all others. */
export const COMPUTE_HEADERS = ['X-Compute-Ms', 'X-Compute-Remaining-Ms'] as const

/** As lines of a head (http/exchange.ts). */
export const computeHeaderLines = (workerMs: number, threadTime: ThreadTime, payer: Payer): string =>
  `\r\nx-compute-ms: ${workerMs.toFixed(1)}\r\nx-compute-remaining-ms: ${Math.floor(threadTime.leftMs(payer))}`
