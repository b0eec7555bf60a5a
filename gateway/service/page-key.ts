/** POST /api/v1/page/key: gives the page at / a key on the machine of the service, so that no tier limits a local file. */

import { refuse } from '../../shared/contract/errors.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import { NO_PAGE_KEY } from '../../shared/platform/config/web-page-settings.ts'
import type { Gateway } from '../gateway.ts'
import { moment } from '../jobs/job-record.ts'
import type { Call } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { whyNotLocal } from '../request/local-page.ts'
import { areAllOwn } from '../request/loopback-users.ts'
import { createAccount } from '../store/accounts.ts'
import { readKey } from '../store/key-records.ts'
import { createKey } from '../store/keys.ts'
import { hasVisited } from './page-visit.ts'
import { withStore } from './with-store.ts'

interface LocalKey {
  readonly accountId: string
  readonly keyId: string
  readonly tier: TierName
  readonly text: string
  readonly expiresAtMs: number
}

const ACTOR = 'page'
const LIFE_MS = 86_400_000
/** The account goes by itself, a day after its key, with what its jobs left. */
const ACCOUNT_LIFE_SECONDS = (2 * LIFE_MS) / 1000
/** What is left of a key that is given out again. */
const REST_MS_MIN = LIFE_MS / 2

const known = new WeakMap<Gateway, Promise<LocalKey>>()

async function makeKey({ redis, now }: Gateway, tier: TierName): Promise<LocalKey> {
  const expiresAtMs = now() + LIFE_MS
  const accountId = await createAccount(redis, { tier, label: ACTOR, actor: ACTOR, lifeSeconds: ACCOUNT_LIFE_SECONDS })
  const created = await createKey(redis, accountId, { label: ACTOR, actor: ACTOR, expiresAtMs, recordDays: 1 })
  if (created.state !== 'created') throw new Error(`no key for the page: ${created.state}`)
  return { accountId, keyId: created.key.keyId, tier, text: created.text, expiresAtMs }
}

/** An operator may have revoked it. */
async function isActive({ redis }: Gateway, { accountId, keyId }: LocalKey): Promise<boolean> {
  return (await readKey(redis, accountId, keyId))?.status === 'active'
}

/** One key for all tabs of this machine, created by the first request for it. */
async function localKey(gateway: Gateway, tier: TierName): Promise<LocalKey> {
  const last = await known.get(gateway)?.catch(() => undefined)
  if (last?.tier === tier && last.expiresAtMs - gateway.now() > REST_MS_MIN && (await isActive(gateway, last)))
    return last
  const next = makeKey(gateway, tier)
  known.set(gateway, next)
  return next
}

/** Why the caller is nobody who sits here, or undefined where he does. */
async function whyNotHere(gateway: Gateway, { exchange }: Call): Promise<string | undefined> {
  const { config, listeningPort } = gateway
  const reason = whyNotLocal(exchange)
  if (reason !== undefined || config.pageUsers === 'any') return reason
  if (!(await areAllOwn(listeningPort)))
    return 'the gateway runs as another user of this machine than somebody who is connected to it (PAGE_USERS)'
  if (await hasVisited(gateway, exchange)) return undefined
  return 'another browser opened the page first; npm run admin -- page open prints an address that gives this one the key'
}

export const pageKey = withStore(async (gateway: Gateway, call: Call) => {
  const { pageTier: tier } = gateway.config
  if (tier === NO_PAGE_KEY) return { refusal: refuse('page_key_refused', { reason: 'PAGE_TIER is not a tier' }) }
  const reason = await whyNotHere(gateway, call)
  if (reason !== undefined) return { refusal: refuse('page_key_refused', { reason }) }
  const { text, expiresAtMs } = await localKey(gateway, tier)
  return jsonReply(
    201,
    { api_key: text, tier, expires_at: moment(expiresAtMs) },
    { 'cache-control': 'no-store', vary: 'origin' },
  )
})
