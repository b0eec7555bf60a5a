/**
 * Users who deleted their account. Their agent may go on calling with a token that it renews by itself, and its messages look like those of a
 * new user. Such a message creates no account until the user signs up again. Only the hash of issuer and subject is kept, for the usual life
 * of refresh tokens. Errors of Redis are thrown.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { attempt } from './attempt.ts'

const DELETED_SUBJECT_DAYS = 30
const SECONDS_PER_DAY = 86_400

export const noteDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.set(keys.deletedSubject(subject), '1', 'EX', DELETED_SUBJECT_DAYS * SECONDS_PER_DAY))

export const isDeletedSubject = async (client: RedisClient, subject: string): Promise<boolean> =>
  (await client.exists(keys.deletedSubject(subject))) === 1

export const forgetDeletedSubject = (client: RedisClient, subject: string): Promise<unknown> =>
  attempt(() => client.del(keys.deletedSubject(subject)))
