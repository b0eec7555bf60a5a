/** Other endpoints of the agent tools: GET /mcp/tools, and GET and DELETE /mcp, which have no stream to open and no session to end. */
import { EVENT_STREAM_MEDIA_TYPE, MEDIA_TYPES, wantsEventStream } from '../../shared/contract/negotiate.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import { registryFor } from '../../shared/contract/tools/listing.ts'
import { madeAsset } from '../docs/assets.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { AccountCall, Call } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { accepted, fileReply } from './docs.ts'

/**
 * Milliseconds until a client may open the stream again. Without it the official TypeScript client opens it every second (measured).
 */
const REOPEN_MS = 3_600_000

const listings = new Map<TierName, ReturnType<typeof madeAsset>>()

/** The tools that the caller may call. Made once per tier; 304 when the caller has it. */
export function listTools(_gateway: Gateway, { exchange, limits }: AccountCall): Reply {
  const { tier } = limits
  const listing = listings.get(tier) ?? madeAsset(Buffer.from(registryFor(tier)), MEDIA_TYPES[0])
  listings.set(tier, listing)
  return fileReply(listing(accepted(exchange)), exchange)
}

const stateless = jsonReply(200, { status: 'ok', transport: 'stateless' })

export const openStream = (_gateway: Gateway, { exchange }: Call): Reply =>
  wantsEventStream(exchange.header('accept'))
    ? {
        status: 200,
        headers: { 'content-type': EVENT_STREAM_MEDIA_TYPE, 'cache-control': 'no-store', vary: 'accept' },
        body: `retry: ${REOPEN_MS}\n\n`,
      }
    : { ...stateless, headers: { ...stateless.headers, vary: 'accept' } }

export const endSession = (): Reply => stateless
