/**
 * The key of a paid subscription. It is created at the first request of its owner, since only then can it be shown. store/keys.ts creates it;
 * the named calls there keep two concurrent requests from getting two keys.
 */
import { createHash } from 'node:crypto'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { createKey } from '../store/keys.ts'
import { noteBilling, storeCall } from './subscription-store.ts'

const LABEL = 'Starter'
const ACTOR = 'payments'

/** null: it was shown before, or the account has, or has made, as many keys as it may. */
export async function starterKey(
  client: RedisClient,
  accountId: string,
  subscriptionId: string,
): Promise<{ readonly keyId: string; readonly text: string } | null> {
  const fingerprint = createHash('sha256').update(`starter key\n${subscriptionId}`).digest('base64url')
  const idempotency = { keyHash: fingerprint, fingerprint }
  const made = await storeCall(() => createKey(client, accountId, { label: LABEL, actor: ACTOR, idempotency }))
  if (made.state === 'account_unknown') return null
  // the name of a call is kept for a day, this without limit
  if (made.state === 'created' || made.state === 'replayed') {
    await noteBilling(client, accountId, 'keyOfSubscription', subscriptionId)
  }
  return made.state === 'created' ? { keyId: made.key.keyId, text: made.text } : null
}
