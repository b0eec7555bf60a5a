/**
 * Where clients learn at which identity provider to sign in (RFC 9728): the address of what is protected, put behind a well-known
 * path. There are two such addresses, that of the service and that of the agent interface.
 */
export const AGENT_PATH = '/mcp'
/** A file that teaches agents the way from a schedule to its answers. */
export const SKILL_PATH = '/skills'

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
export const AGENT_METADATA_PATH = `${RESOURCE_METADATA_PATH}${AGENT_PATH}`

/** The one of the two that describes a path. */
export const metadataPathFor = (path: string): string =>
  path === AGENT_PATH || path.startsWith(`${AGENT_PATH}/`) ? AGENT_METADATA_PATH : RESOURCE_METADATA_PATH
