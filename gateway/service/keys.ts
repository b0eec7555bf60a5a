/** /api/v1/auth/keys: create, list, label and revoke keys of the account. A key is shown once, when it is created. */
import type { ServiceId } from '../../shared/contract/endpoint/service.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { parseMoment } from '../../shared/contract/moment.ts'
import { jsonReply, moment, momentOrNull, withStore } from '../call/answers.ts'
import type { CallTo, IdentifiedCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import { readIdempotency } from '../call/idempotency-key.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { idempotencyReused } from '../jobs/refusals.ts'
import { type KeyRecord, listKeys } from '../store/key-records.ts'
import { createKey, labelKey, revokeKey } from '../store/keys.ts'

type Own<Id extends ServiceId> = CallTo<Id, IdentifiedCall>

const NO_STORE = { 'cache-control': 'no-store' }
const KEYS_PATH = '/api/v1/auth/keys'
const KEY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UNKNOWN: Answer = { refusal: refuse('key_not_found') }
/** In the audit; the id of the account says who it is. */
const OWNER = 'owner'

const textOrNull = (text: string): string | null => (text === '' ? null : text)

/** What is shown of a key at any time. */
const keyRecord = (key: KeyRecord) => ({
  key_id: key.keyId,
  key_prefix: key.prefix,
  description: textOrNull(key.label),
  status: key.status,
  created_at: moment(key.createdAtMs),
  expires_at: momentOrNull(key.expiresAtMs),
})

/** null = the key has no end; a Refusal when the moment is none or over. */
function endOf(text: string | undefined, nowMs: number): number | null | Refusal {
  if (text === undefined) return null
  const endMs = parseMoment(text)
  if (endMs !== undefined && endMs > nowMs) return endMs
  const msg =
    endMs === undefined
      ? 'expires_at must be a date-time like 2027-01-31T12:00:00Z.'
      : 'expires_at must be in the future.'
  return {
    ...refuse('validation'),
    faults: [{ loc: ['body', 'expires_at'], msg, type: endMs === undefined ? 'format' : 'minimum' }],
    faultCount: 1,
  }
}

export const createKeyOf = withStore(async (gateway, call: Own<'auth.keys.create'>): Promise<Answer> => {
  const { label, expires_at } = call.json
  const expiresAtMs = endOf(expires_at, gateway.now())
  if (expiresAtMs !== null && typeof expiresAtMs === 'object') return { refusal: expiresAtMs }
  const idempotency = readIdempotency(call)
  if (idempotency !== null && 'code' in idempotency) return { refusal: idempotency }
  const { accountId } = call.identity
  const { keyRecordDays: recordDays } = gateway.config
  const made = await createKey(gateway.redis, accountId, { label, expiresAtMs, actor: OWNER, idempotency, recordDays })
  switch (made.state) {
    case 'created':
      return jsonReply(201, { ...keyRecord(made.key), api_key: made.text }, NO_STORE)
    case 'replayed':
      return jsonReply(201, keyRecord(made.key), { ...NO_STORE, 'idempotent-replayed': 'true' })
    case 'key_reused':
      return { refusal: idempotencyReused() }
    case 'key_limit':
      return { refusal: refuse('key_limit', { keyCountMax: made.keyCountMax }) }
    case 'key_rate': {
      const { limit, windowSeconds, retryAfterMs } = made
      return {
        refusal: refuse('key_rate', { limit, windowSeconds, retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
      }
    }
    case 'account_unknown':
      return { refusal: refuse('credentials_invalid') }
  }
})

export const listKeysOf = withStore(async (gateway, call: Own<'auth.keys.list'>): Promise<Answer> => {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { accountId } = call.identity
  const { cursor = null, limit } = query
  return gateway.accountMutex.run(accountId, async () => {
    const page = await listKeys(gateway.redis, accountId, {
      cursor,
      ...(limit !== undefined && { limit }),
      recordDays: gateway.config.keyRecordDays,
    })
    const facts = page.keys.map(key => ({
      ...keyRecord(key),
      last_used_at: momentOrNull(key.lastUsedAtMs),
      revoked_at: momentOrNull(key.revokedAtMs),
    }))
    return jsonReply(200, facts, { ...NO_STORE, ...linkTo(page.cursor, limit) })
  })
})

/** The next page, as RFC 8288 has it: the body is a list of keys and nothing else. */
function linkTo(cursor: string | null, limit: number | undefined): { readonly link?: string } {
  if (cursor === null) return {}
  const query = new URLSearchParams({ cursor, ...(limit !== undefined && { limit: String(limit) }) })
  return { link: `<${KEYS_PATH}?${query}>; rel="next"` }
}

export const labelKeyOf = withStore(async (gateway, call: Own<'auth.keys.label'>): Promise<Answer> => {
  const { label } = call.json
  const { key_id: keyId } = call.route.params
  const { accountId } = call.identity
  const updatedAtMs = KEY_ID.test(keyId) ? await labelKey(gateway.redis, accountId, keyId, label, OWNER) : null
  if (updatedAtMs === null) return UNKNOWN
  return jsonReply(200, { key_id: keyId, description: textOrNull(label), updated_at: moment(updatedAtMs) }, NO_STORE)
})

/** Revoking twice is revoking once. */
export const revokeKeyOf = withStore(async (gateway, call: Own<'auth.keys.revoke'>): Promise<Answer> => {
  const { key_id: keyId } = call.route.params
  const { accountId } = call.identity
  const outcome = KEY_ID.test(keyId)
    ? await revokeKey(gateway.redis, accountId, keyId, OWNER, gateway.config.keyRecordDays)
    : 'unknown'
  return outcome === 'unknown' ? UNKNOWN : { status: 204 }
})
