/**
 * Users who deleted their account. An agent of theirs goes on calling, with a token that it renews by itself, and its messages look like
 * those of somebody who has just signed in: none makes an account again until the user signs up himself. Kept is the hash of issuer and
 * subject alone, as long as refresh tokens usually live. Errors of Redis are thrown.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { attempt } from './attempt.ts'

const DELETED_SUBJECT_DAYS = 30
const SECONDS_PER_DAY = 86_400

export const noteDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.set(keys.deletedSubject(subject), '1', 'EX', DELETED_SUBJECT_DAYS * SECONDS_PER_DAY))

export const isDeletedSubject = async (client: RedisClient, subject: string): Promise<boolean> =>
  (await client.exists(keys.deletedSubject(subject))) === 1

export const forgetDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.del(keys.deletedSubject(subject)))
