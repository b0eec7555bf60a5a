/** POST /api/v1/playground/keys: a demo key for anybody, a few per address and day. */
import { refuse } from '../../shared/contract/errors.ts'
import { LIFETIME_QUOTA_TIER, TIERS } from '../../shared/contract/tiers.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import type { Gateway } from '../gateway.ts'
import { moment, momentOrNull } from '../jobs/job-record.ts'
import { addressName } from '../limits/address.ts'
import type { Call } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { countOfAddress } from '../store/address-count.ts'
import { createDemoKey } from '../store/keys.ts'
import { withStore } from './with-store.ts'

/** Keys of one address, and within which time. */
const KEYS_PER_SPAN = 3
const SPAN_MS = 86_400_000
const ACTOR = 'playground'

export const playgroundKey = withStore(async (gateway: Gateway, call: Call) => {
  const counter = keys.addressCount(addressName(call.address), 'playground')
  const { count, leftMs } = await countOfAddress(gateway.redis, counter, SPAN_MS)
  if (count > KEYS_PER_SPAN) {
    return {
      refusal: refuse('playground_limit', {
        limit: KEYS_PER_SPAN,
        windowSeconds: SPAN_MS / 1000,
        retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      }),
    }
  }
  const created = await createDemoKey(gateway.redis, { label: ACTOR, actor: ACTOR })
  // a new account has room for a key
  if (created.state !== 'created') return { refusal: refuse('internal') }
  const { key, text } = created
  return jsonReply(
    201,
    {
      api_key: text,
      key_id: key.keyId,
      tier: LIFETIME_QUOTA_TIER,
      created_at: moment(key.createdAtMs),
      expires_at: momentOrNull(key.expiresAtMs),
      calls_remaining: TIERS[LIFETIME_QUOTA_TIER].callsPerMonth,
    },
    { 'cache-control': 'no-store' },
  )
})
