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

/** Name of a call (Idempotency-Key) and what it asked for, hashed. */
export interface Idempotency {
  readonly keyHash: string
  readonly fingerprint: string
}

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
  /** The call has a name: a second one with it makes no second key. */
  readonly idempotency?: Idempotency | null
}

export type KeyCreation =
  /** `text` is the key itself: shown once, kept nowhere. */
  | { readonly state: 'created'; readonly text: string; readonly key: KeyRecord }
  /** A named call came before; the key is not shown again. */
  | { readonly state: 'replayed'; readonly key: KeyRecord }
  /** Its name came before with another body. */
  | { readonly state: 'key_reused' }
  | { readonly state: 'account_unknown' }
  | { readonly state: 'key_limit'; readonly keyCountMax: number }

const CREATE = script('key-create-6')
const LABEL = script('key-label-2')
const REVOKE = script('key-revoke-3')
/** An Idempotency-Key is kept so long (DECISIONS 20). */
const IDEMPOTENCY_MS = 86_400_000
/** Live keys of one account. */
const KEY_COUNT_MAX = 20
const DEMO_LIFE_SECONDS = 86_400
/** The record of a playground key outlives it, so that its usage can be read. */
const DEMO_RECORD_SECONDS = 2 * DEMO_LIFE_SECONDS

export async function createKey(
  client: RedisClient,
  accountId: string,
  { kind = 'live', label = '', expiresAtMs, lifeMs, actor, idempotency }: NewKey,
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
        keys.idempotency(accountId),
      ],
      [
        ...[keyId, prefix, label, expiresAtMs ?? '', lifeMs ?? '', KEY_COUNT_MAX, actor, sha256],
        ...[idempotency?.keyHash ?? '', idempotency?.fingerprint ?? '', IDEMPOTENCY_MS],
      ],
    ),
  )) as
    | ['created', number, string]
    | ['account_unknown' | 'key_limit' | 'key_reused', undefined, undefined]
    | ['replayed', string, undefined]
  if (state !== 'created') {
    await attempt(() => client.del(credential))
    if (state === 'replayed') return { state, key: (await readKey(client, accountId, createdAtMs))! }
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

/** null when the account has no such key. */
export async function readKey(client: RedisClient, accountId: string, keyId: string): Promise<KeyRecord | null> {
  const fields = await client.hgetall(keys.keyState(accountId, keyId))
  return fields.status === undefined ? null : keyOf(accountId, keyId, fields, Date.now())
}

/** Returns when it was labelled, ms; null when the account has no such key. */
export async function labelKey(
  client: RedisClient,
  accountId: string,
  keyId: string,
  label: string,
  actor: string,
): Promise<number | null> {
  const names = [keys.keyState(accountId, keyId), keys.audit(accountId)]
  const updatedAtMs = (await attempt(() => run(client, LABEL, names, [keyId, label, actor]))) as number
  return updatedAtMs < 0 ? null : updatedAtMs
}

/** Keys of an account, oldest first. */
export async function listKeys(client: RedisClient, accountId: string): Promise<KeyRecord[]> {
  const keyIds = await client.zrange(keys.keyIds(accountId), 0, '-1')
  const states = await Promise.all(keyIds.map(keyId => client.hgetall(keys.keyState(accountId, keyId))))
  // one that is being removed has an id and nothing else
  return keyIds.flatMap((keyId, i) =>
    states[i]!.status === undefined ? [] : [keyOf(accountId, keyId, states[i]!, Date.now())],
  )
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
