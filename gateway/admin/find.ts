/** Accounts and keys by what an operator has at hand: an id, its beginning, or the first characters of a key. */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { type Account, listAccounts, readAccount } from '../store/accounts.ts'
import { type KeyRecord, listKeys } from '../store/keys.ts'
import { CommandError } from './command.ts'

/** Matches shown when there are several. */
const SHOWN_MAX = 10

/** All accounts, those of the playground after the others. */
export async function* allAccounts(client: RedisClient): AsyncGenerator<Account> {
  yield* listAccounts(client)
  yield* listAccounts(client, true)
}

export async function findAccount(client: RedisClient, text: string): Promise<Account> {
  const exact = await readAccount(client, text)
  if (exact) return exact
  const found: Account[] = []
  for await (const account of allAccounts(client)) if (account.accountId.startsWith(text)) found.push(account)
  return theOnly('account', text, found, account => account.accountId)
}

/** `text` is the beginning of a key's id, or the first characters of a key; a whole key will do. */
export async function findKey(client: RedisClient, text: string): Promise<KeyRecord> {
  const found: KeyRecord[] = []
  for await (const account of allAccounts(client)) {
    for (const key of await listKeys(client, account.accountId)) {
      if (key.keyId.startsWith(text) || text.startsWith(key.prefix)) found.push(key)
    }
  }
  return theOnly('key', text, found, key => key.keyId)
}

function theOnly<T>(what: string, text: string, found: readonly T[], idOf: (item: T) => string): T {
  if (found.length === 1) return found[0]!
  if (found.length === 0) throw new CommandError(`there is no ${what} ${text}`)
  const shown = found.slice(0, SHOWN_MAX).map(idOf).join(', ')
  throw new CommandError(
    `${text} fits ${found.length} ${what}s; say which: ${shown}${found.length > SHOWN_MAX ? ', ...' : ''}`,
  )
}
