/** Records with unknown values, and users with missing parts. */
import { JOB_STATES } from '../../shared/job-states.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { TIER_NAMES } from '../../shared/tiers.ts'
import { PROVIDERS, SUBSCRIPTION_STATES } from '../billing/subscription-store.ts'
import { ACCOUNT_STATES } from '../store/accounts.ts'
import { UNSETTLED_MS } from '../store/emails.ts'
import { type Finding, looked } from './finding.ts'

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
