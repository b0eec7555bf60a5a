/** The methods that the protocol itself has: who the server is, what it can do, which tools there are. */
import { LEGACY_VERSIONS, RPC, SUPPORTED_VERSIONS } from '../../shared/mcp/protocol.ts'
import { AGENT_TOOLS } from '../../shared/tools/agent-tools.ts'
import { toolListing } from '../../shared/tools/listing.ts'
import type { RpcError } from './check-headers.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { RpcMessage } from './read-message.ts'
import { membersOf, SERVER_INFO } from './reply.ts'

/** Milliseconds for which a client need not ask again: the tools change with the version of the service alone. */
const LISTING_TTL_MS = 3_600_000
const CACHING = { ttlMs: LISTING_TTL_MS, cacheScope: 'public' } as const

const CAPABILITIES = { tools: {} }

/** Members of a result as JSON without braces, or why there is none. */
export type Method = (message: RpcMessage) => string | RpcError

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
    ...CACHING,
  })

/** Made once per thread. */
let listed: string | undefined

function listTools({ cursor }: RpcMessage, caching: object): string | RpcError {
  if (cursor !== undefined) return invalidParams('params.cursor is not known: the list is one page')
  listed ??= JSON.stringify(AGENT_TOOLS.map(toolListing))
  const more = membersOf(caching)
  return `"tools":${listed}${more === '' ? '' : `,${more}`}`
}

export const LEGACY_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', initialize],
  ['ping', () => ''],
  ['tools/list', message => listTools(message, {})],
])

export const MODERN_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['server/discover', discover],
  ['tools/list', message => listTools(message, CACHING)],
])
