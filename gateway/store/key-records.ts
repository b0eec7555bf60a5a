/**
 * Records of API keys: read, list, remove. A record outlives its key for a time (KEY_RECORD_DAYS, its time to live in Redis), and an account
 * has a limited number of them, so a list is one page. Leftovers of earlier versions are removed twenty at a time, whenever the account
 * creates or lists keys, and by service/upkeep.ts. A key without a record is refused like an unknown one. Errors of Redis are thrown.
 */
import { KEY_RECORD_DAYS } from '../../shared/platform/config/identity-settings.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'

export interface KeyRecord {
  readonly accountId: string
  readonly keyId: string
  readonly prefix: string
  readonly label: string
  readonly status: 'active' | 'revoked' | 'expired'
  readonly createdAtMs: number
  /** null = never. */
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
  /** Known to the minute; null = never used. */
  readonly lastUsedAtMs: number | null
}

/** Live keys of one account. */
export const KEY_COUNT_MAX = 20
/** Keys that an account makes in the day that an Idempotency-Key is kept: so many names there are at most. */
export const KEYS_PER_DAY_MAX = 50
/**
 * Records of an account, of live keys and others. Past it the oldest of keys that are over go; they are older than a day, since 20 live ones and 50
 * of today leave room.
 */
const RECORDS_MAX = 100
/** How many one removal takes at once: some milliseconds. */
const REMOVED_AT_ONCE = 20
const MS_PER_DAY = 86_400_000

const READ = script('keys-read-1')
/** What the script returns for each key. */
const FIELDS = ['status', 'prefix', 'label', 'createdAtMs', 'expiresAtMs', 'revokedAtMs', 'lastUsedAtMs', 'sha256']
/** "<time of its creation, ms>.<key id>" of the last key of the page before. */
const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/

type Fields = Readonly<Record<string, string>>

/** null when the account has no such key. */
export async function readKey(client: RedisClient, accountId: string, keyId: string): Promise<KeyRecord | null> {
  const fields = await client.hgetall(keys.keyState(accountId, keyId))
  return fields.status === undefined ? null : keyOf(accountId, keyId, fields, Date.now())
}

/** Keys that are live now. */
export const countLiveKeys = (client: RedisClient, accountId: string): Promise<number> =>
  client.zcount(keys.liveKeys(accountId), `(${Date.now()}`, '+inf')

interface KeyPage {
  readonly keys: readonly KeyRecord[]
  /** null = the last page. */
  readonly cursor: string | null
}

interface KeyPageQuery {
  readonly cursor?: string | null
  readonly limit?: number
  /** A record without a time to live is let go of so long after its end. */
  readonly recordDays?: number
}

/** A page of the keys of an account, oldest first; all of them unless a limit is named. An unreadable cursor starts at the oldest. */
export async function listKeys(
  client: RedisClient,
  accountId: string,
  { cursor = null, limit = RECORDS_MAX, recordDays = KEY_RECORD_DAYS }: KeyPageQuery = {},
): Promise<KeyPage> {
  await removeOldest(client, accountId)
  const [, afterMs = '-inf', afterId = ''] = CURSOR.exec(cursor ?? '') ?? []
  // of the moment of the cursor there may be as many as are made in a day
  const countMax = limit + 1 + KEYS_PER_DAY_MAX
  const ids = keys.keyIds(accountId)
  const flat = await client.zrangebyscore(ids, afterMs, '+inf', 'WITHSCORES', 'LIMIT', 0, countMax)
  const found = Array.from({ length: flat.length / 2 }, (_, i) => ({ keyId: flat[2 * i]!, atMs: flat[2 * i + 1]! }))
  const rest = found.filter(({ keyId, atMs }) => atMs !== afterMs || keyId > afterId)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    keys: await recordsOf(client, accountId, page, recordDays),
    cursor: rest.length > limit && last !== undefined ? `${last.atMs}.${last.keyId}` : null,
  }
}

/** All of an account, page by page. */
export async function* allKeys(
  client: RedisClient,
  accountId: string,
  query: Pick<KeyPageQuery, 'recordDays'> = {},
): AsyncGenerator<KeyRecord> {
  let cursor: string | null = null
  do {
    const page: KeyPage = await listKeys(client, accountId, { ...query, cursor })
    yield* page.keys
    cursor = page.cursor
  } while (cursor !== null)
}

/** Those that are to be shown; ids whose record has expired, and records of earlier versions that should have, go. */
async function recordsOf(
  client: RedisClient,
  accountId: string,
  page: readonly { readonly keyId: string }[],
  recordDays: number,
): Promise<KeyRecord[]> {
  const nowMs = Date.now()
  const over: string[] = []
  const records: KeyRecord[] = []
  const all = await readFields(
    client,
    accountId,
    page.map(({ keyId }) => keyId),
  )
  for (const [i, { keyId }] of page.entries()) {
    const key = all[i]!.status === undefined ? null : keyOf(accountId, keyId, all[i]!, nowMs)
    const endMs = key?.revokedAtMs ?? key?.expiresAtMs ?? Number.POSITIVE_INFINITY
    if (key === null || endMs + recordDays * MS_PER_DAY <= nowMs) over.push(keyId)
    else records.push(key)
  }
  await removeKeys(client, accountId, over)
  return records
}

async function readFields(client: RedisClient, accountId: string, keyIds: readonly string[]): Promise<Fields[]> {
  if (keyIds.length === 0) return []
  const family = keys.keyStateFamily(accountId)
  const records = (await attempt(() => run(client, READ, [family], [...keyIds]))) as (string | null)[][]
  return records.map(values => {
    const pairs = values.flatMap((value, i) => (value === null ? [] : [[FIELDS[i]!, value]]))
    return Object.fromEntries(pairs) as Fields
  })
}

/** Records that are too many go, the oldest first, those of live keys excepted. Returns whether there are still too many. */
export async function removeOldest(client: RedisClient, accountId: string): Promise<boolean> {
  const ids = keys.keyIds(accountId)
  const over = (await client.zcard(ids)) - RECORDS_MAX
  if (over <= 0) return false
  const [oldest, live] = await Promise.all([
    client.zrange(ids, 0, String(REMOVED_AT_ONCE + KEY_COUNT_MAX - 1)),
    client.zrange(keys.liveKeys(accountId), 0, '-1'),
  ])
  const gone = oldest.filter(keyId => !live.includes(keyId)).slice(0, Math.min(over, REMOVED_AT_ONCE))
  await removeKeys(client, accountId, gone)
  return over > gone.length
}

/** What leads to them goes first, so that nothing leads nowhere. Safe to run twice. */
export async function removeKeys(client: RedisClient, accountId: string, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return
  const sha256s = (await readFields(client, accountId, keyIds)).flatMap(({ sha256 }) => sha256 ?? [])
  await Promise.all(sha256s.map(sha256 => attempt(() => client.unlink(keys.credential(sha256)))))
  await attempt(() => client.unlink(...keyIds.map(keyId => keys.keyState(accountId, keyId))))
  await attempt(() => client.zrem(keys.liveKeys(accountId), ...keyIds))
  await attempt(() => client.zrem(keys.keyIds(accountId), ...keyIds))
}

function keyOf(accountId: string, keyId: string, fields: Fields, nowMs: number): KeyRecord {
  const expiresAtMs = timeOf(fields.expiresAtMs)
  return {
    accountId,
    keyId,
    prefix: fields.prefix ?? '',
    label: fields.label ?? '',
    status:
      fields.status === 'revoked' ? 'revoked' : expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'active',
    createdAtMs: Number(fields.createdAtMs),
    expiresAtMs,
    revokedAtMs: timeOf(fields.revokedAtMs),
    lastUsedAtMs: timeOf(fields.lastUsedAtMs),
  }
}

const timeOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
