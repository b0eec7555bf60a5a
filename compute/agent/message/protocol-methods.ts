/** The methods of the protocol itself: identity and capabilities of the server, and the list of tools. */
import { LEGACY_VERSIONS, RPC, SUPPORTED_VERSIONS } from '../../../shared/contract/mcp/protocol.ts'
import type { TierName } from '../../../shared/contract/tiers.ts'
import { listingFor } from '../../../shared/contract/tools/listing.ts'
import { getPrompt, promptList } from '../prompts/prompt-methods.ts'
import { templateList } from '../resources/resource-methods.ts'
import type { RpcError } from './check-headers.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { RpcMessage } from './read-message.ts'
import { membersOf, SERVER_INFO } from './reply.ts'

/** For how long a client may keep the list: the same for everybody until the next version of the service. */
const DISCOVERY_CACHING = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** The tools are those of the tier of a caller, which may change. */
export const LISTING_CACHING = { ttlMs: 300_000, cacheScope: 'private' } as const

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} }

/** Members of a result as JSON without braces, or why there is none. body: that of the message, in which its arguments lie. */
export type Method = (message: RpcMessage, tier: TierName, body: Uint8Array) => string | RpcError

const invalidParams = (message: string): RpcError => ({ status: 200, code: RPC.invalidParams, message })

/** A revision that is known, else the newest that begins this way; the client decides whether it can live with it. */
function initialize({ protocolVersion }: RpcMessage): string | RpcError {
  if (typeof protocolVersion !== 'string') return invalidParams('params.protocolVersion is missing or no text')
  return membersOf({
    protocolVersion: LEGACY_VERSIONS.find(version => version === protocolVersion) ?? LEGACY_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  })
}

const discover = (): string =>
  membersOf({
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    ...DISCOVERY_CACHING,
  })

function listTools({ cursor }: RpcMessage, tier: TierName, caching: object): string | RpcError {
  if (cursor !== undefined) return invalidParams('params.cursor is not known: the list is one page')
  const more = membersOf(caching)
  return `"tools":${listingFor(tier)}${more === '' ? '' : `,${more}`}`
}

/** One page, and how long it holds. */
const onePage =
  (list: () => string, caching: object): Method =>
  ({ cursor }) => {
    if (cursor !== undefined) return invalidParams('params.cursor is not known: the list is one page')
    const more = membersOf(caching)
    return more === '' ? list() : `${list()},${more}`
  }

const fetchPrompt: Method = (message, _tier, body) => getPrompt(message, body)

/** Requests whose answer needs what the account keeps: resource-methods.ts. */
export const RESOURCE_METHODS: readonly string[] = ['resources/list', 'resources/read']

export const LEGACY_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', initialize],
  ['ping', () => ''],
  ['tools/list', (message, tier) => listTools(message, tier, {})],
  ['prompts/list', onePage(promptList, {})],
  ['prompts/get', fetchPrompt],
  ['resources/templates/list', onePage(templateList, {})],
])

export const MODERN_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['server/discover', discover],
  ['tools/list', (message, tier) => listTools(message, tier, LISTING_CACHING)],
  ['prompts/list', onePage(promptList, DISCOVERY_CACHING)],
  ['prompts/get', fetchPrompt],
  ['resources/templates/list', onePage(templateList, DISCOVERY_CACHING)],
])
