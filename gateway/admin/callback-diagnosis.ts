/** Whether callbacks can really be made: a key that opens every signing secret, rules that can be read, and a deliverer that is there. */
import type { ConfigOutcome } from '../../shared/config.ts'
import { callbackRules } from '../../shared/jobs/callback-url.ts'
import { SecretBox, type SecretFields } from '../../shared/jobs/secrets.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { mastersOf } from '../../shared/redis/masters.ts'
import { type Finding, looked, ok, problem } from './finding.ts'

const CHECK = 'callbacks'
const ROLES = ['gateway', 'node', 'deliverer'] as const

/** Which processes of the service have a connection to any of the servers; each names its own (connect()). */
async function connected(client: RedisClient): Promise<ReadonlySet<string>> {
  const lists = await Promise.all((await mastersOf(client)).map(server => server.client('LIST') as Promise<string>))
  const names = lists.flatMap(list => [...list.matchAll(/ name=sis-(\S+)/g)].map(match => match[1]!))
  return new Set(ROLES.filter(role => names.some(name => name === role || name.startsWith(`${role}-`))))
}

export async function callbacks(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const { secretsKey } = outcome.config
  try {
    callbackRules(outcome.config)
  } catch (error) {
    return [problem(CHECK, `WEBHOOK_ALLOWED_HOSTS cannot be read: ${(error as Error).message}`)]
  }
  if (secretsKey === undefined) {
    return [ok(CHECK, 'not possible: SECRETS_KEY is absent here, so gateways with these settings accept none')]
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
    'signing secrets are not opened by SECRETS_KEY, so their callbacks end as dead letters',
  )
  if (secrets.state === 'problem') return [secrets]
  const roles = await connected(client)
  if (roles.size > 0 && !roles.has('deliverer')) {
    return [problem(CHECK, `no deliverer is connected, only: ${[...roles].join(', ')}; callbacks wait until one is`)]
  }
  return [
    ok(
      CHECK,
      roles.has('deliverer')
        ? 'a deliverer is connected, and every secret can be opened'
        : 'no process of the service is connected',
    ),
  ]
}
