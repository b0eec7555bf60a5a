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

/** Extensions of the protocol that the service has, with their settings. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'
export const APP_MEDIA_TYPE = 'text/html;profile=mcp-app'
export const EXTENSIONS = {
  'io.modelcontextprotocol/skills': {},
  'io.modelcontextprotocol/ui': { mimeTypes: [APP_MEDIA_TYPE] },
  [TASKS_EXTENSION]: {},
} as const

/** Requests of the extension Tasks (revision 2026-07-28): a task is a job, and its id that of the job. */
export const TASK_METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const
export type TaskMethod = (typeof TASK_METHODS)[number]
/** Requests whose header Mcp-Name says what they are about, and the member of params that it is. */
export const NAMED_METHODS: ReadonlyMap<string, 'name' | 'uri' | 'taskId'> = new Map<string, 'name' | 'uri' | 'taskId'>(
  [
    [CALL_METHOD, 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
    ...TASK_METHODS.map(method => [method, 'taskId'] as const),
  ],
)

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
  /** The request needs an extension that its client does not declare. */
  capabilityMissing: -32021,
  versionUnsupported: -32022,
} as const

export const TOOL_LISTINGS = ['all', 'search'] as const
export type ToolListing = (typeof TOOL_LISTINGS)[number]

/** What the address and the headers of a message say, for the worker to hold against its body. */
export interface MessageHeaders {
  /** null = not sent. */
  readonly version: string | null
  readonly method: string | null
  readonly name: string | null
  /** Names of those that came more than once. */
  readonly repeated: readonly string[]
  /** The list that the address of the client asks for: every tool, or two by which all others are found and called. */
  readonly listing: ToolListing
}

// Addresses of resources: what of the service a client can attach to a conversation.

const RESOURCE_SCHEMES = ['schedule', 'job', 'method', 'skill', 'ui'] as const
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
/** As the extension io.modelcontextprotocol/skills names it. */
export const SKILL_URI = `skill://${SKILL_NAME}/SKILL.md`
/** The app that shows a schedule beside the answer of a tool (extension io.modelcontextprotocol/ui). */
export const APP_NAME = 'schedule'
export const APP_URI = `ui://${APP_NAME}`

/** undefined: no resource has such an address. */
export function readResourceUri(uri: string): ResourceAddress | undefined {
  if (uri === SKILL_URI) return { scheme: 'skill', name: SKILL_NAME }
  const found = /^([a-z]+):\/\/([A-Za-z0-9._-]{1,100})$/.exec(uri)
  const scheme = RESOURCE_SCHEMES.find(each => each === found?.[1])
  return scheme === undefined ? undefined : { scheme, name: found![2]! }
}
