/** Creates the account of a user: one per subject of a bearer token, and one per verified e-mail address. Errors of Redis are thrown. */
import { randomUUID } from 'node:crypto'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'
import { claimEmail } from './emails.ts'
import { readUser } from './users.ts'

interface NewUser {
  readonly subject: string
  readonly email: string
  readonly displayName: string
  readonly company: string
}

const SIGNUP = script('signup-3')
/** Tier of a new account. */
export const SIGNUP_TIER: TierName = 'free'
const ACTOR = 'signup'

export type Signup =
  | {
      readonly state: 'signed_up'
      readonly accountId: string
      /** False when the user was there before. */
      readonly isNew: boolean
    }
  /** Another subject has an account with this address, or is making one: see emails.ts. */
  | { readonly state: 'email_taken' | 'email_unsettled' }

/** Of many calls at once for one subject one makes the account, and of many subjects with one address one gets one. */
export async function signUp(client: RedisClient, user: NewUser): Promise<Signup> {
  const operationId = randomUUID()
  const subjectKey = keys.subject(user.subject)
  const lead = (accountId: string) =>
    attempt(async () => (await client.set(subjectKey, accountId, 'NX', 'GET')) ?? accountId)
  const accountId = await lead(operationId)
  const known = await readUser(client, accountId)
  const claim = await claimEmail(client, known?.email ?? user.email, accountId)
  if (known === null && claim !== 'held') {
    if ((await client.get(subjectKey)) === accountId) await attempt(() => client.del(subjectKey))
    return { state: claim === 'taken' ? 'email_taken' : 'email_unsettled' }
  }
  // the index before the account, as in createAccount()
  await attempt(() => client.zadd(keys.accountIndex(), 'NX', Date.now(), accountId))
  const names = [keys.account(accountId), keys.user(accountId), keys.audit(accountId)]
  const args = [operationId, SIGNUP_TIER, user.subject, user.email, user.displayName, user.company, ACTOR]
  const made = await attempt(() => run(client, SIGNUP, names, args))
  // a deletion may have ended in between and taken the subject away
  const lasting = made === 1 ? await lead(accountId) : accountId
  return { state: 'signed_up', accountId: lasting, isNew: made === 1 && lasting === accountId }
}
