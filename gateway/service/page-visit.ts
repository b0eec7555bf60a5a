/**
 * Which browser of this machine gets the key of the page (page-key.ts): the one that opened the page first, which is given a cookie with a random token.
 * Whoever forwards the port (ssh -L, an editor, a container) reaches the gateway from this machine too, but later and without the cookie, so that
 * who comes through it does not inherit the key. Another browser gets the cookie at an address with the token, which `npm run admin -- page open` prints.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange } from '../http/exchange.ts'

/** Of the address that gives a browser the cookie. */
export const OPEN_PARAMETER = 'open'

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
export async function hasVisited(gateway: Gateway, exchange: Exchange): Promise<boolean> {
  const start = `${cookieName(gateway)}=`
  const pair = (exchange.header('cookie') ?? '').split('; ').find(each => each.startsWith(start))
  return pair !== undefined && isToken(pair.slice(start.length), await gateway.redis.get(keys.pageToken()))
}
