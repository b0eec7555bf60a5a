/**
 * Stored users: one per account, found by the subject of their bearer token. The subject leads to the account, where the record of the user
 * is. It is for a bearer token what a key record is for a key. Errors of Redis are thrown.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'

interface User {
  readonly accountId: string
  /** Hash of issuer and subject of the token, see identity/bearer.ts. */
  readonly subject: string
  readonly email: string
  /** Empty when none was given. */
  readonly displayName: string
  readonly company: string
  readonly createdAtMs: number
}

/** null when the account has no user: it was made by an operator, or is gone. */
export async function readUser(client: RedisClient, accountId: string): Promise<User | null> {
  const fields = await client.hgetall(keys.user(accountId))
  const { subject, email, displayName = '', company = '', createdAtMs } = fields
  if (subject === undefined || email === undefined) return null
  return { accountId, subject, email, displayName, company, createdAtMs: Number(createdAtMs) }
}

// Verified e-mail addresses: each belongs to one account. An address gives no access: a user who has it under another sign-in is told that an
// account exists, and gets neither a second account nor that one, since addresses change hands and issuers verify them differently. Errors of
// Redis are thrown.

const CLAIM = script('email-claim-1')
/** A claim without an account after so long is one of a sign-up that broke off. */
export const UNSETTLED_MS = 60_000

/** One address however it is written. */
const normal = (email: string): string => email.normalize('NFC').toLowerCase()

const nameOf = (email: string): string => keys.email(createHash('sha256').update(normal(email)).digest('hex'))

/** unsettled: somebody signs up with it at this moment. */
type EmailClaim = 'held' | 'taken' | 'unsettled'

export async function claimEmail(client: RedisClient, email: string, accountId: string): Promise<EmailClaim> {
  let replaced = ''
  for (;;) {
    const reply = await attempt(() => run(client, CLAIM, [nameOf(email)], [accountId, replaced]))
    const [held, nowMs] = reply as [string, number]
    if (held === '') return 'held'
    const [holder = '', claimedAtMs] = held.split(' ')
    const other = await readUser(client, holder)
    if (other !== null && normal(other.email) === normal(email)) return 'taken'
    if (nowMs - Number(claimedAtMs) < UNSETTLED_MS) return 'unsettled'
    replaced = held
  }
}

/** The address is free again, if it was the account's. */
export async function releaseEmail(client: RedisClient, email: string, accountId: string): Promise<void> {
  const held = await client.get(nameOf(email))
  if (held?.split(' ')[0] === accountId) await attempt(() => client.del(nameOf(email)))
}

/** Creates the account of a user: one per subject of a bearer token, and one per verified e-mail address. Errors of Redis are thrown. */
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

type Signup =
  | {
      readonly state: 'signed_up'
      readonly accountId: string
      /** False when the user was there before. */
      readonly isNew: boolean
    }
  /** Another subject has an account with this address, or is making one: see users.ts. */
  | { readonly state: 'email_taken' | 'email_unsettled' }

/** Among many calls at once for one subject one makes the account, and among many subjects with one address one gets one. */
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

// Users who deleted their account. Their agent may go on calling with a token that it renews by itself, and its messages look like those of a
// new user. Such a message creates no account until the user signs up again. Only the hash of issuer and subject is kept, for the usual life
// of refresh tokens. Errors of Redis are thrown.

const DELETED_SUBJECT_DAYS = 30
const SECONDS_PER_DAY = 86_400

export const noteDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.set(keys.deletedSubject(subject), '1', 'EX', DELETED_SUBJECT_DAYS * SECONDS_PER_DAY))

export const isDeletedSubject = async (client: RedisClient, subject: string): Promise<boolean> =>
  (await client.exists(keys.deletedSubject(subject))) === 1

export const forgetDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.del(keys.deletedSubject(subject)))
