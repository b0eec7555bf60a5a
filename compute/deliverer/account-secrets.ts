/** Signing secrets of accounts as the gateway stores them, opened. Read at every attempt: a change counts at once. */

import { type AccountSecrets, type SecretBox, signingSecrets } from '../../shared/platform/callback/secrets.ts'
import { isLasting } from '../../shared/platform/redis/failure.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'

interface HashReader {
  hgetall(key: string): Promise<Record<string, string>>
}

/** Rejects with StoreUnavailable while Redis is away, and with an error of SecretBox when SECRETS_KEY is not the right one. */
export function accountSecrets(client: HashReader, box: SecretBox): AccountSecrets {
  return async (accountId, nowMs) => {
    const fields = await client.hgetall(keys.webhookSecrets(accountId)).catch(error => {
      throw isLasting(error) ? error : new StoreUnavailable((error as Error).message, { cause: error })
    })
    return signingSecrets(box, accountId, fields, nowMs)
  }
}
