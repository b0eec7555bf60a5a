/**
 * What may be wrong with an installation though every process runs: its configuration, settings of Redis, records that lead nowhere, work
 * that nobody has. Only reads; each finding says what it means. A thing that was made or ended while it was looked at is looked
 * at twice before it is told.
 */
import type { ConfigOutcome } from '../../shared/config.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { jobKey, keys } from '../../shared/redis/keys.ts'
import { mastersOf } from '../../shared/redis/masters.ts'
import { volatileReason } from '../jobs/queue-guard.ts'
import { diagnoseBilling } from './billing-diagnosis.ts'

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'problem'
  readonly detail: string
}

/** Keys looked at in one round trip. */
const SCAN_COUNT = 1_000
/** Of findings of one kind. */
const SHOWN_MAX = 5
/** A deletion goes on twice a minute. */
const DELETION_MS_MAX = 600_000
const SECOND_LOOK_MS = 1_000

const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
const problem = (check: string, detail: string): Finding => ({ check, state: 'problem', detail })

async function* names(client: RedisClient, pattern: string): AsyncGenerator<string[]> {
  for (const server of await mastersOf(client)) {
    for await (const some of server.scanStream({ match: pattern, count: SCAN_COUNT })) yield some as string[]
  }
}

function configuration(outcome: ConfigOutcome): Finding[] {
  if (!outcome.ok) return outcome.mistakes.map(mistake => problem('configuration', mistake))
  const { secretsKey, oidcIssuer, stripeSecretKey } = outcome.config
  const missing = [
    ...(secretsKey === undefined ? ['SECRETS_KEY: no callbacks'] : []),
    ...(oidcIssuer === undefined ? ['OIDC_ISSUER: nobody can sign in'] : []),
    ...(stripeSecretKey === undefined ? ['STRIPE_SECRET_KEY: no checkout'] : []),
  ]
  return [ok('configuration', missing.length === 0 ? 'valid' : `valid; absent: ${missing.join('; ')}`)]
}

async function settings(client: RedisClient): Promise<Finding[]> {
  const findings: Finding[] = []
  const servers = await mastersOf(client)
  for (const server of servers) {
    const it = servers.length === 1 ? 'it' : `${server.options.host}:${server.options.port}`
    const reason = await volatileReason(server)
    if (reason !== undefined) findings.push(problem('redis', `${it} would lose jobs in a crash: ${reason}`))
    const info = await server.info('memory')
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
    if (policy !== 'noeviction')
      findings.push(problem('redis', `${it} drops records when full: maxmemory-policy ${policy}`))
  }
  return findings.length > 0
    ? findings
    : [ok('redis', 'writes are on disk before they are answered, nothing is evicted')]
}

/** Names that are wrong now and a moment later. */
async function lastingly(found: readonly string[], isWrong: (name: string) => Promise<boolean>): Promise<string[]> {
  if (found.length === 0) return []
  await new Promise(resolve => setTimeout(resolve, SECOND_LOOK_MS))
  const still: string[] = []
  for (const name of found) if (await isWrong(name)) still.push(name)
  return still
}

async function looked(
  client: RedisClient,
  check: string,
  pattern: string,
  isWrong: (name: string) => Promise<boolean>,
  meaning: string,
): Promise<Finding> {
  const found: string[] = []
  let count = 0
  for await (const some of names(client, pattern)) {
    count += some.length
    const wrong = await Promise.all(some.map(isWrong))
    found.push(...some.filter((_, i) => wrong[i]))
  }
  const still = await lastingly(found, isWrong)
  if (still.length === 0) return ok(check, `${count} looked at`)
  const shown = still.slice(0, SHOWN_MAX).join(', ')
  return problem(check, `${still.length} ${meaning}: ${shown}${still.length > SHOWN_MAX ? ', ...' : ''}`)
}

function credentials(client: RedisClient): Promise<Finding> {
  const isWrong = async (name: string): Promise<boolean> => {
    const [accountId, keyId] = ((await client.get(name)) ?? '').split(' ')
    if (accountId === '' || accountId === undefined || keyId === undefined) return false
    const [account, state] = await Promise.all([
      client.exists(keys.account(accountId)),
      client.exists(keys.keyState(accountId, keyId)),
    ])
    return account === 0 || state === 0
  }
  return looked(
    client,
    'keys',
    keys.credential('*'),
    isWrong,
    'credentials lead to no account or key; they are refused',
  )
}

/** A job is either waiting in its queue or held by a lease. */
function jobs(client: RedisClient): Promise<Finding> {
  const isWrong = async (name: string): Promise<boolean> => {
    const [, shardText, jobId] = /^\{j:(\d+)\}:job:(.+)$/.exec(name) ?? []
    const shard = Number(shardText)
    const [state, jobClass] = await client.hmget(name, 'state', 'jobClass')
    if (state === 'processing') return (await client.zscore(jobKey(shard, 'leases'), jobId!)) === null
    if (state === 'queued') return (await client.zscore(jobKey(shard, 'queued', jobClass ?? ''), jobId!)) === null
    return false
  }
  return looked(client, 'jobs', '{j:*}:job:*', isWrong, 'jobs are neither in a queue nor held by a lease')
}

async function deletions(client: RedisClient): Promise<Finding> {
  const old = await client.zrangebyscore(keys.deletions(), '-inf', Date.now() - DELETION_MS_MAX)
  return old.length === 0
    ? ok('deletions', 'none is stuck')
    : problem(
        'deletions',
        `${old.length} do not end; the log of a gateway says why: ${old.slice(0, SHOWN_MAX).join(', ')}`,
      )
}

export async function diagnose(client: RedisClient, config: ConfigOutcome): Promise<Finding[]> {
  return [
    ...configuration(config),
    ...(await settings(client)),
    await credentials(client),
    await jobs(client),
    await deletions(client),
    ...(await diagnoseBilling(client, config)),
  ]
}
