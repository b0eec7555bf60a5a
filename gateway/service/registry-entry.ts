/** GET /server.json: the entry of this service for a registry of MCP servers, as an operator would publish it (server.json, schema of 2025-12-11). */
import { AGENT_PATH } from '../../shared/contract/endpoint/paths.ts'
import { API_VERSION, SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { jsonReply } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import type { Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const NAME = 'schedule-intelligence'

/** A registry wants names in the reversed domain of the publisher: com.example/schedule-intelligence. */
function namespaceOf(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return 'local'
  return new URL(publicUrl).hostname
    .replace(/^\[|\]$/g, '')
    .replaceAll(':', '-')
    .split('.')
    .reverse()
    .join('.')
}

const KEY_HEADER = { name: 'x-api-key', description: 'API key of an account.', isSecret: true }

/** Without an address of its own the entry asks whoever installs it for one. */
const remoteOf = (publicUrl: string | undefined): object =>
  publicUrl === undefined
    ? {
        url: `https://{host}${AGENT_PATH}`,
        variables: { host: { description: 'Host, and port if any, of the service.', isRequired: true } },
      }
    : { url: publicUrl + AGENT_PATH }

export function registryEntry({ config }: Gateway, _call: Call): Reply {
  const { publicUrl, oidcIssuer } = config
  return jsonReply(200, {
    $schema: SCHEMA,
    name: `${namespaceOf(publicUrl)}/${NAME}`,
    title: SERVICE_TITLE,
    description: 'Critical path, DCMA checks, delay and levelling of P6 and Microsoft Project schedules.',
    version: API_VERSION,
    ...(publicUrl !== undefined && { websiteUrl: publicUrl }),
    remotes: [
      {
        type: 'streamable-http',
        ...remoteOf(publicUrl),
        // with a sign-in a client needs no key
        headers: [{ ...KEY_HEADER, isRequired: oidcIssuer === undefined }],
      },
    ],
  })
}
