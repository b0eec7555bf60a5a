/** What calls are answered with: small values as JSON, refusals, and the headers that go with them. Workers write schedules and results. */
import type { WorkAnswer, WorkMessageReply } from '../../compute/worker/pool.ts'
import { metadataPathFor } from '../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { type RefusedCall, refusalBody } from '../../shared/contract/refusal-body.ts'
import { payloadBytesMax, TIERS, type TierName, WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { isStoreAway, StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import type { Call } from './call.ts'
import type { Answer, Reply } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import { type MonthState, monthSpan, type WindowState } from './limiter.ts'

/** A small value as a JSON reply. Workers write schedules and results instead. */
export const moment = (ms: number): string => new Date(ms).toISOString()

export const momentOrNull = (ms: number | null): string | null => (ms === null ? null : moment(ms))

export const jsonReply = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A value as text of an HTML document, or of an attribute in double quotes. */
export const htmlText = (value: string): string => value.replace(/[&<>"]/g, character => ESCAPES[character]!)

/** Whether a header of entity tags (If-None-Match) names this one; weak tags count (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const names = header?.split(',').map(name => name.trim()) ?? []
  return names.some(name => name === '*' || name === tag || name === `W/${tag}`)
}

// Refusals of a body without room: in the budget of bytes in flight, or in the limit of its tier.

const RETRY_SECONDS = 2

export const noRoom = (): Refusal =>
  refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: RETRY_SECONDS })

/** The rest of the body was not read. */
export const payloadTooLarge = (tier: TierName): Refusal =>
  refuse('payload_too_large', {
    payloadBytes: payloadBytesMax(tier) + 1,
    tier,
    payloadBytesMax: payloadBytesMax(tier),
    payloadMegabytesMax: TIERS[tier].payloadMegabytesMax,
  })

/** Headers of an answer that a worker made. */
export const encodingOf = ({ contentEncoding }: WorkAnswer | WorkMessageReply): Record<string, string> =>
  contentEncoding === null ? {} : { 'content-encoding': contentEncoding }

/** Most calls take the path without a spread, which takes several times as long. */
export function answerHeaders({ contentType, contentEncoding, headers }: WorkAnswer): Record<string, string> {
  const all: Record<string, string> = {
    'content-type': contentType,
    vary: 'accept, accept-encoding',
    'cache-control': 'no-store',
  }
  if (headers !== undefined) Object.assign(all, headers)
  if (contentEncoding !== null) all['content-encoding'] = contentEncoding
  return all
}

interface RefusalContext extends RefusedCall {
  /** WWW-Authenticate of a 401. */
  readonly challenge: (refusal: Refusal) => string
}

export function refusalReply(refusal: Refusal, context: RefusalContext): Reply {
  const retryAfter = refusal.details.retryAfterSeconds
  const { status, contentType, body } = refusalBody(refusal, context)
  return {
    status,
    headers: {
      'content-type': contentType,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...refusal.headers,
      ...(status === 401 ? { 'www-authenticate': context.challenge(refusal) } : {}),
    },
    body,
  }
}

// WWW-Authenticate of a 401: how to identify, and where a client finds out how its user signs in (RFC 9728), if sign-in is configured. A
// refused token is named as the reason (RFC 6750, 3.1), because clients then get a new one.

const API_KEY = 'ApiKey header="x-api-key"'

/** Fact of a refusal of credentials: what was wrong with the bearer token that came. */
export type TokenFault = 'expired' | 'invalid'

const DESCRIPTIONS: Readonly<Record<TokenFault, string>> = {
  expired: 'The access token expired',
  invalid: 'The access token is not valid',
}

/** Bearer comes first: clients read the first challenge alone. */
export function challengeAt({ publicUrl, oidcIssuer }: Config, path: string, { details: facts }: Refusal): string {
  const isDescribed = publicUrl !== undefined && oidcIssuer !== undefined
  const fault = facts.token as TokenFault | undefined
  const parameters = [
    ...(isDescribed ? [`resource_metadata="${publicUrl}${metadataPathFor(path)}"`] : []),
    ...(fault === undefined ? [] : ['error="invalid_token"', `error_description="${DESCRIPTIONS[fault]}"`]),
  ]
  return `${parameters.length === 0 ? 'Bearer' : `Bearer ${parameters.join(', ')}`}, ${API_KEY}`
}

/**
 * The rate headers of an answer, as lines of its head (call/exchange.ts): X-RateLimit-* carry the window; RateLimit-Policy and RateLimit (IETF draft
 * ratelimit-headers) carry window and month side by side.
 */
export function rateHeaderLines(window: WindowState, month?: MonthState): string {
  let policies = `"window";q=${window.limit};w=${WINDOW_SECONDS}`
  let states = `"window";r=${window.remaining};t=${window.retryAfterSeconds}`
  if (month?.limit != null && month.resetSeconds !== null) {
    const { startMs, endMs } = monthSpan(month.month)
    policies += `, "month";q=${month.limit};w=${(endMs - startMs) / 1000}`
    states += `, "month";r=${month.remaining};t=${Math.max(1, month.resetSeconds - Math.floor(Date.now() / 1000))}`
  }
  return (
    `\r\nx-ratelimit-limit: ${window.limit}\r\nx-ratelimit-remaining: ${window.remaining}\r\nx-ratelimit-reset: ${window.resetSeconds}` +
    `\r\nratelimit-policy: ${policies}\r\nratelimit: ${states}`
  )
}

/**
 * For handlers that use the files of store/: a store without a reply is StoreUnavailable, which the pipeline answers with 503. Any other error
 * is a defect: 500, and a line in the log.
 */
export const withStore =
  <Reached extends Call>(handler: (gateway: Gateway, call: Reached) => Promise<Answer>) =>
  async (gateway: Gateway, call: Reached): Promise<Answer> => {
    try {
      return await handler(gateway, call)
    } catch (error) {
      if (!isStoreAway(error)) throw error
      throw new StoreUnavailable((error as Error).message, { cause: error })
    }
  }
