/**
 * API keys as they are stored: made, listed, revoked. Only the hash and the first characters of a key are kept. Errors of
 * Redis are thrown; refusals are values.
 */
import { randomUUID } from 'node:crypto'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { run, script } from '../../shared/redis/script.ts'
import { LIFETIME_QUOTA_TIER } from '../../shared/tiers.ts'
import { type KeyKind, mintKey } from '../identity/api-key.ts'
import { createAccount, type NewAccount } from './accounts.ts'
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

export interface NewKey {
  readonly kind?: KeyKind
  readonly label?: string
  readonly expiresAtMs?: number | null
  /** Instead of expiresAtMs: counted from now by the clock of Redis. */
  readonly lifeMs?: number
  /** Who does it, for the audit. */
  readonly actor: string
}

export type KeyCreation =
  /** `text` is the key itself: shown once, kept nowhere. */
  | { readonly state: 'created'; readonly text: string; readonly key: KeyRecord }
  | { readonly state: 'account_unknown' }
  | { readonly state: 'key_limit'; readonly keyCountMax: number }

const CREATE = script('key-create-5')
const REVOKE = script('key-revoke-3')
/** Live keys of one account. */
const KEY_COUNT_MAX = 20
const DEMO_LIFE_SECONDS = 86_400
/** The record of a playground key outlives it, so that its usage can be read. */
const DEMO_RECORD_SECONDS = 2 * DEMO_LIFE_SECONDS

export async function createKey(
  client: RedisClient,
  accountId: string,
  { kind = 'live', label = '', expiresAtMs, lifeMs, actor }: NewKey,
): Promise<KeyCreation> {
  const { text, sha256, prefix } = mintKey(kind)
  const keyId = randomUUID()
  const credential = keys.credential(sha256)
  // before the key is made valid: a key that was shown always works
  const owner = `${accountId} ${keyId}`
  await attempt(() =>
    kind === 'demo' ? client.set(credential, owner, 'EX', DEMO_RECORD_SECONDS) : client.set(credential, owner),
  )
  const [state, createdAtMs, end] = (await attempt(() =>
    run(
      client,
      CREATE,
      [
        keys.account(accountId),
        keys.keyState(accountId, keyId),
        keys.keyIds(accountId),
        keys.liveKeys(accountId),
        keys.audit(accountId),
      ],
      [keyId, prefix, label, expiresAtMs ?? '', lifeMs ?? '', KEY_COUNT_MAX, actor],
    ),
  )) as ['created', number, string] | ['account_unknown' | 'key_limit', undefined, undefined]
  if (state !== 'created') {
    await attempt(() => client.del(credential))
    return state === 'key_limit' ? { state, keyCountMax: KEY_COUNT_MAX } : { state }
  }
  const key: KeyRecord = {
    accountId,
    keyId,
    prefix,
    label,
    status: 'active',
    createdAtMs,
    expiresAtMs: end === '' ? null : Number(end),
    revokedAtMs: null,
    lastUsedAtMs: null,
  }
  return { state, text, key }
}

/** A playground key with an account of its own: so many calls and so many hours, then it is refused. */
export async function createDemoKey(
  client: RedisClient,
  account: Omit<NewAccount, 'tier' | 'lifeSeconds'>,
): Promise<KeyCreation> {
  const { actor, label = '' } = account
  const accountId = await createAccount(client, {
    ...account,
    tier: LIFETIME_QUOTA_TIER,
    lifeSeconds: DEMO_RECORD_SECONDS,
  })
  return createKey(client, accountId, { kind: 'demo', lifeMs: DEMO_LIFE_SECONDS * 1000, label, actor })
}

/** Keys of an account, oldest first. */
export async function listKeys(client: RedisClient, accountId: string): Promise<KeyRecord[]> {
  const keyIds = await client.zrange(keys.keyIds(accountId), 0, '-1')
  const states = await Promise.all(keyIds.map(keyId => client.hgetall(keys.keyState(accountId, keyId))))
  return keyIds.map((keyId, i) => keyOf(accountId, keyId, states[i]!, Date.now()))
}

export async function revokeKey(
  client: RedisClient,
  accountId: string,
  keyId: string,
  actor: string,
): Promise<'revoked' | 'already_revoked' | 'unknown'> {
  const keyNames = [keys.keyState(accountId, keyId), keys.liveKeys(accountId), keys.audit(accountId)]
  const outcome = await attempt(() => run(client, REVOKE, keyNames, [keyId, actor]))
  return outcome === 1 ? 'revoked' : outcome === 0 ? 'already_revoked' : 'unknown'
}

function keyOf(accountId: string, keyId: string, fields: Record<string, string>, nowMs: number): KeyRecord {
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
