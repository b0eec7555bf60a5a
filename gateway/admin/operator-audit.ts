/**
 * The audit of operators: one entry per command that changes something, with its outcome, in addition to the trail of each account. Keys among
 * the words are cut to the part that lists show.
 */
import { userInfo } from 'node:os'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { PREFIX_LENGTH, parseKey } from '../store/api-key.ts'

const ENTRIES_MAX = 100_000

interface OperatorAction {
  readonly atMs: number
  readonly user: string
  readonly words: string
  readonly outcome: string
}

/** A key, or what may have been one, cut to the part that lists show. */
export const withoutSecrets = (word: string): string => {
  const key = parseKey(word)
  if (key !== null) return `${key.prefix}...`
  return word.startsWith('sis_') ? `${word.slice(0, PREFIX_LENGTH)}...` : word
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

export async function recordAction(client: RedisClient, words: readonly string[], outcome: string): Promise<void> {
  const fields = ['user', userName(), 'words', words.map(withoutSecrets).join(' '), 'outcome', outcome]
  await client.xadd(keys.operatorAudit(), 'MAXLEN', '~', ENTRIES_MAX, '*', ...fields)
}

/** Newest first. */
export async function listActions(client: RedisClient, countMax: number): Promise<OperatorAction[]> {
  const entries = await client.xrevrange(keys.operatorAudit(), '+', '-', 'COUNT', countMax)
  return entries.map(([entry, fields]) => ({
    atMs: Number(entry.split('-')[0]),
    user: fields[1]!,
    words: fields[3]!,
    outcome: fields[5]!,
  }))
}
