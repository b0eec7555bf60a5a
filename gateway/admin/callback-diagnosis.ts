/** Whether callbacks can be sent: a key that opens every signing secret, readable rules for addresses, and a running deliverer. */

import { callbackRules } from '../../shared/callback/callback-url.ts'
import { SecretBox, type SecretFields } from '../../shared/callback/secrets.ts'
import type { ConfigOutcome } from '../../shared/config/config.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { connected } from './connected.ts'
import { type Finding, looked, ok, problem } from './finding.ts'
import { pausedEndpoints } from './paused-endpoints.ts'

const CHECK = 'callbacks'
export async function callbacks(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const { secretsKey } = outcome.config
  try {
    callbackRules(outcome.config)
  } catch (error) {
    return [problem(CHECK, `WEBHOOK_ALLOWED_HOSTS is invalid: ${(error as Error).message}`)]
  }
  if (secretsKey === undefined) {
    return [ok(CHECK, 'not possible: SECRETS_KEY is not set here, so gateways with these settings accept no callbacks')]
  }
  const box = new SecretBox(secretsKey)
  const isSealedOtherwise = async (name: string): Promise<boolean> => {
    const accountId = /^\{a:(.+)\}:/.exec(name)?.[1] ?? ''
    const { current, previous }: SecretFields = await client.hgetall(name)
    return [current, previous].some(sealed => {
      if (sealed === undefined) return false
      try {
        box.open(sealed, accountId)
        return false
      } catch {
        return true
      }
    })
  }
  const secrets = await looked(
    client,
    CHECK,
    [keys.webhookSecrets('*')],
    isSealedOtherwise,
    'signing secrets cannot be decrypted with SECRETS_KEY; their callbacks wait until it is the right key',
  )
  if (secrets.state === 'problem') return [secrets]
  const roles = new Set((await connected(client)).map(({ role }) => role))
  if (roles.size > 0 && !roles.has('deliverer')) {
    return [problem(CHECK, `no deliverer is connected, only: ${[...roles].join(', ')}; callbacks wait for a deliverer`)]
  }
  const paused = await pausedEndpoints(client)
  if (paused.length > 0) {
    const [first] = paused.toSorted((a, b) => a.sinceMs - b.sinceMs)
    return [
      problem(
        CHECK,
        `endpoints paused after long failure: ${paused.length}; longest ${first!.origin} of account ${first!.accountId}, since ${new Date(first!.sinceMs).toISOString()}`,
      ),
    ]
  }
  return [
    ok(
      CHECK,
      roles.has('deliverer')
        ? 'a deliverer is connected, and every secret can be decrypted'
        : 'no process of the service is connected',
    ),
  ]
}
