/**
 * What may be wrong with an installation although every process runs: its configuration, settings of Redis, broken records, jobs without a
 * node. It only reads; each finding says what it means. A finding about a record is checked twice, since the record may have been created or
 * removed in between.
 */
import type { Redis } from 'ioredis'
import type { Config, ConfigOutcome } from '../../shared/platform/config/config.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { jobKey, keys } from '../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'
import { volatileReason } from '../jobs/store-memory.ts'
import { diagnoseBilling } from './billing-diagnosis.ts'
import { type Finding, looked, ok, problem, SHOWN_MAX } from './finding.ts'
import { callbacks, certificates, compute, traces, versions } from './process-diagnosis.ts'
import { diagnoseMemory, disk, objects, records, schedules, users } from './store-diagnosis.ts'

/** A deletion goes on twice a minute. */
const DELETION_MS_MAX = 600_000

/** Payments need all of these: with some of them money is taken and no tier given, or the other way round. */
function halfConfigured({ stripeSecretKey, stripePriceStarter, stripeWebhookSecret }: Config): Finding | undefined {
  const settings = Object.entries({
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_PRICE_STARTER: stripePriceStarter,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
  })
  const [set, absent] = [true, false].map(isSet =>
    settings.filter(([, value]) => (value !== undefined) === isSet).map(([name]) => name),
  ) as [string[], string[]]
  if (set.length === 0 || absent.length === 0) return undefined
  return problem(
    'configuration',
    `the Stripe settings are incomplete: ${set.join(', ')} given, ${absent.join(', ')} absent; payments need all three`,
  )
}

function configuration(outcome: ConfigOutcome): Finding[] {
  if (!outcome.ok) return outcome.mistakes.map(mistake => problem('configuration', mistake))
  const { secretsKey, oidcIssuer, stripeSecretKey } = outcome.config
  const half = halfConfigured(outcome.config)
  if (half !== undefined) return [half]
  const missing = [
    ...(secretsKey === undefined ? ['SECRETS_KEY: no callbacks'] : []),
    ...(oidcIssuer === undefined ? ['OIDC_ISSUER is not set: sign-in is not possible'] : []),
    ...(stripeSecretKey === undefined ? ['STRIPE_SECRET_KEY: no checkout'] : []),
  ]
  return [ok('configuration', missing.length === 0 ? 'valid' : `valid; absent: ${missing.join('; ')}`)]
}

/** undefined: the server is no node of a cluster. */
async function fullCoverage(server: Redis): Promise<string | undefined> {
  if (!/^cluster_enabled:1/m.test(await server.info('cluster'))) return undefined
  const reply: unknown = await server.config('GET', 'cluster-require-full-coverage')
  return (Array.isArray(reply) ? reply : Object.entries(reply as object).flat())[1] as string
}

async function settings(client: RedisClient): Promise<Finding[]> {
  const findings: Finding[] = []
  const servers = await mastersOf(client)
  for (const server of servers) {
    const it = servers.length === 1 ? 'it' : `${server.options.host}:${server.options.port}`
    const reason = await volatileReason(server)
    if (reason !== undefined) findings.push(problem('redis', `${it} would lose jobs in a crash: ${reason}`))
    const coverage = await fullCoverage(server)
    if (coverage === 'yes')
      findings.push(
        problem(
          'redis',
          `${it} would stop when any other master fails: cluster-require-full-coverage is yes, it must be no`,
        ),
      )
    const info = await server.info('memory')
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
    if (policy !== 'noeviction')
      findings.push(problem('redis', `${it} evicts records when it is full: maxmemory-policy is ${policy}`))
  }
  return findings.length > 0
    ? findings
    : [ok('redis', 'writes are on disk before they are acknowledged, and nothing is evicted')]
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
    [keys.credential('*')],
    isWrong,
    'credentials refer to no account or key; they are refused',
  )
}

/** A job is either waiting in its queue or held by a lease. */
function jobs(client: RedisClient): Promise<Finding> {
  const isWrong = async (name: string): Promise<boolean> => {
    const [, shardText, jobId] = /^\{j:(\d+)\}:job:(.+)$/.exec(name) ?? []
    const shard = Number(shardText)
    const [state, jobClass] = await client.hmget(name, 'state', 'jobClass')
    if (state === 'processing') {
      const leases = await Promise.all(
        [jobKey(shard, 'held'), jobKey(shard, 'leases')].map(name => client.zscore(name, jobId!)),
      )
      return leases.every(lease => lease === null)
    }
    if (state === 'queued') return (await client.zscore(jobKey(shard, 'queued', jobClass ?? ''), jobId!)) === null
    return false
  }
  return looked(client, 'jobs', ['{j:*}:job:*'], isWrong, 'jobs are neither in a queue nor leased')
}

async function deletions(client: RedisClient): Promise<Finding> {
  const old = await client.zrangebyscore(keys.deletions(), '-inf', Date.now() - DELETION_MS_MAX)
  return old.length === 0
    ? ok('deletions', 'none is stuck')
    : problem(
        'deletions',
        `${old.length} are not finishing; the log of a gateway has the reason: ${old.slice(0, SHOWN_MAX).join(', ')}`,
      )
}

export async function diagnose(client: RedisClient, config: ConfigOutcome): Promise<Finding[]> {
  return [
    ...configuration(config),
    ...(await settings(client)),
    ...(await disk(client, config)),
    ...(await certificates(client, config)),
    await credentials(client),
    await jobs(client),
    await deletions(client),
    await records(client),
    await users(client),
    ...(await diagnoseMemory(client, config)),
    ...(await objects(client, config)),
    await schedules(client),
    await compute(client),
    ...(await callbacks(client, config)),
    ...(await versions(client)),
    ...(await traces(config)),
    ...(await diagnoseBilling(client, config)),
  ]
}
