/**
 * Verified e-mail addresses: each belongs to one account. An address gives no access: a user who has it under another sign-in is told that an
 * account exists, and gets neither a second account nor that one, since addresses change hands and issuers verify them differently. Errors of
 * Redis are thrown.
 */
import { createHash } from 'node:crypto'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'
import { readUser } from './users.ts'

const CLAIM = script('email-claim-1')
/** A claim without an account after so long is one of a sign-up that broke off. */
export const UNSETTLED_MS = 60_000

/** One address however it is written. */
const normal = (email: string): string => email.normalize('NFC').toLowerCase()

const nameOf = (email: string): string => keys.email(createHash('sha256').update(normal(email)).digest('hex'))

/** unsettled: somebody signs up with it at this moment. */
export type EmailClaim = 'held' | 'taken' | 'unsettled'

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
