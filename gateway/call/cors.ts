/**
 * Which scripts may read an answer: those of pages with a listed origin (ALLOWED_ORIGINS). A page of another origin gets the same answer
 * without these headers, so its browser withholds it from the page. Never `*`, and never cookies: callers identify themselves by headers.
 */
import { catalogue } from '../../shared/contract/catalogue/catalogue.ts'
import { WARNINGS_HEADER } from '../../shared/contract/endpoint/convert.ts'
import { HEADER_NAMES } from '../../shared/contract/mcp/protocol.ts'
import { type Origins, originsOf } from '../../shared/contract/origins.ts'
import { jsonReply } from './answers.ts'
import { COMPUTE_HEADERS } from './call.ts'
import type { Reply } from './exchange.ts'

/** Headers of answers that scripts may read beside those every script may. */
const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  'Location',
  'Link',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'Idempotent-Replayed',
  WARNINGS_HEADER,
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  ...COMPUTE_HEADERS,
].join(', ')

/** Headers that scripts may send: those the service reads, and those that clients of agents send to a server that keeps no session, too. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Accept',
  'If-None-Match',
  'If-Range',
  'Range',
  'Idempotency-Key',
  'X-Request-Id',
  'X-Api-Key',
  ...Object.values(HEADER_NAMES),
  'Mcp-Session-Id',
  'Last-Event-ID',
].join(', ')

/** Seconds for which a browser need not repeat a preflight request. */
const PREFLIGHT_SECONDS = 600

const NONE: Readonly<Record<string, string>> = Object.freeze({})
const VARIES: Readonly<Record<string, string>> = Object.freeze({ vary: 'Origin' })

const known = new Map<string | undefined, Origins>()

/** The setting is the same for every call of a process. */
function originsOfSetting(text: string | undefined): Origins {
  const found = known.get(text)
  if (found !== undefined) return found
  const origins = originsOf(text)
  known.set(text, origins)
  return origins
}

/** Whether the operator trusts the pages of an origin. setting: ALLOWED_ORIGINS. */
export const isAllowedOrigin = (setting: string | undefined, origin: string): boolean =>
  originsOfSetting(setting).has(origin)

/** Headers of any answer. setting: ALLOWED_ORIGINS; origin: what the caller's browser says of its page. */
export function corsHeaders(setting: string | undefined, origin: string | undefined): Readonly<Record<string, string>> {
  if (setting === undefined) return NONE
  if (origin === undefined || !originsOfSetting(setting).has(origin)) return VARIES
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
}

/** The headers of a reply beside these; what both vary by is what the answer varies by. */
export function withVary(
  cors: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>> = NONE,
): Readonly<Record<string, string>> {
  if (cors === NONE) return own
  const both = { ...cors, ...own }
  return cors.vary === undefined || own.vary === undefined ? both : { ...both, vary: `${cors.vary}, ${own.vary}` }
}

/** Methods of a path template, as its rows have them. */
export const methodsOf = (path: string): string =>
  [...new Set(catalogue.flatMap(row => (row.path !== path || row.kind === 'retired' ? [] : [row.method])))]
    .sort()
    .join(', ')

/** The answer to a browser that checks what a script may send to a path with these methods; the rest of it is corsHeaders. */
export function preflightReply(setting: string | undefined, origin: string | undefined, methods: string): Reply {
  const isListed = origin !== undefined && isAllowedOrigin(setting, origin)
  const leave = {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
  return jsonReply(200, { allow: methods }, { allow: methods, ...(isListed ? leave : NONE) })
}

/**
 * Whether a call is the question of a browser, for a page of a listed origin. Then it is answered at every path, since those pages call
 * them all; an OPTIONS of anybody else is a method like another: 405 where no row takes it.
 */
export function isPreflight(setting: string | undefined, call: PreflightRequest): boolean {
  if (call.method !== 'OPTIONS' || call.header('access-control-request-method') === undefined) return false
  const origin = call.header('origin')
  return origin !== undefined && isAllowedOrigin(setting, origin)
}

interface PreflightRequest {
  readonly method: string
  header(name: string): string | undefined
}
