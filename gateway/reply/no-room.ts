/** Refusals of a body without room: in the budget of bytes in flight, or in the limit of its tier. */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { payloadBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'

const RETRY_SECONDS = 2

export const noRoom = (): Refusal =>
  refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: RETRY_SECONDS })

/** The rest of the body was not read. */
export const payloadTooLarge = (tier: TierName): Refusal =>
  refuse('payload_too_large', {
    payloadBytes: payloadBytesMax(tier) + 1,
    tier,
    payloadBytesMax: payloadBytesMax(tier),
    payloadMegabytesMax: TIERS[tier].payloadMegabytesMax,
  })
