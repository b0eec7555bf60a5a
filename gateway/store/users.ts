/**
 * Stored users: one per account, found by the subject of their bearer token. The subject leads to the account, where the record of the user
 * is. It is for a bearer token what a key record is for a key. Errors of Redis are thrown.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'

export interface User {
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
