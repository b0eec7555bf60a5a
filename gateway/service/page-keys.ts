/** POST /api/v1/page/key: gives the page at / a key on the machine of the service, so that no tier limits a local file. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../shared/contract/errors.ts'
import { LIFETIME_QUOTA_TIER, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import { NO_PAGE_KEY } from '../../shared/platform/config/identity-settings.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { jsonReply, moment, momentOrNull, withStore } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import { addressName } from '../call/caller.ts'
import type { Exchange } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { areAllOwn, whyNotLocal } from '../call/local-page.ts'
import { createAccount } from '../store/accounts.ts'
import { countOfAddress } from '../store/contact.ts'
import { readKey } from '../store/key-records.ts'
import { createDemoKey, createKey } from '../store/keys.ts'

// Which browser of this machine gets the key of the page (page-keys.ts): the one that opened the page first, which is given a cookie with a random token.
// Whoever forwards the port (ssh -L, an editor, a container) reaches the gateway from this machine too, but later and without the cookie, so that
// who comes through it does not inherit the key. Another browser gets the cookie at an address with the token, which `npm run admin -- page open` prints.

/** The query parameter of the address that gives a browser the cookie. */
const OPEN_PARAMETER = 'open'

const TOKEN_BYTES = 32
const LIFE_SECONDS = 31_536_000
/** Browsers share cookies between the ports of a host. */
const cookieName = ({ listeningPort }: Gateway): string => `sis_page_${listeningPort}`
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The token of this service; made now unless there is one. */
export async function pageToken(redis: RedisClient): Promise<string> {
  await redis.set(keys.pageToken(), newToken(), 'NX')
  return (await redis.get(keys.pageToken()))!
}

/** An operator's command says the address from another process. */
export const tellPort = ({ redis, listeningPort }: Gateway): Promise<unknown> =>
  redis.set(keys.pagePort(), listeningPort)

/** The address that gives another browser of this machine the key; fallback: the port where no service has told one. */
export async function openingAddress(redis: RedisClient, fallback: string): Promise<string> {
  const [port, token] = [await redis.get(keys.pagePort()), await pageToken(redis)]
  return `http://127.0.0.1:${port ?? fallback}/?${OPEN_PARAMETER}=${token}`
}

function isToken(sent: string | undefined | null, token: string | null): boolean {
  const [one, other] = [Buffer.from(sent ?? ''), Buffer.from(token ?? '')]
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other)
}

/** A person opens the page: no other site embeds it, fetches it or leads there, and no program reads it. */
function isOpened(exchange: Exchange): boolean {
  const site = exchange.header('sec-fetch-site')
  return exchange.header('sec-fetch-dest') === 'document' && (site === 'none' || site === 'same-origin')
}

/** Set-Cookie for the browser of this machine that opens the page, if it is to have the key from now on. Throws errors of Redis. */
export async function cookieOfVisit(gateway: Gateway, exchange: Exchange): Promise<string | undefined> {
  if (!isOpened(exchange)) return undefined
  const sent = new URLSearchParams(exchange.query).get(OPEN_PARAMETER)
  let token: string | null = newToken()
  if (sent !== null) {
    token = await gateway.redis.get(keys.pageToken())
    if (!isToken(sent, token)) return undefined
  } else if ((await gateway.redis.set(keys.pageToken(), token, 'NX')) !== 'OK') return undefined
  return `${cookieName(gateway)}=${token}; Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Strict`
}

/** Whether it is a browser that has the cookie. Throws errors of Redis. */
async function hasVisited(gateway: Gateway, exchange: Exchange): Promise<boolean> {
  const start = `${cookieName(gateway)}=`
  const pair = (exchange.header('cookie') ?? '').split('; ').find(each => each.startsWith(start))
  return pair !== undefined && isToken(pair.slice(start.length), await gateway.redis.get(keys.pageToken()))
}

interface LocalKey {
  readonly accountId: string
  readonly keyId: string
  readonly tier: TierName
  readonly text: string
  readonly expiresAtMs: number
}

const PAGE = 'page'
const LIFE_MS = 86_400_000
/** The account goes by itself, a day after its key, with what its jobs left. */
const ACCOUNT_LIFE_SECONDS = (2 * LIFE_MS) / 1000
/** What is left of a key that is given out again. */
const REST_MS_MIN = LIFE_MS / 2

const known = new WeakMap<Gateway, Promise<LocalKey>>()

async function makeKey({ redis, now }: Gateway, tier: TierName): Promise<LocalKey> {
  const expiresAtMs = now() + LIFE_MS
  const accountId = await createAccount(redis, { tier, label: PAGE, actor: PAGE, lifeSeconds: ACCOUNT_LIFE_SECONDS })
  const created = await createKey(redis, accountId, { label: PAGE, actor: PAGE, expiresAtMs, recordDays: 1 })
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

// POST /api/v1/playground/keys: a demo key for anybody, a few per address and day.

/** Keys of one address, and within which time. */
const KEYS_PER_SPAN = 3
const SPAN_MS = 86_400_000
const PLAYGROUND = 'playground'

export const playgroundKey = withStore(async (gateway: Gateway, call: Call) => {
  const counter = keys.addressCount(addressName(call.address), 'playground')
  const { count, leftMs } = await countOfAddress(gateway.redis, counter, SPAN_MS)
  if (count > KEYS_PER_SPAN) {
    return {
      refusal: refuse('playground_limit', {
        limit: KEYS_PER_SPAN,
        windowSeconds: SPAN_MS / 1000,
        retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      }),
    }
  }
  const created = await createDemoKey(gateway.redis, { label: PLAYGROUND, actor: PLAYGROUND })
  // a new account has room for a key
  if (created.state !== 'created') return { refusal: refuse('internal') }
  const { key, text } = created
  return jsonReply(
    201,
    {
      api_key: text,
      key_id: key.keyId,
      tier: LIFETIME_QUOTA_TIER,
      created_at: moment(key.createdAtMs),
      expires_at: momentOrNull(key.expiresAtMs),
      calls_remaining: TIERS[LIFETIME_QUOTA_TIER].callsPerMonth,
    },
    { 'cache-control': 'no-store' },
  )
})
