/** Whether what the service keeps is whole and has room: the disk and memory of Redis, objects, records, users and kept schedules. */
import { JOB_CLASSES, JOB_SHARD_COUNT } from '../../shared/contract/job-classes.ts'
import { JOB_STATES } from '../../shared/contract/job-states.ts'
import { MEGABYTE, TIER_NAMES } from '../../shared/contract/tiers.ts'
import type { Config, ConfigOutcome } from '../../shared/platform/config/config.ts'
import { objectHold } from '../../shared/platform/jobs/redis/object-names.ts'
import { redisJobStore } from '../../shared/platform/jobs/redis-job-store.ts'
import { checkObjects } from '../../shared/platform/objects/object-store.ts'
import { openObjects } from '../../shared/platform/objects/open-objects.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { diskOf, diskProblem } from '../../shared/platform/redis/disk.ts'
import { jobKey, keys } from '../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'
import { PROVIDERS, SUBSCRIPTION_STATES } from '../billing/subscription-store.ts'
import { largestHolders, memorySentence, roomBytes } from '../jobs/memory-shares.ts'
import { memoryOf, memoryReader } from '../jobs/store-memory.ts'
import { expiredSchedules, keptSchedules } from '../metrics/gauges.ts'
import { ACCOUNT_STATES } from '../store/accounts.ts'
import { UNSETTLED_MS } from '../store/users.ts'
import { type Finding, looked, ok, problem } from './finding.ts'

const DISK = 'disk'

export async function disk(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const findings: Finding[] = []
  const disks = await Promise.all((await mastersOf(client)).map(diskOf))
  for (const one of disks) {
    const why = diskProblem(one, outcome.config.redisDiskFreeBytesMin)
    if (why !== undefined) findings.push(problem(DISK, `Redis accepts no jobs: ${why}`))
    else if (one.hasRewriteFailed)
      findings.push(
        problem(
          DISK,
          'the last rewrite of the append-only file of Redis failed, so the file keeps growing; the Redis log has the reason',
        ),
      )
  }
  if (findings.length > 0) return findings
  const [first] = disks.flatMap(({ free }) => free ?? [])
  return [
    ok(
      DISK,
      first === undefined
        ? 'Redis can write. Its free disk space is unknown here, because it runs on another machine: monitor the disk there'
        : `${Math.floor(first.bytes / 2 ** 20)} MB free (${first.directory})`,
    ),
  ]
}

/** Whether there is room for jobs, and who holds most of it. */
const MEMORY = 'memory'

export async function diagnoseMemory(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const store = redisJobStore(client)
  const { masters, held } = await memoryReader(client, store, outcome.config.redisMemoryBudgetBytes)()
  const memory = memoryOf(masters, held ?? [])
  const sentence = memorySentence(memory, await largestHolders(store))
  const shut = JOB_CLASSES.filter(jobClass => roomBytes(memory, jobClass) <= 0)
  return [
    shut.length === 0
      ? ok(MEMORY, sentence)
      : problem(MEMORY, `no memory for jobs of the class ${shut.join(', ')}; they are refused with 503; ${sentence}`),
  ]
}

/** Whether large frames and results can be kept: writes, reads and removes an object in OBJECT_STORE. */
const OBJECTS = 'objects'
/** Nodes remove what jobs no longer need every few seconds, but while a backup holds it. */
const DROPPED_MAX = 10_000

async function droppedCount(client: RedisClient): Promise<number> {
  const shards = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)
  const counts = await Promise.all(shards.map(shard => client.scard(jobKey(shard, 'dropped'))))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The place of the store, once an object was there and is gone again. */
async function tried(config: Config): Promise<string | undefined> {
  const store = openObjects(config)
  if (store === undefined) return undefined
  try {
    await checkObjects(store)
    return store.place
  } finally {
    store.close()
  }
}

export async function objects(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  let place: string | undefined
  try {
    place = await tried(outcome.config)
  } catch (error) {
    return [problem(OBJECTS, `the object store cannot be used: ${(error as Error).message}`)]
  }
  if (place === undefined) {
    const hasObjects = (await client.exists(jobKey(0, 'installation'))) === 1
    return [
      hasObjects
        ? problem(
            OBJECTS,
            'the service has stored objects, but OBJECT_STORE is not set here: jobs with objects cannot be read',
          )
        : ok(OBJECTS, 'none: frames and results are stored in Redis'),
    ]
  }
  const dropped = await droppedCount(client)
  const hold = await objectHold(client)
  if (dropped > DROPPED_MAX && hold === null)
    return [
      problem(
        OBJECTS,
        `${dropped} objects that no job needs have not been removed; is OBJECT_STORE set for the nodes?`,
      ),
    ]
  const held = hold === null ? '' : `, held by ${hold.holder} for ${Math.ceil(hold.leftMs / 1_000)} s more`
  return [
    ok(
      OBJECTS,
      `an object was written, read and removed in ${place}; ${dropped} others are waiting for removal${held}`,
    ),
  ]
}

/** A member of a record, and the words it may have; `mayLack`: the member may be missing. */
interface Vocabulary {
  readonly record: RegExp
  readonly member: string
  readonly words: readonly string[]
  readonly mayLack?: true
}

const VOCABULARIES: readonly Vocabulary[] = [
  { record: /:account$/, member: 'tier', words: TIER_NAMES },
  { record: /:account$/, member: 'status', words: ACCOUNT_STATES },
  { record: /:billing$/, member: 'provider', words: PROVIDERS, mayLack: true },
  { record: /:billing$/, member: 'subscriptionState', words: SUBSCRIPTION_STATES, mayLack: true },
  { record: /:billing$/, member: 'grantedTier', words: [...TIER_NAMES, ''], mayLack: true },
  { record: /:key:[^:]+$/, member: 'status', words: ['active', 'revoked'] },
  { record: /:user$/, member: 'status', words: ['active'] },
  { record: /:job:[^:]+$/, member: 'state', words: JOB_STATES },
]

/** Any record of an account or a job; the others are left out by the vocabularies. */
const RECORDS = '{[aj]:*}:*'

export function records(client: RedisClient): Promise<Finding> {
  const isWrong = async (name: string): Promise<boolean> => {
    const those = VOCABULARIES.filter(({ record }) => record.test(name))
    if (those.length === 0 || (await client.type(name)) !== 'hash') return false
    const values = await client.hmget(name, ...those.map(({ member }) => member))
    return those.some(({ words, mayLack }, i) => {
      const value = values[i]
      return value == null ? mayLack !== true : !words.includes(value)
    })
  }
  return looked(
    client,
    'tiers and states',
    [RECORDS],
    isWrong,
    'records have no tier or state, or one that this version does not know',
  )
}

const accountOf = (name: string): string => /^\{a:(.+)\}:/.exec(name)?.[1] ?? ''

/** The way from a sign-in or an address to its account, and the account with its user: all of them, or none but for a moment. */
export function users(client: RedisClient): Promise<Finding> {
  const isThere = async (accountId: string): Promise<boolean> =>
    (await client.exists(keys.account(accountId))) === 1 && (await client.exists(keys.user(accountId))) === 1
  const isWrong = async (name: string): Promise<boolean> => {
    if (/^(subject|email):/.test(name)) {
      const [accountId, claimedAtMs] = ((await client.get(name)) ?? '').split(' ')
      if (!accountId || Number(claimedAtMs ?? 0) > Date.now() - UNSETTLED_MS) return false
      return !(await isThere(accountId))
    }
    const accountId = accountOf(name)
    if (name === keys.account(accountId)) {
      const isDeleting = (await client.hget(name, 'status')) === 'deleting'
      return isDeleting && (await client.zscore(keys.deletions(), accountId)) === null
    }
    if (name !== keys.user(accountId)) return false
    const subject = await client.hget(name, 'subject')
    if (subject === null) return false
    return (
      (await client.get(keys.subject(subject))) !== accountId || (await client.exists(keys.account(accountId))) === 0
    )
  }
  return looked(
    client,
    'users',
    [keys.subject('*'), keys.email('*'), keys.account('*'), keys.user('*')],
    isWrong,
    'users are incompletely deleted: a sign-in, an address, an account or a user remains without the rest; delete the account again',
  )
}

/** How many schedules accounts keep, and whether expired ones are removed. */
const SCHEDULES = 'schedules'
/** Nodes remove what has expired once a minute. */
const REMOVED_MS_MAX = 600_000

export async function schedules(client: RedisClient): Promise<Finding> {
  const expired = await expiredSchedules(client, Date.now() - REMOVED_MS_MAX)
  if (expired > 0)
    return problem(
      SCHEDULES,
      `${expired} kept schedules expired over ten minutes ago and are still there; does a node run?`,
    )
  const tiers = await keptSchedules(client)
  if (tiers.length === 0) return ok(SCHEDULES, 'none is kept')
  const shown = tiers.map(({ tier, accounts, schedules, bytes, largestShare, largestAccountId }) => {
    const most = `${largestAccountId} keeps ${Math.round(100 * largestShare)} % of its limit`
    return `${tier}: ${schedules} of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${(bytes / MEGABYTE).toFixed(1)} MB, ${most}`
  })
  return ok(SCHEDULES, shown.join('; '))
}
