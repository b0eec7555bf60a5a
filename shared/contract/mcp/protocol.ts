/** Words of the Model Context Protocol that gateway and worker must agree on: versions, headers, error codes. */

/** Revisions in which every request states version and capabilities, in `_meta` and in headers; newest first. */
export const MODERN_VERSIONS = ['2026-07-28'] as const
/** Revisions that begin with `initialize`; the newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
/** In the order in which a client gets them. */
export const SUPPORTED_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...LEGACY_VERSIONS]
/** The version of a request that names none: revisions before 2025-06-18 had no header. */
export const ASSUMED_VERSION = '2025-03-26'

export const VERSION_HEADER = 'mcp-protocol-version'
export const METHOD_HEADER = 'mcp-method'
export const NAME_HEADER = 'mcp-name'
/** The spelling of the specification, for sentences. */
export const HEADER_NAMES: Readonly<Record<string, string>> = {
  [VERSION_HEADER]: 'MCP-Protocol-Version',
  [METHOD_HEADER]: 'Mcp-Method',
  [NAME_HEADER]: 'Mcp-Name',
}

export const CALL_METHOD = 'tools/call'
/** Requests whose header Mcp-Name says what they are about, and the member of params that it is. */
export const NAMED_METHODS: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  [CALL_METHOD, 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Codes of JSON-RPC 2.0, and two of the protocol (revision 2026-07-28, basic, error codes). */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Said by the revisions with `initialize`; the newer ones say invalidParams. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  versionUnsupported: -32022,
} as const

/** What the headers of a message say, for the worker to hold against its body. */
export interface MessageHeaders {
  /** null = not sent. */
  readonly version: string | null
  readonly method: string | null
  readonly name: string | null
  /** Names of those that came more than once. */
  readonly repeated: readonly string[]
}

// Addresses of resources: what of the service a client can attach to a conversation.

const RESOURCE_SCHEMES = ['schedule', 'job', 'method', 'skill'] as const
type ResourceScheme = (typeof RESOURCE_SCHEMES)[number]

export interface ResourceAddress {
  readonly scheme: ResourceScheme
  /** Id of a schedule or a job, name of a method. */
  readonly name: string
}

export const resourceUri = (scheme: ResourceScheme, name: string): string => `${scheme}://${name}`

/** The page of the rules that all methods share. */
export const COMMON_RULES = 'common-rules'
export const SKILL_NAME = 'schedule-intelligence'

/** undefined: no resource has such an address. */
export function readResourceUri(uri: string): ResourceAddress | undefined {
  const found = /^([a-z]+):\/\/([A-Za-z0-9._-]{1,100})$/.exec(uri)
  const scheme = RESOURCE_SCHEMES.find(each => each === found?.[1])
  return scheme === undefined ? undefined : { scheme, name: found![2]! }
}
