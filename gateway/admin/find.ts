/** Finds accounts and keys by an id, the beginning of an id, or the first characters of a key. */
import { readEnvironment } from '../../shared/platform/process/environment.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { type Account, listAccounts, listPlaygroundAccounts, readAccount } from '../store/accounts.ts'
import { PREFIX_LENGTH, parseKey } from '../store/api-key.ts'
import { allKeys, type KeyRecord, readKey } from '../store/key-records.ts'
import { CommandError } from './command.ts'
import { withoutSecrets } from './operator-audit.ts'

/** Matches shown when there are several. */
const SHOWN_MAX = 10

/** All accounts, those of the playground after the others. */
export async function* allAccounts(client: RedisClient): AsyncGenerator<Account> {
  yield* listAccounts(client)
  yield* listPlaygroundAccounts(client)
}

export async function findAccount(client: RedisClient, text: string): Promise<Account> {
  const exact = await readAccount(client, text)
  if (exact) return exact
  const found: Account[] = []
  for await (const account of allAccounts(client)) if (account.accountId.startsWith(text)) found.push(account)
  return theOnly('account', text, found, account => account.accountId)
}

/**
 * `text` is the beginning of a key's id, the first characters of a key as lists show them, or a whole key. A whole key is found by its hash and in
 * no other way: its first characters are those of others too.
 */
export async function findKey(client: RedisClient, text: string): Promise<KeyRecord> {
  const whole = parseKey(text)
  if (whole !== null) {
    const [accountId = '', keyId = ''] = ((await client.get(keys.credential(whole.sha256))) ?? '').split(' ')
    const key = await readKey(client, accountId, keyId)
    return theOnly('key', text, key === null ? [] : [key], ({ keyId }) => keyId)
  }
  if (text.startsWith('sis_') && text.length > PREFIX_LENGTH)
    throw new CommandError(
      `${withoutSecrets(text)} is not a complete key; give the whole key or its first ${PREFIX_LENGTH} characters`,
    )
  const found: KeyRecord[] = []
  for await (const account of allAccounts(client)) {
    for await (const key of allKeys(client, account.accountId, keyRecordDays())) {
      if (key.keyId.startsWith(text) || key.prefix === text) found.push(key)
    }
  }
  return theOnly('key', text, found, key => key.keyId)
}

function theOnly<T>(what: string, text: string, found: readonly T[], idOf: (item: T) => string): T {
  if (found.length === 1) return found[0]!
  // somebody may have given a key where it does not belong
  const given = withoutSecrets(text)
  if (found.length === 0) throw new CommandError(`${what} ${given} does not exist`)
  const shown = found.slice(0, SHOWN_MAX).map(idOf).join(', ')
  throw new CommandError(
    `${given} matches ${found.length} ${what}s; specify which: ${shown}${found.length > SHOWN_MAX ? ', ...' : ''}`,
  )
}

/** KEY_RECORD_DAYS for commands that list or end keys; its default if the configuration has mistakes. */
export function keyRecordDays(): { readonly recordDays?: number } {
  const environment = readEnvironment()
  return environment.ok ? { recordDays: environment.config.keyRecordDays } : {}
}
