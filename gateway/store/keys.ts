/**
 * API keys: create, label, revoke; key-records.ts reads them. Only the hash and the first characters of a key are kept. Errors of Redis are
 * thrown; refusals are values.
 */
import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_SECONDS, LIFETIME_QUOTA_TIER } from '../../shared/contract/tiers.ts'
import { KEY_RECORD_DAYS } from '../../shared/platform/config/identity-settings.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import type { Idempotency } from '../call/idempotency-key.ts'
import { createAccount, type NewAccount } from './accounts.ts'
import { type KeyKind, mintKey } from './api-key.ts'
import { attempt } from './attempt.ts'
import { KEY_COUNT_MAX, KEYS_PER_DAY_MAX, type KeyRecord, readKey, removeOldest } from './key-records.ts'

// Outcomes of calls with an Idempotency-Key and a small body: a hash in Redis per account, with an entry "<fingerprint> <answer> <kept until,
// ms>" for each key. A script that does the work itself writes the entry in the same step (key-create-6.lua). Submissions keep theirs beside
// their job (shared/platform/jobs), in the same script.

type NamedCall<Answer> =
  | { readonly state: 'new' }
  /** The name came before with another body. */
  | { readonly state: 'reused' }
  | { readonly state: 'answered'; readonly answer: Answer }

export const IDEMPOTENCY_MS = IDEMPOTENCY_SECONDS * 1000

const READ = script('named-call-read-1')
const NOTE = script('named-call-note-1')

export async function readNamedCall<Answer>(
  client: RedisClient,
  calls: string,
  { keyHash, fingerprint }: Idempotency,
): Promise<NamedCall<Answer>> {
  const [known, answer = ''] = (await run(client, READ, [calls], [keyHash])) as [string, string] | []
  if (known === undefined) return { state: 'new' }
  if (known !== fingerprint) return { state: 'reused' }
  return { state: 'answered', answer: JSON.parse(decodeURIComponent(answer)) as Answer }
}

export async function noteNamedCall(
  client: RedisClient,
  calls: string,
  { keyHash, fingerprint }: Idempotency,
  answer: object,
): Promise<void> {
  await run(client, NOTE, [calls], [keyHash, fingerprint, encodeURIComponent(JSON.stringify(answer)), IDEMPOTENCY_MS])
}

export interface NewKey {
  readonly kind?: KeyKind
  readonly label?: string
  readonly expiresAtMs?: number | null
  /** Instead of expiresAtMs: counted from now by the clock of Redis. */
  readonly lifeMs?: number
  /** Who does it, for the audit. */
  readonly actor: string
  /** The record is kept for so long after the end of the key. */
  readonly recordDays?: number
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
  | {
      readonly state: 'key_rate'
      readonly limit: number
      readonly windowSeconds: number
      readonly retryAfterMs: number
    }

const CREATE = script('key-create-6')
const LABEL = script('key-label-2')
const REVOKE = script('key-revoke-3')
const MS_PER_DAY = 86_400_000
const DEMO_LIFE_SECONDS = 86_400
/** The record of a playground key outlives it, so that its usage can be read. */
const DEMO_RECORD_SECONDS = 2 * DEMO_LIFE_SECONDS

/** What key-create-6.lua says. */
type Reply =
  | ['created', createdAtMs: number, expiresAtMs: string]
  | ['replayed', keyId: string]
  | ['key_rate', retryAfterMs: number]
  | ['account_unknown' | 'key_limit' | 'key_reused']

export async function createKey(client: RedisClient, accountId: string, wanted: NewKey): Promise<KeyCreation> {
  const { kind = 'live', label = '', expiresAtMs, lifeMs, actor, idempotency, recordDays = KEY_RECORD_DAYS } = wanted
  const { text, sha256, prefix } = mintKey(kind)
  const keyId = randomUUID()
  const recordMs = recordDays * MS_PER_DAY
  const credential = keys.credential(sha256)
  const owner = `${accountId} ${keyId}`
  // before the key is made valid: a key that was shown always works
  await attempt(() => {
    if (kind === 'demo') return client.set(credential, owner, 'EX', DEMO_RECORD_SECONDS)
    if (expiresAtMs == null) return client.set(credential, owner)
    return client.set(credential, owner, 'PXAT', Math.round(expiresAtMs + recordMs))
  })
  const names = [
    keys.account(accountId),
    keys.keyState(accountId, keyId),
    keys.keyIds(accountId),
    keys.liveKeys(accountId),
    keys.audit(accountId),
    keys.idempotency(accountId),
  ]
  const args = [
    ...[keyId, prefix, label, expiresAtMs ?? '', lifeMs ?? '', KEY_COUNT_MAX, actor, sha256],
    ...[idempotency?.keyHash ?? '', idempotency?.fingerprint ?? '', IDEMPOTENCY_MS],
    ...[recordMs, KEYS_PER_DAY_MAX, IDEMPOTENCY_MS],
  ]
  const reply = (await attempt(() => run(client, CREATE, names, args))) as Reply
  if (reply[0] !== 'created') {
    await attempt(() => client.del(credential))
    return notCreated(client, accountId, reply)
  }
  // the key is made and must be shown: a record that could not go now goes with the next key or list
  await removeOldest(client, accountId).catch(() => false)
  const [state, createdAtMs, end] = reply
  const key: KeyRecord = {
    ...{ accountId, keyId, prefix, label, status: 'active', createdAtMs },
    ...{ expiresAtMs: end === '' ? null : Number(end), revokedAtMs: null, lastUsedAtMs: null },
  }
  return { state, text, key }
}

async function notCreated(
  client: RedisClient,
  accountId: string,
  reply: Exclude<Reply, ['created', ...unknown[]]>,
): Promise<KeyCreation> {
  switch (reply[0]) {
    case 'replayed': {
      const key = await readKey(client, accountId, reply[1])
      return key === null ? { state: 'account_unknown' } : { state: 'replayed', key }
    }
    case 'key_limit':
      return { state: 'key_limit', keyCountMax: KEY_COUNT_MAX }
    case 'key_rate': {
      const [state, retryAfterMs] = reply
      return { state, limit: KEYS_PER_DAY_MAX, windowSeconds: IDEMPOTENCY_MS / 1000, retryAfterMs }
    }
    default:
      return { state: reply[0] }
  }
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

/** recordDays: the record is kept for so long. */
export async function revokeKey(
  client: RedisClient,
  accountId: string,
  keyId: string,
  actor: string,
  recordDays: number = KEY_RECORD_DAYS,
): Promise<'revoked' | 'already_revoked' | 'unknown'> {
  const recordMs = recordDays * MS_PER_DAY
  const state = keys.keyState(accountId, keyId)
  const keyNames = [state, keys.liveKeys(accountId), keys.audit(accountId)]
  const outcome = await attempt(() => run(client, REVOKE, keyNames, [keyId, actor, recordMs]))
  const sha256 = outcome === -1 ? null : await client.hget(state, 'sha256')
  // with its record: without one it would be refused as well
  if (sha256 !== null) await attempt(() => client.pexpire(keys.credential(sha256), recordMs, 'LT'))
  return outcome === 1 ? 'revoked' : outcome === 0 ? 'already_revoked' : 'unknown'
}
